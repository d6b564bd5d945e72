import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fitSync, linearDiscriminant, selectRows, tableFromColumns } from "kernelbayes";
import { stream } from "kernelbayes/numeric";
import { formatCsv } from "kernelbayes/table";
import { readTable, writePosterior } from "kernelbayes/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, runJson } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "large-"));
const parts = mkdtempSync(join(tmpdir(), "parts-"));
const at = (name: string): string => join(folder, name);
afterAll(() => [folder, parts].forEach((path) => rmSync(path, { recursive: true })));

const random = stream(7, 1);
const labels = Array.from({ length: 600 }, () => (random.uniform() < 0.5 ? "no" : "yes"));
const shifted = (shift: number): number[] =>
  labels.map((label) => Number(((label === "yes" ? shift : 0) + random.uniform()).toFixed(4)));
const table = tableFromColumns({ x: shifted(0.6), z: shifted(0.2), empty: labels.map(() => 5), outcome: labels });
const rowsOf = (from: number, to: number): string =>
  formatCsv(
    selectRows(
      table,
      Array.from({ length: to - from }, (_, i) => from + i),
    ),
  );

beforeAll(async () => {
  writeFileSync(at("whole.csv"), rowsOf(0, 600));
  writeFileSync(join(parts, "a.csv"), rowsOf(0, 250));
  writeFileSync(join(parts, "b.csv"), rowsOf(250, 600));
  await writePosterior(
    at("model.json"),
    fitSync(linearDiscriminant(), table, { target: "outcome", columns: ["x", "z"] }),
  );
});

test.each(["predict", "evaluate"])("%s reads the files of a folder as one table", async (command) => {
  const words = command === "predict" ? ["--id", "x"] : [];
  const whole = await run(command, at("model.json"), at("whole.csv"), ...words);
  const inParts = await run(command, at("model.json"), parts, ...words);
  expect(inParts.status).toBe(0);
  expect(inParts.stdout.replaceAll(parts, "TABLE")).toBe(whole.stdout.replaceAll(at("whole.csv"), "TABLE"));
});

interface Explained {
  readonly rows: readonly { readonly row: number; readonly outputs: readonly { readonly total: number }[] }[];
}

test("rows of a table that is read in chunks are explained as those of the table in memory", async () => {
  const words = ["--row", "7,431", "--background", at("whole.csv")];
  const whole = await runJson<Explained>("explain", at("model.json"), at("whole.csv"), ...words);
  const inParts = await runJson<Explained>("explain", at("model.json"), parts, ...words);
  expect(inParts.rows.map(({ row }) => row)).toEqual([7, 431]);
  expect(inParts.rows).toEqual(whole.rows);
  expect((await run("explain", at("model.json"), parts, "--row", "601")).stderr).toContain("the table has 600 rows");
});

test("contributions of all rows are written chunk by chunk, with the numbers of the rows", async () => {
  const [whole, inParts] = [at("whole-values.csv"), at("values.csv")];
  const words = (out: string): string[] => ["--background", at("whole.csv"), "--out", out];
  await run("explain", at("model.json"), at("whole.csv"), ...words(whole));
  expect((await run("explain", at("model.json"), parts, ...words(inParts))).stdout).toContain("of 600 rows");
  expect(await readTable(inParts)).toEqual(await readTable(whole));
});

test("questions about the model are answered on the rows of a folder", async () => {
  const { stdout, status } = await run("explain", at("model.json"), parts, "--effects", "x", "--slices");
  expect(status).toBe(0);
  expect(stdout).toContain("on 600 rows");
});

interface Checked {
  readonly rows: number;
  readonly checked?: number;
  readonly findings: readonly { readonly code: string }[];
}

test("a table that is read in chunks is checked by a random sample, which the answer says", async () => {
  const whole = await runJson<Checked>("check", at("whole.csv"), "--target", "outcome");
  const inParts = await runJson<Checked>("check", parts, "--target", "outcome");
  expect(inParts).toEqual({ ...whole, source: parts });
  expect(inParts.findings.map(({ code }) => code)).toContain("constant-column");
  const lines = Array.from({ length: 100_500 }, (_, i) => `${i % 977},${i % 2 === 0 ? "a" : "b"}`);
  writeFileSync(at("long.csv"), ["x,y", ...lines, ""].join("\n"));
  const long = await runJson<Checked>("check", at("long.csv"), "--target", "y", "--chunks");
  expect(long).toMatchObject({ rows: 100_500, checked: 100_000 });
  const { stdout } = await run("check", at("long.csv"), "--target", "y", "--chunks");
  expect(stdout).toContain("100500 rows, of which a random 100000 were checked");
});
