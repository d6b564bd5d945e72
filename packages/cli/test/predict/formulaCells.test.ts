import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, parseCsv, linearDiscriminant } from "kernelbayes";
import { type TextColumn } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { expect, test } from "vitest";
import { run, temporaryFolder } from "../commands/run.ts";

const notes = ["=1+1", "@SUM(A1)", "+1+cmd|' /C calc'!A0", "-2+3", "\t=1", "-1.5", "+3e2", "-", "plain", "a=b"];
const formulas = notes.slice(0, 5);

/** A model of the classes "=no" and "yes", and a table with notes beside its column. */
async function prepared(): Promise<{ model: string; table: string; out: string }> {
  const folder = temporaryFolder();
  const [model, table] = [join(folder, "model.json"), join(folder, "new.csv")];
  const rows = Array.from({ length: 20 }, (_, i) => `${i},${i < 10 ? "=no" : "yes"}`);
  await writePosterior(model, fitSync(linearDiscriminant(), parseCsv(["x,y", ...rows].join("\n")), { target: "y" }));
  writeFileSync(table, ["x,=note", ...notes.map((note, i) => `${2 * i},"${note}"`)].join("\n"));
  return { model, table, out: join(folder, "out.csv") };
}
const column = (text: string, name: string): string[] => {
  const table = parseCsv(text, { types: { [name]: "text" } });
  const { codes, levels } = table.columns.find((each) => each.name === name) as TextColumn;
  return Array.from(codes, (code) => levels[code]);
};

test("cells that a spreadsheet would run are written as they are, and a note counts them and says what can be done", async () => {
  const { model, table } = await prepared();
  const { stdout, stderr } = await run("predict", model, table);
  expect(column(stdout, "=note")).toEqual(notes);
  expect(column(stdout, "label")).toEqual(notes.map((_, i) => (2 * i < 10 ? "=no" : "yes")));
  // Five notes, the name of their column, and five labels.
  expect(stderr).toContain("Note: a spreadsheet would run 11 cells of the output as formulas. ");
  expect(stderr).toContain("--formulas quote");
});

test("asked for, an apostrophe stands before them, and before nothing else", async () => {
  const { model, table, out } = await prepared();
  const { stdout, stderr } = await run("predict", model, table, "--formulas", "quote");
  expect(column(stdout, "'=note")).toEqual(notes.map((note) => (formulas.includes(note) ? `'${note}` : note)));
  expect(column(stdout, "label").filter((label) => label === "'=no")).toHaveLength(5);
  expect(stdout.split("\n")[0]).toContain("probability_=no");
  expect(stderr).toContain("An apostrophe was put before 11 cells");
  const summary = await run("predict", model, table, "--formulas", "quote", "--out", out, "--json");
  expect(JSON.parse(summary.stdout)).toMatchObject({ rows: 10, formulaCells: 11 });
});

test("formats that say what is text are left alone, and so are tables without such cells", async () => {
  const { model, table } = await prepared();
  const lines = await run("predict", model, table, "--as", "ndjson", "--formulas", "quote");
  expect(lines.stderr).not.toContain("apostrophe");
  expect(lines.stdout.split("\n").filter((line) => line.includes('"label":"=no"'))).toHaveLength(5);
  expect((await run("predict", model, table, "--keep", "none", "--as", "csv", "--id", "x")).stderr).toContain(
    "5 cells",
  );
  const { status, stderr } = await run("predict", model, table, "--formulas", "drop");
  expect(stderr).toContain('--formulas takes one of keep, quote; got "drop"');
  expect(status).toBe(2);
});
