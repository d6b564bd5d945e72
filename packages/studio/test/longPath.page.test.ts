import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPosterior, parseCsv, selectRows } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { onnxColumns } from "kernelbayes/models";
import { columnNamed, formatCsv } from "kernelbayes/table";
import * as runtime from "onnxruntime-web";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { barriers, downloaded, drop, executable, openStudio, startBrowser } from "./openStudio.ts";

// All ways through the studio, in a real browser; the built page and the built command.

const command = fileURLToPath(new URL("../../cli/dist/kernelbayes.js", import.meta.url));
const workspace = fileURLToPath(new URL("..", import.meta.url));

describe.skipIf(!executable)("in a page", () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "kernelbayes-studio-"));
  beforeAll(async () => (browser = await startBrowser()), 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const step = (page: Page, name: string): Promise<void> =>
    page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name }).click();

  async function fitQuickly(page: Page, fits: number): Promise<void> {
    await step(page, "Fits");
    await page.getByText("Quick", { exact: true }).click();
    await page.getByRole("button", { name: "Fit", exact: true }).click();
    await page
      .getByRole("row", { name: /rows × / })
      .nth(fits - 1)
      .waitFor();
    await measured(page);
  }

  /** Waits until the figures of the last fit are there. */
  const measured = (page: Page): Promise<void> =>
    page.getByRole("region", { name: /^Fitting / }).waitFor({ state: "detached" });

  /** Milliseconds from the click on Cancel to the word that it was done, by the clock of the page. */
  const cancel = (page: Page): Promise<number> =>
    page.evaluate(async () => {
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel")!;
      const began = performance.now();
      button.click();
      const isDone = (): boolean =>
        [...document.querySelectorAll("p")].some((p) => p.textContent.startsWith("Canceled"));
      while (!isDone()) await new Promise((done) => setTimeout(done, 5));
      return performance.now() - began;
    });

  test("from a dropped table to files that the command line opens with the same numbers, across a reload", async () => {
    const { page, complaints } = await openStudio(browser);
    await drop(page, "points.csv", formatCsv(ripley({ rows: 120 })));
    await page.getByRole("grid").waitFor();

    // Roles, and undo.
    await page.getByRole("columnheader", { name: /^x1:/ }).click();
    await page.getByLabel("Role").selectOption("out");
    await page.getByRole("columnheader", { name: "x1: Left out" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("columnheader", { name: "x1: Feature" }).waitFor();

    // A fit that is canceled, and one that is not.
    await page.getByRole("button", { name: "Fit this table" }).click();
    await page.getByRole("progressbar", { name: "Fitting" }).waitFor();
    expect(await cancel(page)).toBeLessThan(200);
    await fitQuickly(page, 1);

    // The threshold, by the keyboard.
    await step(page, "Understand");
    const sections = page.getByRole("navigation", { name: "Sections" });
    await sections.getByRole("button", { name: "Threshold" }).click();
    const point = page.getByRole("slider", { name: "Threshold" }).first();
    await point.focus();
    await page.keyboard.press("Home");
    expect(await point.getAttribute("aria-valuetext")).toContain("Recall 0.0 %");
    await page.keyboard.press("End");
    expect(await point.getAttribute("aria-valuetext")).toContain("Recall 100.0 %");

    // A label is corrected, and the fit repeated.
    await sections.getByRole("button", { name: "The most surprising rows" }).click();
    await page
      .getByRole("button", { name: /^It is (negative|positive)/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Refit with 1 changed label" }).click();
    await page
      .getByRole("row", { name: /rows × / })
      .nth(1)
      .waitFor();
    await measured(page);
    expect(await page.getByText("other folds").count()).toBe(1);

    // One row with its explanation, and a file of rows of which one lies outside.
    await step(page, "Predict");
    await page.getByText("Exact Shapley values").waitFor();
    const rows = parseCsv("x2,x1\n0.2,0.1\n0.9,-0.4\n99,0.1\n");
    writeFileSync(join(folder, "new.csv"), formatCsv(rows));
    await page.getByLabel("Choose a file of new rows").setInputFiles(join(folder, "new.csv"));
    await page.getByText("1 row has values outside").waitFor();
    const predictions = await downloaded(page, () =>
      page.getByRole("button", { name: "Download the predictions" }).click(),
    );
    expect(predictions.name).toBe("new-predicted.csv");

    await step(page, "Keep");
    const files: Record<string, string> = {};
    for (const name of ["model.json", "report.html", "model.onnx", "The table as fitted"]) {
      const file = await downloaded(page, () => page.getByRole("button", { name: `Download ${name}` }).click());
      files[file.name] = join(folder, file.name);
      copyFileSync(file.path, files[file.name]);
    }
    expect(Object.keys(files)).toEqual(["model.json", "report.html", "model.onnx", "points-fitted.csv"]);

    // The command predicts with the model what the page predicted.
    const run = (...words: string[]): string =>
      execFileSync(process.execPath, [command, ...words], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    run("predict", "model.json", "new.csv", "--out", "by-command.csv", "--digits", "all", "--quiet");
    const [byPage, byCommand] = [
      readFileSync(predictions.path, "utf8"),
      readFileSync(join(folder, "by-command.csv"), "utf8"),
    ].map((text) => parseCsv(text));
    expect(labelsIn(byPage, "label")).toEqual(labelsIn(byCommand, "label"));
    for (const name of ["probability_negative", "probability_positive"]) {
      numbersIn(byPage, name).forEach((p, row) => expect(p).toBeCloseTo(numbersIn(byCommand, name)[row], 9));
    }
    // The lines on the page repeat the fit, up to the rounding of another engine.
    const lines = await page.getByRole("region", { name: "Command line" }).innerText();
    expect(lines).toContain("kernelbayes fit points-fitted.csv --target class");
    run(...lines.replaceAll("\\\n", " ").split(/\s+/).slice(1), "--out", "again", "--no-report", "--quiet");
    const [kept, again] = ["model.json", "again/model.json"].map((name) =>
      loadPosterior(readFileSync(join(folder, name), "utf8")),
    );
    const [one, other] = [kept, again].map((posterior) => posterior.predict(rows).probabilities.data);
    one.forEach((p, at) => expect(p).toBeCloseTo(other[at], 6));
    const program = (await page.getByRole("region", { name: "TypeScript" }).innerText()).replace(
      '"points-fitted.csv"',
      JSON.stringify(files["points-fitted.csv"]),
    );
    const printed = `${program}process.stdout.write(JSON.stringify(Array.from(posterior.predict([{ x1: 0.1, x2: 0.2 }]).probabilities.data)));`;
    const byProgram = execFileSync(process.execPath, ["--input-type=module", "-e", printed], { cwd: workspace });
    (JSON.parse(byProgram.toString()) as number[]).forEach((p, at) => expect(p).toBeCloseTo(one[at], 6));
    // Another runtime gets the same from the graph.
    runtime.env.wasm.numThreads = 1;
    const graph = await runtime.InferenceSession.create(readFileSync(files["model.onnx"]));
    const order = onnxColumns(kept.encoding).numbers.map((name) => numbersIn(rows, name));
    const cells = Float64Array.from({ length: 6 }, (_, at) => order[at % 2][Math.floor(at / 2)]);
    const answer = await graph.run({ numbers: new runtime.Tensor("float64", cells, [3, 2]) });
    (answer["probabilities"].data as Float64Array).forEach((p, at) => expect(p).toBeCloseTo(one[at], 9));
    expect(readFileSync(files["report.html"], "utf8")).toContain("living-model");

    // The model opens again: on its table with all explanations, and without it to predict.
    await drop(page, "model.json", readFileSync(files["model.json"]));
    await page.getByRole("heading", { name: "model.json" }).waitFor();
    await sections.getByRole("button", { name: "Effects" }).click();
    await page.getByRole("img", { name: "Probability of each class by x" }).waitFor();
    await step(page, "Fits");
    await page.getByRole("button", { name: "Remove model.json" }).click();
    await page.getByRole("button", { name: "Put it back" }).click();
    await page.getByRole("button", { name: "Remove model.json" }).click();

    // All is still there after a reload; changes in quick succession are written within half a second.
    await page.waitForTimeout(500);
    await page.reload();
    await page.getByRole("grid").waitFor();
    await step(page, "Fits");
    expect(await page.getByRole("row", { name: /rows × / }).count()).toBe(2);
    await step(page, "Understand");
    await page.getByText("What should I do?").waitFor();
    await page.getByRole("button", { name: "Forget everything" }).click();
    await page.getByRole("button", { name: "Forget them" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "From a table to a classifier" }).waitFor();
    expect(await page.getByRole("grid").count()).toBe(0);

    await drop(page, "model.json", readFileSync(files["model.json"]));
    await page.getByRole("heading", { name: "One row" }).waitFor();
    await page.getByLabel("Choose a file of new rows").setInputFiles(join(folder, "new.csv"));
    const alone = await downloaded(page, () => page.getByRole("button", { name: "Download the predictions" }).click());
    expect(readFileSync(alone.path, "utf8")).toBe(readFileSync(predictions.path, "utf8"));
    await step(page, "Understand");
    await page.getByText("This model came without the table").waitFor();
    expect(complaints).toEqual([]);
  }, 600_000);

  test("bad files get a sentence, and lose nothing of what is open", async () => {
    const { page, complaints } = await openStudio(browser);
    await drop(page, "empty.csv", "");
    await page.getByText("The file empty.csv is empty.").waitFor();
    await drop(page, "points.csv", formatCsv(selectRows(ripley(), [0, 1, 2, 3, 4, 5, 200, 201, 202, 203])));
    await page.getByRole("grid").waitFor();
    // A file of 1 GB is refused before a byte of it is read.
    await page.evaluate(() => {
      const file = new File(["a,b"], "huge.csv");
      Object.defineProperty(file, "size", { value: 2 ** 30 });
      const dataTransfer = { files: [file] };
      const event = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), { dataTransfer });
      document.body.dispatchEvent(event);
    });
    await page.getByText("The table has 1024 MB, more than a page can hold.").waitFor();
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("11");
    await page.getByRole("button", { name: "Dismiss" }).click();
    const bad: readonly (readonly [string, string | Uint8Array])[] = [
      ["binary.bin", Uint8Array.from({ length: 500 }, (_, at) => (at * 37) % 256)],
      ["damaged.csv.gz", Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3])],
      [
        "latin.csv",
        Uint8Array.from([...new TextEncoder().encode("name,class\nM"), 0xfc, ...new TextEncoder().encode("ller,a\n")]),
      ],
      ["names.csv", "a,b\n"],
      ["model.json", '{"format": "kernelbayes-posterior", "version": 1}'],
    ];
    for (const [name, content] of bad) {
      await drop(page, name, content);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      expect(await alert.innerText(), name).toMatch(
        /This did not work\..{20,}The table that was open is still here\./s,
      );
      expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("11");
      await page.getByRole("button", { name: "Dismiss" }).click();
    }
    // Tables that can be opened and not be fitted say why.
    await drop(page, "column.csv", "class\na\nb\na\nb\na\nb\na\nb\n");
    await page.getByText("No column is left to predict from.").waitFor();
    await drop(page, "one.csv", "x,class\n1,a\n2,a\n3,a\n");
    await page.getByText(/Choose the column of labels|one class only/).waitFor();
    await drop(
      page,
      "many.csv",
      `x,class\n${Array.from({ length: 5000 }, (_, at) => `${at % 7},c${at}`).join("\n")}\n`,
    );
    await page.getByText(/Choose the column of labels|too many to learn/).waitFor();
    expect(complaints).toEqual([]);
  }, 300_000);

  test("a large table is scrolled without holding all its rows in the page", async () => {
    const { page } = await openStudio(browser);
    const names = Array.from({ length: 50 }, (_, at) => `c${at}`);
    const lines = Array.from({ length: 10_000 }, (_, row) =>
      [...names.map((_, at) => (row * 31 + at * 17) % 1009), row % 2 ? "yes" : "no"].join(","),
    );
    await drop(page, "large.csv", `${[...names, "class"].join(",")}\n${lines.join("\n")}\n`);
    const grid = page.getByRole("grid");
    await grid.waitFor();
    expect(await grid.getAttribute("aria-rowcount")).toBe("10001");
    expect(await page.getByRole("gridcell").count()).toBeLessThan(1000);
    await grid.focus();
    await page.keyboard.press("Control+End");
    await page.getByRole("rowheader", { name: "10000", exact: true }).waitFor();
  }, 300_000);

  test("no screen keeps readers out, in light and dark", async () => {
    const { page } = await openStudio(browser);
    const look = async (screen: string): Promise<void> => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await barriers(page), `${screen}, ${colorScheme}`).toEqual([]);
      }
    };
    await look("start");
    await drop(page, "points.csv", formatCsv(ripley({ rows: 80 })));
    await page.getByRole("grid").waitFor();
    await look("table");
    await page.getByRole("columnheader", { name: /^x1:/ }).click();
    await look("column");
    await fitQuickly(page, 1);
    await look("fits");
    await step(page, "Understand");
    const sections = page.getByRole("navigation", { name: "Sections" }).getByRole("button");
    await sections.first().waitFor();
    for (const section of await sections.all()) {
      await section.click();
      await look(`understand: ${await section.innerText()}`);
    }
    await step(page, "Predict");
    await page.getByText("Exact Shapley values").waitFor();
    await look("predict");
    await step(page, "Keep");
    await look("keep");
  }, 600_000);
});

function labelsIn(table: ReturnType<typeof parseCsv>, name: string): string[] {
  const column = columnNamed(table, name);
  if (column.type !== "text") throw new Error(`${name} holds no labels.`);
  return Array.from(column.codes, (code) => column.levels[code]);
}

function numbersIn(table: ReturnType<typeof parseCsv>, name: string): number[] {
  const column = columnNamed(table, name);
  if (column.type !== "number") throw new Error(`${name} holds no numbers.`);
  return Array.from(column.values);
}
