import { fitSync, selectRows, tableFromColumns, type Table } from "kernelbayes";
import { models, type ModelName } from "kernelbayes/models";
import { stream } from "kernelbayes/numeric";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportInput } from "../../src/report/reportInput.ts";
import { executable, furthest, living, startReportBrowser, type ReportBrowser } from "./reportBrowser.ts";

// Tables that strain a report: many rows, many columns, many classes, categories.

/** So many classes in columns of numbers, of which the first carry the class. */
function numbersOf(rows: number, columns: number, classes: number): Table {
  const random = stream(9, rows, columns, classes);
  const labels = Array.from({ length: rows }, (_, row) => row % classes);
  return tableFromColumns({
    ...Object.fromEntries(
      Array.from({ length: columns }, (_, j) => [
        `column ${j + 1}`,
        labels.map((label) =>
          Number((random.uniform() * 4 + (j < 5 ? ((label * (j + 2)) % classes) / 3 : 0)).toFixed(4)),
        ),
      ]),
    ),
    label: labels.map((label) => `class ${label}`),
  });
}

/** Sites of sequences: 20 letters, a few of which are usual of their class. */
function letters(): Table {
  const random = stream(5);
  const labels = Array.from({ length: 200 }, (_, row) => row % 2);
  return tableFromColumns({
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, j) => [
        `site ${j + 1}`,
        labels.map((label) => (label === 1 && j < 6 && random.uniform() < 0.7 ? "G" : "ACGT"[random.integer(4)])),
      ]),
    ),
    label: labels.map((label) => (label === 1 ? "splice" : "other")),
  });
}

function fittedBy(name: ModelName, table: Table, options: object = {}): ReportInput {
  return { posterior: fitSync(models[name].create(options as never), table, { target: "label" }), table };
}

const [megabyte, noLeftOut] = [1e6, /left out here/];

describe.skipIf(!executable)("in a page", () => {
  let browser: ReportBrowser;
  beforeAll(async () => {
    browser = await startReportBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  for (const [name, options, most] of [
    ["lssvm", {}, 3],
    ["auto", { effort: "low" }, 8],
  ] as const) {
    test(`1000 rows of 20 columns by ${name}: a file of at most ${most} MB whose picture follows a slider`, async () => {
      const input = fittedBy(name, numbersOf(1000, 20, 2), options);
      const text = living(input);
      expect(Buffer.byteLength(text)).toBeLessThan(most * megabyte);
      expect(text).not.toMatch(noLeftOut);
      const { page, complaints } = await browser.openText(text, name, {});
      await page.waitForSelector(".near li");
      // How long a move takes is measured by `npm run bench -- living-report`.
      await movesOf(page, 5);
      const cells = await page.$$eval(".field", (fields) =>
        fields.map((field): [string, number] => [
          field.querySelector("label")!.textContent,
          Number(field.querySelector<HTMLInputElement>('input[type="number"]')!.value),
        ]),
      );
      const usual = Object.fromEntries(
        input.posterior.profiles!.map((profile, j) => [
          input.posterior.encoding.columns[j].name,
          profile.kind === "number" ? profile.quantiles[(profile.quantiles.length - 1) / 2] : undefined,
        ]),
      );
      const row = { ...usual, [cells[0][0]]: cells[0][1] };
      const { probabilities } = input.posterior.predict([row], { intervals: false });
      await expect.poll(() => furthest(page, probabilities.data)).toBeLessThan(1e-9);
      expect(complaints).toEqual([]);
      await page.context().close();
    }, 300_000);
  }

  test("a slider that moves while changes are searched is answered, and the search ends", async () => {
    const { page, complaints } = await browser.open(fittedBy("auto", numbersOf(400, 20, 2), { effort: "low" }), "busy");
    await page.waitForSelector(".near li");
    await page.getByRole("button", { name: "What would change the decision?" }).click();
    await page.waitForSelector("text=Searching …");
    await movesOf(page, 5);
    expect(await page.locator("text=Searching …").count()).toBe(0);
    // The worker that explains was ended, and begins anew.
    await page.getByRole("button", { name: "What would change the decision?" }).click();
    await expect.poll(() => page.locator("text=Searching …").count(), { timeout: 120_000 }).toBe(0);
    expect(await page.locator(".explained .part").last().textContent()).toMatch(/→|No change within/);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 300_000);

  test("a table that has no room in the file comes from the model: rows to start from, contributions, neighbours", async () => {
    const input = fittedBy("lssvm", numbersOf(60, 2600, 4));
    const text = living(input);
    expect(Buffer.byteLength(text)).toBeLessThan(3 * megabyte);
    expect(text).not.toMatch(/Training rows, and with them/);
    const { page, complaints } = await browser.openText(text, "wide", {});
    await page.waitForSelector(".near li");
    await page.getByLabel("Start from").fill("row 7");
    await page.getByLabel("Start from").blur();
    const { probabilities } = input.posterior.predict(selectRows(input.table, [6]), { intervals: false });
    await expect.poll(() => furthest(page, probabilities.data), { timeout: 20_000 }).toBeLessThan(1e-9);
    const nearest = page.locator(".near button").first();
    await expect.poll(() => nearest.textContent(), { timeout: 20_000 }).toMatch(/^row \d+$/);
    const name = await nearest.textContent();
    await nearest.click();
    expect(await page.getByLabel("Start from").inputValue()).toBe(name);
    expect(await page.$$eval(".signed .bar", (bars) => bars.length)).toBe(11);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 300_000);

  test("ten classes, and levels of categories, are predicted as the model predicts them", async () => {
    for (const [name, table, change] of [
      ["digits", numbersOf(300, 16, 10), undefined],
      ["letters", letters(), "site 2"],
    ] as const) {
      const input = fittedBy("lssvm", table);
      const { page, complaints } = await browser.open(input, name);
      await page.waitForSelector(".near li");
      const start = page.getByLabel("Start from");
      await start.fill("row 12");
      await start.blur();
      const row = selectRows(input.table, [11]);
      if (change !== undefined) {
        await page.getByLabel("Find a column").fill(change);
        await page.getByLabel(change, { exact: true }).selectOption("T");
      }
      const changed = change === undefined ? row : withLevel(row, change, "T");
      const { probabilities } = input.posterior.predict(changed, { intervals: false });
      await expect.poll(() => furthest(page, probabilities.data), { timeout: 20_000 }).toBeLessThan(1e-9);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  }, 300_000);
});

function withLevel(table: Table, name: string, level: string): Table {
  const [changed] = tableFromColumns({ [name]: Array.from({ length: table.rows }, () => level) }).columns;
  return { ...table, columns: table.columns.map((column) => (column.name === name ? changed : column)) };
}

/** Moves the first slider so many times, and has the milliseconds until each new picture. */
function movesOf(page: Page, moves: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('.field input[type="range"]')!;
    const bar = document.querySelector<HTMLElement>(".prediction .bar")!;
    const [low, high] = [Number(slider.min), Number(slider.max)];
    const times: number[] = [];
    for (let move = 0; move < count; move++) {
      const start = performance.now();
      const changed = new Promise<void>((resolve) => {
        const watch = new MutationObserver(() => {
          watch.disconnect();
          requestAnimationFrame(() => resolve());
        });
        watch.observe(bar, { attributes: true, attributeFilter: ["data-probability"] });
      });
      slider.value = String(low + ((high - low) * (move + 0.37)) / (count + 1));
      slider.dispatchEvent(new Event("input"));
      await changed;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return times;
  }, moves);
}
