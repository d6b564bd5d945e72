import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { iris } from "kernelbayes";
import { twonorm } from "kernelbayes/data";
import { formatCsv } from "kernelbayes/table";
import { expect, test } from "vitest";
import { run, runJson, temporaryFolder } from "./commands/run.ts";

const command = fileURLToPath(new URL("../dist/kernelbayes.js", import.meta.url));

/** Runs the built command as a person would. */
function kernelbayes(
  words: readonly string[],
  input?: string,
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], { encoding: "utf8", input });
  return { status, stdout, stderr };
}

interface DemoResult {
  readonly folds: number;
  readonly report?: string;
  readonly data: readonly {
    data: string;
    results: readonly { model: string; errorRate: number; logLoss: number; areaUnderCurve: number }[];
  }[];
}

test("the built command fits a table from the standard input, and describes what it wrote", () => {
  const folder = temporaryFolder();
  const words = ["fit", "-", "--target", "species", "--model", "lda", "--out", folder, "--quiet", "--no-report"];
  const fitted = kernelbayes(words, formatCsv(iris()));
  expect(fitted.stderr).toBe("");
  expect(fitted.status).toBe(0);
  expect(readdirSync(folder)).toEqual(["model.json"]);
  const described = kernelbayes(["describe", join(folder, "model.json"), "--quiet"]);
  expect(described.stdout).toContain("a classifier of species, fitted to 150 rows.");
});

test("npx finds the command after the set-up, which builds it when npm has linked all others already", () => {
  const link = fileURLToPath(new URL("../../../node_modules/.bin/kernelbayes", import.meta.url));
  const { status, stdout } = spawnSync(link, ["--version"], { encoding: "utf8", shell: process.platform === "win32" });
  expect(status).toBe(0);
  expect(stdout.trim()).toBe(kernelbayes(["--version"]).stdout.trim());
});

test("the built command ends with exit code 2 and one line for bad input", () => {
  const { status, stderr } = kernelbayes([
    "fit",
    "nothing.csv",
    "--target",
    "y",
    "--no-report",
    "--out",
    temporaryFolder(),
  ]);
  expect(status).toBe(2);
  expect(stderr).toBe("nothing.csv: there is no such file.\n");
});

test("a reader that goes away early does no harm", () => {
  const { status, stdout, stderr } = spawnSync(
    `"${process.execPath}" "${command}" models --json | head -n 1; echo "\${PIPESTATUS[0]}"`,
    {
      shell: "/bin/bash",
      encoding: "utf8",
    },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "[\n0\n", stderr: "" });
});

test("Ctrl-C ends a fit with exit code 130, leaves no half-written file, and says what was kept", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "table.csv"), formatCsv(twonorm({ rows: 600 })));
  const words = [
    "fit",
    join(folder, "table.csv"),
    "--target",
    "class",
    "--model",
    "gpc",
    "--out",
    folder,
    "--jobs",
    "1",
  ];
  const child = spawn(process.execPath, [command, ...words]);
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
    if (/fitting gpc/.test(text)) child.kill("SIGINT");
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(told).toMatch(/Stopped\. Nothing was written\.\n$/);
  expect(status).toBe(130);
  expect(readdirSync(folder)).toEqual(["table.csv"]);
});

test("demo compares models on data sets of the library, with a table each and a report", async () => {
  const out = temporaryFolder();
  const words = ["demo", "--data", "iris,ripley", "--models", "lda, qda", "--folds", "3", "--jobs", "1", "--out", out];
  const { status, stdout } = await run(...words);
  expect(status).toBe(0);
  expect(stdout).toContain("3-fold cross-validation, seed 1");
  expect(stdout).toMatch(/\niris: 150 flowers[^]*\nlda [^]*\nqda [^]*\nripley: two mixtures[^]*\nlda [^]*\nqda /);
  expect(stdout).toContain(`Report  ${join(out, "report.html")}`);
  expect(readFileSync(join(out, "report.html"), "utf8")).toMatch(/^<!doctype html>/i);

  const quiet = await run(...words, "--no-report", "--quiet");
  expect(quiet.stderr).toBe("");
  expect(quiet.stdout).toMatch(/^iris\nmodel +error % +log loss +AUC/);
});

test("equal seeds give equal results, other seeds other folds", async () => {
  const words = [
    "demo",
    "--data",
    "iris",
    "--folds",
    "4",
    "--models",
    "lda,qda",
    "--jobs",
    "1",
    "--no-report",
    "--seed",
  ];
  const first = await runJson<DemoResult>(...words, "5");
  const again = await runJson<DemoResult>(...words, "5");
  const other = await runJson<DemoResult>(...words, "6");
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  for (const { errorRate, logLoss, areaUnderCurve } of first.data[0].results) {
    expect(errorRate).toBeLessThan(0.07);
    expect(logLoss).toBeLessThan(0.12);
    expect(areaUnderCurve).toBeGreaterThan(0.99);
  }
});

test.each([
  [["demo", "--models", "lda,bfdd"], 'no model "bfdd". Did you mean bfd'],
  [["demo", "--data", "flowers"], 'There is no data set "flowers". There are iris'],
  [["demo", "--folds", "many"], "--folds takes a whole number from 2"],
  [["demo", "--seed", "0.5"], "--seed takes a whole number"],
  [["demo", "--folds", "100000", "--no-report", "--models", "lda"], "100000 folds"],
  [["demos"], "unknown command"],
  [["demo", "--fold"], "unknown option"],
])("%j is refused with exit code 2 and a message", async (words, message) => {
  const { status, stderr } = await run(...words);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

test("version and help end with exit code 0", async () => {
  expect((await run("--version")).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await run("--help")).toMatchObject({ status: 0 });
});
