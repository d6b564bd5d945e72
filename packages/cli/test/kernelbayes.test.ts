import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("../dist/kernelbayes.js", import.meta.url));

/** Runs the built command as a person would. */
function kernelbayes(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

interface DemoResult {
  readonly folds: number;
  readonly results: readonly { model: string; errorRate: number; logLoss: number; areaUnderCurve: number }[];
}

test("demo compares every model of the catalogue on iris, and each does well", () => {
  const { status, stdout } = kernelbayes("demo", "--json");
  expect(status).toBe(0);
  const { folds, results } = JSON.parse(stdout) as DemoResult;
  expect(folds).toBe(5);
  const catalogue = JSON.parse(kernelbayes("models", "--json").stdout) as { name: string }[];
  expect(results.map(({ model }) => model)).toEqual(catalogue.map(({ name }) => name));
  for (const { errorRate, logLoss, areaUnderCurve } of results) {
    expect(errorRate).toBeLessThan(0.07);
    expect(logLoss).toBeLessThan(0.12);
    expect(areaUnderCurve).toBeGreaterThan(0.99);
  }
}, 240_000);

test("demo prints a table with a line a model, and nothing else when quiet", () => {
  const { stdout } = kernelbayes("demo", "--folds", "3", "--models", "qda,lda", "--quiet");
  const [head, rule, ...rows] = stdout.trimEnd().split("\n");
  expect(head).toMatch(/model +error % +log loss +AUC/);
  expect(rule).toMatch(/^[- ]+$/);
  expect(rows.map((row) => row.split(" ", 1)[0])).toEqual(["qda", "lda"]);
  const { stdout: told } = kernelbayes("demo", "--folds", "3", "--models", "rda, lda");
  expect(told).toContain("3-fold cross-validation, seed 1");
  expect(told).toMatch(/\nrda [^]*\nlda /);
  expect(told).not.toContain("qda");
});

test("equal seeds give equal results, other seeds other folds", () => {
  const [first, again, other] = ["5", "5", "6"].map(
    (seed) => kernelbayes("demo", "--json", "--folds", "4", "--models", "rda,lssvm,bfd-linear", "--seed", seed).stdout,
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test.each([
  [["demo", "--models", "lda,bfdd"], 'no model "bfdd". Did you mean bfd'],
  [["demo", "--folds", "many"], "--folds takes a whole number from 2"],
  [["demo", "--folds", "1"], "--folds takes a whole number from 2"],
  [["demo", "--seed", "0.5"], "--seed takes a whole number"],
  [["demo", "--folds", "100000"], "100000 folds"],
  [["demos"], "unknown command"],
  [["demo", "--fold"], "unknown option"],
])("%j is refused with exit code 2 and a message, never a stack trace", (words, message) => {
  const { status, stderr } = kernelbayes(...words);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n {4}at /);
});

test("help and version end with exit code 0", () => {
  expect(kernelbayes("--help")).toMatchObject({ status: 0 });
  expect(kernelbayes("demo", "--help").stdout).toContain("Example:");
  expect(kernelbayes("--version").stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});

test("kernels lists every kernel with its parameters", () => {
  const { stdout } = kernelbayes("kernels");
  for (const name of ["gaussian", "matern", "composite", "lengthScale"]) expect(stdout).toContain(name);
});
