import { fit, linearDiscriminant, tableFromColumns } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import { expect, test } from "vitest";
import { changedDraft, emptyDraft, type Draft } from "../../src/data/draft.ts";
import type { TableProfile } from "../../src/data/profile.ts";
import { exampleTable } from "../../src/work/exampleTable.ts";
import { fittable, prepared } from "../../src/work/prepared.ts";
import { profileOf } from "../../src/work/profileOf.ts";

const dirty = exampleTable("dirty");
const look = (draft: Draft): TableProfile => profileOf(prepared(dirty, draft));

/** Presses the first button of every finding that was not dealt with, until none is left. */
function mended(): Draft {
  let draft = emptyDraft;
  for (let turn = 0; turn < 30; turn++) {
    const open = look(draft).findings.find(({ done, fixes }) => done === undefined && fixes.length > 0);
    if (!open) return draft;
    draft = changedDraft(draft, open.fixes[0].patch);
  }
  throw new Error("The buttons do not come to an end.");
}

test("a table as it comes gets a label, roles and findings", () => {
  const { target, columns, findings, hindrance } = look(emptyDraft);
  expect(target).toBe("species");
  expect(hindrance).toBeUndefined();
  const roles = Object.fromEntries(columns.map(({ name, role }) => [name, role]));
  expect(roles).toMatchObject({ sample: "name", instrument: "out", species: "label", "petal length": "feature" });
  const codes = new Set(findings.map(({ code }) => code));
  for (const code of ["leak", "label-spelling", "decimal-comma", "placeholder", "unit", "sentinel"]) {
    expect(codes).toContain(code);
  }
});

test("the buttons of the findings mend the table, which then can be fitted to the three species", async () => {
  const draft = mended();
  const made = prepared(dirty, draft);
  const { classes, columns } = profileOf(made);
  expect(classes.map(({ rows }) => rows)).toEqual([50, 50, 50]);
  const numbers = columns.filter(({ kind, role }) => kind === "number" && role === "feature").map(({ name }) => name);
  expect(numbers).toEqual(expect.arrayContaining(["petal length", "petal width", "sepal length", "sepal width"]));
  expect(columns.find(({ name }) => name === "report")?.role).toBe("out");
  expect(columns.find(({ name }) => name === "sepal length")?.missing).toBe(
    asText(columnNamed(dirty, "sepal length")).filter((cell) => cell === "-999").length,
  );
  const { table, options } = fittable(made, 1);
  const posterior = await fit(linearDiscriminant(), table, options);
  expect(posterior.classes).toEqual(["setosa", "versicolor", "virginica"]);
});

test("histograms count every present cell once, by class", () => {
  const { columns, rows } = look(emptyDraft);
  for (const { histogram, missing } of columns) {
    expect(histogram.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(rows - missing);
  }
});

test("a role that one column can have goes from one column to another", () => {
  const draft = changedDraft(changedDraft(emptyDraft, { roles: { batch: "group" } }), { roles: { sample: "group" } });
  expect(draft.roles).toEqual({ batch: "feature", sample: "group" });
});

test("a corrected label is the label of that row", () => {
  const draft = changedDraft(mended(), { labels: { 3: "virginica" } });
  const { table } = prepared(dirty, draft);
  const labels = asText(columnNamed(table, "species"));
  expect([labels[2], labels[3]]).toEqual(["setosa", "virginica"]);
});

test.each([
  [{ x: [1, 2, 3, 4], y: ["a", "a", "a", "a"] }, "one class"],
  [{ y: ["a", "b", "a", "b"] }, "No column is left"],
  [{ x: [1.5, 2.5, 3.5, 4.5] }, "Choose the column of labels"],
])("a table that cannot be fitted says why: %#", (columns, words) => {
  const table = tableFromColumns(columns);
  const draft = "y" in columns ? changedDraft(emptyDraft, { roles: { y: "label" } }) : emptyDraft;
  expect(profileOf(prepared(table, draft)).hindrance).toContain(words);
});
