import { readFileSync } from "node:fs";
import { join } from "node:path";
import { iris } from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

const n = 60;

/** Rows of a spreadsheet of Europe: semicolons, a byte order mark, decimal commas, percent signs, dates with points, a number for each row. */
function spreadsheet(point: "," | "."): string {
  let state = 5;
  const draw = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  const rows = Array.from({ length: n }, (_, row) => {
    const isGood = draw() < 0.5;
    const value = (isGood ? 2 : 1) + 2 * draw();
    const cells = [
      row + 1,
      value.toFixed(2),
      (10 * draw()).toFixed(1),
      `${(100 * draw()).toFixed(1)}%`,
      `${10 + (row % 18)}.0${1 + (row % 9)}.2021`,
      row === 7 || row === 9 ? "n.d." : Math.round(50 * draw()),
      row % 15 === 2 ? -999 : Math.round(9 * draw()),
      isGood ? "good" : "bad",
    ];
    return cells.map((cell, at) => (at === 4 ? cell : String(cell).replace(".", at === 5 ? "." : point))).join(";");
  });
  return `\ufeffid;a;b;share;visit;score;grade;answer\n${rows.join("\n")}\n`;
}

interface Found {
  readonly code: string;
  readonly column?: string;
  readonly action: string;
  readonly rows: readonly number[];
  readonly example?: string;
  readonly message: string;
}

describe("check", () => {
  test("names what is wrong with a spreadsheet, where, and the option that helps", async () => {
    const path = temporaryFile("eu.csv", spreadsheet(","));
    const { findings } = await runJson<{ findings: Found[] }>("check", path, "--target", "answer");
    expect(findings.map(({ code, column, action }) => [code, column, action])).toEqual([
      ["decimal-comma", "a", "repaired"],
      ["decimal-comma", "b", "repaired"],
      ["percent", "share", "repaired"],
      ["placeholder", "score", "left-out"],
      ["sentinel", "grade", "none"],
      ["numeric-identifier", "id", "left-out"],
      ["date-column", "visit", "repaired"],
    ]);
    expect(findings[3]).toMatchObject({ rows: [8, 10], example: "n.d." });
    expect(findings[3].message).toContain("--na n.d. reads it as a missing cell");
    expect(findings[4].message).toContain("--na -999");
    const { stdout, status } = await run("check", path, "--target", "answer");
    expect(status).toBe(0);
    expect(stdout).toContain("eu.csv: 60 rows, 8 columns: 7 findings.");
  });

  test("the options that it names help", async () => {
    const path = temporaryFile("eu.csv", spreadsheet(","));
    const words = ["--target", "answer", "--na", "n.d.", "--na", "-999", "--types", "share=text,visit=text"];
    const { findings } = await runJson<{ findings: Found[] }>("check", path, ...words);
    const codes = findings.map(({ code }) => code);
    for (const code of ["placeholder", "sentinel", "percent", "date-column"]) expect(codes).not.toContain(code);
  });

  test("has nothing to say about a table that is fine", async () => {
    const { stdout } = await run("check", temporaryFile("iris.csv", formatCsv(iris())), "--target", "species");
    expect(stdout).toMatch(/iris\.csv: 150 rows, 5 columns: nothing to report\.\n$/);
  });

  test("shows few of many columns with the same finding, and all on demand", async () => {
    const names = Array.from({ length: 9 }, (_, j) => `c${j}`);
    const text = `x,${names.join()},y\n${Array.from({ length: 40 }, (_, i) => `${(i * 17) % 23},${names.map(() => 1).join()},${i % 2 ? "a" : "b"}`).join("\n")}\n`;
    const path = temporaryFile("wide.csv", text);
    const few = await run("check", path);
    expect(few.stdout.match(/^constant-column$/gm)).toHaveLength(4);
    expect(few.stdout).toContain('The same holds for 6 more columns: "c3", "c4"');
    const all = await run("check", path, "--all");
    expect(all.stdout.match(/^constant-column$/gm)).toHaveLength(9);
  });

  test("refuses a label column that is not there", async () => {
    const { status, stderr } = await run("check", temporaryFile("iris.csv", formatCsv(iris())), "--target", "Species");
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "species"?');
  });
});

describe("fit", () => {
  interface Fitted {
    readonly check: readonly Found[];
    readonly columns: readonly string[];
    readonly warnings: readonly { code: string; message: string }[];
    readonly measured: { readonly errorRate: { readonly estimate: number } };
  }
  const words = ["--target", "answer", "--model", "lda", "--na", "n.d.", "--na", "-999"];

  test("gives a spreadsheet with decimal commas the figures of the same table with points", async () => {
    const fitted = async (point: "," | "."): Promise<Fitted> =>
      runJson<Fitted>(
        "fit",
        temporaryFile("t.csv", spreadsheet(point)),
        ...words,
        "--no-report",
        "--out",
        temporaryFolder(),
      );
    const [european, plain] = [await fitted(","), await fitted(".")];
    expect(european.columns).toEqual(["a", "b", "share", "visit", "score", "grade"]);
    expect(european.measured).toEqual(plain.measured);
    expect(european.check.map(({ code }) => code)).toContain("decimal-comma");
    expect(european.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["decimal-comma", "percent", "numeric-identifier", "date-column"]),
    );
  });

  test("prints the findings before the fit, lists them in the report, and its model reads the same spreadsheet", async () => {
    const path = temporaryFile("eu.csv", spreadsheet(","));
    const out = temporaryFolder();
    const { stderr, status } = await run("fit", path, ...words, "--out", out);
    expect(status).toBe(0);
    expect(stderr).toContain('Note: Column "a" has numbers with decimal commas');
    expect(stderr.indexOf("Note: ")).toBeLessThan(stderr.indexOf("Fitting lda"));
    const report = readFileSync(join(out, "report.html"), "utf8");
    expect(report).toContain("Numeric identifier");
    expect(report).toContain("looks like an identifier");
    const predicted = await run("predict", join(out, "model.json"), path, "--na", "n.d.", "--na", "-999");
    expect(predicted.stderr).toContain("Predicted 60 rows");
    expect(predicted.status).toBe(0);
  });

  test("learns from a numeric identifier only if --columns names it", async () => {
    const path = temporaryFile("eu.csv", spreadsheet(","));
    const out = temporaryFolder();
    const named = await runJson<Fitted>("fit", path, ...words, "--columns", "id,a", "--no-report", "--out", out);
    expect(named.columns).toEqual(["id", "a"]);
    expect(named.check).toMatchObject([{ column: "a" }, { column: "id", action: "none" }]);
  });
});

test("a table without a line of names is read by --no-header", async () => {
  const path = temporaryFile("bare.csv", "1,a\n2,b\n3,a\n");
  const { columns } = await runJson<{ columns: { name: string }[] }>("describe", path, "--no-header");
  expect(columns.map(({ name }) => name)).toEqual(["column1", "column2"]);
});

test("--types refuses what is no type", async () => {
  const { status, stderr } = await run("check", temporaryFile("t.csv", "a,b\n1,2\n"), "--types", "a=date");
  expect(status).toBe(2);
  expect(stderr).toContain(
    '--types takes column=type, where the type is number, text, category, ignore, such as zip=text; got "a=date".',
  );
});
