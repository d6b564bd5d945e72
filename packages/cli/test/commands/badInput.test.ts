import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { iris } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import { run, temporaryFolder } from "./run.ts";

const head = "x,z,label\n";
const lines = (rows: number, line: (row: number) => string): string =>
  head + Array.from({ length: rows }, (_, i) => line(i)).join("\n");
const good = lines(40, (i) => `${i % 7},${(i * 5) % 11},${i % 2 === 0 ? "a" : "b"}`);

/** Tables that cannot be fitted: their content, and what is said of them. */
const tables: Readonly<Record<string, readonly [content: string | Uint8Array, message: RegExp]>> = {
  "empty.csv": ["", /empty\.csv: .*empty/],
  "header.csv": [head, /no rows/],
  "binary.csv": [
    Uint8Array.from({ length: 300 }, (_, i) => (i * 37) % 256),
    /binary\.csv: .*(not text|NUL|not valid UTF-8)/,
  ],
  "spreadsheet.csv": [
    Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0),
    /spreadsheet\.csv: The Excel file is damaged or cut short/,
  ],
  "cut.csv.gz": [gzipSync(good).subarray(0, 60), /damaged or cut short/],
  "ragged.csv": [`${good}\n1,2\n`, /ragged\.csv: Line 42 .*2 cells/],
  "one-class.csv": [lines(20, (i) => `${i},1,a`), /at least two classes; every row has the label "a"/],
  "label-per-row.csv": [lines(30, (i) => `${i},1,id${i}`), /different label in every one of the 30 rows/],
  "many-classes.csv": [lines(20_000, (i) => `${i},1,k${i % 10_000}`), /10000 different labels .*at most 1000 classes/],
  "infinite.csv": [good.replace("\n1,5,", "\ninf,5,"), /Column "x" has an infinite value in row 2/],
  "latin.csv": [Buffer.from(good.replaceAll("a", "ä"), "latin1"), /not valid UTF-8\. .*--encoding latin1/],
  "duplicate.csv": [good.replace("x,z", "x,x"), /Two columns are named "x"/],
  "no-label.csv": [lines(20, (i) => `${i},1,`), /no label in any row/],
  "constant.csv": [lines(20, (i) => `1,2,${i % 2 === 0 ? "a" : "b"}`), /no column to learn from/],
  "table.xyz": [good, /does not show the format .*--format/],
  "commas.csv": [",".repeat(1e6), /commas\.csv: Line 1: more than 1000000 columns; .*--limit columns=2000000/],
  "bomb.csv.gz": [
    gzipSync(Buffer.alloc(2 ** 26 + 2 ** 20, "1\n")),
    /bytes per compressed byte; .*--limit expansion=500/,
  ],
  "broken.json": ['[{"x": 1,', /broken\.json: /],
};

describe("bad input ends with one clear message and exit code 2, and nothing is written", () => {
  test.each(Object.entries(tables))("%s", async (name, [content, message]) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content);
    const { status, stdout, stderr } = await run(
      "fit",
      join(folder, name),
      "--target",
      "label",
      "--model",
      "lda",
      "--out",
      folder,
    );
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(stderr.trimEnd().split("\n").length).toBe(1);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test.each([
    [["--target", "labels"], /There is no column "labels"\. Did you mean "label"\?/],
    [["--target", "label", "--exclude", "y"], /There is no column "y"/],
    [["--target", "label", "--weights", "w"], /There is no column "w"/],
    [["--target", "label", "--weights", "label"], /Column "label" must hold numbers/],
    [["--target", "label", "--holdout", "1.5"], /--holdout takes a number between 0 and 1/],
    [["--target", "label", "--folds", "1"], /--folds takes a whole number from 2/],
    [["--target", "label", "--folds", "5", "--holdout", "0.2"], /Choose one of --holdout, --folds and --time/],
    [["--target", "label", "--missing", "fill"], /--missing takes one of impute, drop, refuse; got "fill"/],
    [["--target", "label", "--kernel", "gausian", "--model", "krr"], /gausian/],
    [["--target", "label", "--kernel", "sum(gaussian", "--model", "krr"], /closing parenthesis expected at the end/],
    [["--target", "label", "--option", "shrinkage"], /--option takes name=value/],
    [["--target", "label", "--jobs", "0"], /--jobs takes a whole number from 1/],
    [["--target", "label", "--limit", "rows=10"], /Line 12: 11 rows; the limit is 10\. .*--limit rows=20/],
    [["--target", "label", "--limit", "rows"], /--limit takes name=number/],
    [["--target", "label", "--limit", "width=5"], /There is no limit "width"; the limits are rows, columns/],
    [["--target", "label", "--encoding", "utf-99"], /--encoding takes the name of a character encoding/],
    [["--target", "label", "--memory", "1e-9"], /needs about .* of memory; the limit is .* Raise --memory/],
    [["--target", "label", "--budget", "soon"], /--budget takes a time/],
    [[], /required option '--target <column>' not specified/],
  ])("options %j", async (words, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "good.csv"), good);
    const model = words.includes("--model") ? [] : ["--model", "lda"];
    const { status, stderr } = await run("fit", join(folder, "good.csv"), ...words, ...model, "--out", folder);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual(["good.csv"]);
  });

  test("a file that is not there, a folder without tables, and folders that cannot be written, before any work", async () => {
    const folder = temporaryFolder();
    const table = join(folder, "good.csv");
    writeFileSync(table, good);
    const fit = (path: string, ...words: string[]): ReturnType<typeof run> =>
      run("fit", path, "--target", "label", "--model", "lda", ...words);
    expect(await fit(join(folder, "god.csv"))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no such file"),
    });
    const empty = temporaryFolder();
    expect(await fit(empty)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no file of a table in this folder"),
    });
    for (const option of ["--out", "--figures"]) {
      const { status, stderr } = await fit(table, option, join(table, "inside"));
      expect(stderr).toMatch(/cannot be written: part of the path is a file/);
      expect(status).toBe(2);
    }
    const taken = await fit(table, "--out", table);
    expect(taken.stderr).toMatch(/cannot be written: there is a file of this name/);
    expect(readdirSync(folder)).toEqual(["good.csv"]);
  });

  test("a result that cannot be put in place leaves no half-written file", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "model.json"));
    writeFileSync(join(folder, "good.csv"), good);
    const { status, stderr } = await run(
      "fit",
      join(folder, "good.csv"),
      "--target",
      "label",
      "--model",
      "lda",
      "--out",
      folder,
    );
    expect(stderr).toMatch(/model\.json cannot be written: this is a folder/);
    expect(status).toBe(2);
    expect(readdirSync(folder).toSorted()).toEqual(["good.csv", "model.json"]);
  });
});

test("Latin-1 is read right when it is named", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "latin.csv"), Buffer.from(good.replaceAll(",a", ",bär"), "latin1"));
  const words = [
    "fit",
    join(folder, "latin.csv"),
    "--target",
    "label",
    "--model",
    "lda",
    "--out",
    folder,
    "--no-report",
  ];
  const { status, stderr } = await run(...words, "--encoding", "latin1");
  expect(status).toBe(0);
  expect(stderr).toContain("bär 20 (50.0 %)");
});

test("labels are texts: 01 and 1 are two classes", async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "codes.csv"),
    lines(40, (i) => `${i % 7},${(i * 5) % 11},${i % 2 === 0 ? "01" : "1"}`),
  );
  const { stderr } = await run(
    "fit",
    join(folder, "codes.csv"),
    "--target",
    "label",
    "--model",
    "lda",
    "--out",
    folder,
    "--no-report",
  );
  expect(stderr).toContain("Label label: 01 20 (50.0 %), 1 20 (50.0 %)");
});

test("tables of every text format are read", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "iris.tsv"), formatCsv(iris()).replaceAll(",", "\t"));
  const { status, stderr } = await run(
    "fit",
    join(folder, "iris.tsv"),
    "--target",
    "species",
    "--model",
    "lda",
    "--out",
    folder,
    "--no-report",
  );
  expect(stderr).toContain("150 rows, 4 number columns");
  expect(status).toBe(0);
});
