import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, runJson, temporaryFolder } from "./run.ts";

interface Fitted {
  readonly table: { readonly rows: number; readonly unlabelled: number };
  readonly classes: readonly { readonly name: string; readonly rows: number }[];
  readonly columns: readonly string[];
  readonly measured: { readonly how: string; readonly rows: number; readonly errorRate: { readonly estimate: number } };
  readonly model: object;
  readonly warnings: readonly { readonly code: string }[];
}

/** Two classes that one column tells apart, with a column that names the rows; every hundredth row has no label. */
function csv(rows: number, from: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const row = from + i;
    const x = Math.sin(row) * 2;
    const label = row % 100 === 50 ? "" : x + Math.cos(7 * row) > 0 ? "yes" : "no";
    return `${x.toFixed(4)},${(Math.sin(3 * row) * 5).toFixed(4)},visit ${row},${label}`;
  });
  return ["x,z,name,outcome", ...lines, ""].join("\n");
}

const folder = mkdtempSync(join(tmpdir(), "visits-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  writeFileSync(join(folder, "2024.csv"), csv(700, 0));
  writeFileSync(join(folder, "2025.csv"), csv(800, 700));
});

const fitted = (...words: string[]): Promise<Fitted> =>
  runJson<Fitted>("fit", folder, "--target", "outcome", "--out", temporaryFolder(), "--jobs", "1", ...words);

test("the files of a folder are fitted as one table, measured on rows that were held out", async () => {
  const { table, classes, columns, measured, model, warnings } = await fitted("--holdout", "0.1");
  expect(table).toMatchObject({ rows: 1500, unlabelled: 15 });
  expect(classes.reduce((sum, { rows }) => sum + rows, 0) + measured.rows).toBe(1485);
  expect(columns).toEqual(["x", "z"]);
  expect(measured.how).toBe("hold-out");
  expect(measured.errorRate.estimate).toBeLessThan(0.3);
  expect(model).toMatchObject({ name: "auto", effort: "low" });
  expect(warnings.map(({ code }) => code)).toContain("missing-label");
});

test("another model and the report of the sample", async () => {
  const out = temporaryFolder();
  const words = ["--target", "outcome", "--model", "lda", "--holdout", "0.2", "--jobs", "1", "--out", out];
  const { status, stdout, stderr } = await run("fit", folder, ...words);
  expect(status).toBe(0);
  expect(stderr).toContain("is read in chunks, being a folder");
  expect(stdout).toMatch(/Measured on \d+ rows that were held out/);
  expect((await run("describe", join(out, "model.json"))).stdout).toMatch(/fitted to 1[12]\d\d rows/);
});

test("what does not go with chunks is refused, and so is a model that cannot be summed", async () => {
  const refused = async (...words: string[]): Promise<string> =>
    (await run("fit", folder, "--target", "outcome", "--out", temporaryFolder(), "--jobs", "1", ...words)).stderr;
  expect(await refused("--folds", "5")).toContain("--folds cannot be used with rows that are read in chunks");
  expect(await refused("--group", "name")).toContain("--group cannot be used");
  expect(await refused("--model", "gpc")).toContain("Choose auto, lssvm");
  expect(await refused("--no-chunks")).toContain("directory");
});

test("a small file is read in chunks where that is asked for, and errors name its rows", async () => {
  const file = join(folder, "2025.csv");
  const words = ["fit", file, "--chunks", "--target", "outcome", "--out", temporaryFolder(), "--jobs", "1"];
  const { stderr } = await run(...words, "--model", "lda", "--holdout", "0.1", "--missing", "refuse");
  expect(stderr).toContain("as asked");
  const holes = join(temporaryFolder(), "holes.csv");
  writeFileSync(holes, csv(400, 0).replace(/^-?[\d.]+(,[^,]*,visit 333,)/m, "$1"));
  const failed = await run("fit", holes, ...words.slice(2), "--model", "lda", "--missing", "refuse");
  expect(failed.status).toBe(2);
  expect(failed.stderr).toMatch(/"x" has a missing value in row 334/);
});

test("so few rows that none is held out are refused with the option that helps, and the model stays", async () => {
  const few = join(temporaryFolder(), "few.csv");
  writeFileSync(few, csv(12, 0));
  const out = temporaryFolder();
  const words = [
    "--chunks",
    "--target",
    "outcome",
    "--out",
    out,
    "--jobs",
    "1",
    "--model",
    "lda",
    "--missing",
    "impute",
  ];
  const { status, stderr } = await run("fit", few, ...words);
  expect(status).toBe(2);
  expect(stderr).toContain("A hold-out of 0.02 leaves no row to measure the model on.");
  expect(stderr).toContain("was written before, and is complete");
});
