import { describe, expect, test } from "vitest";
import { crossValidateWork } from "../../src/fit/crossValidateWork.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { normal, stream } from "../../src/random/index.ts";
import { runSync } from "../../src/run/run.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";
import { codesOf, recordingModel, withTexts } from "./samples.ts";

/** Labels by the throw of a coin, and columns that have nothing to do with them. */
function nonsense(rows: number, columns: number): Table {
  const random = stream(5, rows, columns);
  const cells: Record<string, (number | string)[]> = {};
  for (let j = 0; j < columns; j++) cells[`x${j}`] = Array.from({ length: rows }, () => normal(random));
  cells["y"] = Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? "heads" : "tails"));
  return tableFromColumns(cells);
}

const table = nonsense(60, 200);
const options = { target: "y", select: 5 };

describe("a fit with selected columns", () => {
  const posterior = fitSync(linearDiscriminant(), table, options);

  test("says that its own figures are too good", () => {
    expect(codesOf(posterior.warnings)).toEqual(["selected-columns"]);
    expect(posterior.warnings[0].message).toMatch(/^5 of 200 columns were selected/);
    const unselected = fitSync(linearDiscriminant(), table, { target: "y", columns: ["x1"] });
    expect(codesOf(unselected.warnings)).not.toContain("selected-columns");
  });

  test("keeps the selection in its document, and predicts from these columns alone", () => {
    const loaded = loadPosterior(JSON.stringify(posterior.toDocument()));
    expect(loaded.encoding.selectedFrom).toBe(200);
    const names = loaded.encoding.columns.map(({ name }) => name);
    const narrow = { rows: 60, columns: table.columns.filter(({ name }) => names.includes(name)) };
    expect(narrow.columns).toHaveLength(5);
    expect(loaded.predict(narrow)).toEqual(posterior.predict(table));
  });
});

describe("cross-validation with selected columns", () => {
  test("selects anew in every fold, on its training rows", () => {
    const { model, seen } = recordingModel();
    const { warnings } = runSync(crossValidateWork(model, table, { ...options, folds: 4 }));
    expect(seen.map(({ X }) => X.columns)).toEqual([5, 5, 5, 5]);
    expect(codesOf(warnings)).toEqual([]);
  });

  test("finds nothing in nonsense, where leave-one-out after the selection does", () => {
    const posterior = fitSync(linearDiscriminant(), table, options);
    const { scores } = runSync(crossValidateWork(linearDiscriminant(), table, { ...options, folds: 5 }));
    // A coin has the log score −log 2; of 200 columns of noise the best five look like knowledge.
    expect(posterior.score!.perRow).toBeGreaterThan(-0.6);
    expect(scores.logLoss.mean).toBeGreaterThan(Math.log(2));
  });

  test("does not look at the labels of test rows", () => {
    const train = Array.from({ length: 40 }, (_, i) => i);
    const test = Array.from({ length: 20 }, (_, i) => 40 + i);
    const labels = (row: number): string => ((row % 2 === 0) === row < 40 ? "heads" : "tails");
    const other = withTexts(table, "y", labels);
    const matrices = [table, other].map((rows) => {
      const { model, seen } = recordingModel();
      runSync(crossValidateWork(model, rows, { ...options, splits: [{ train, test }] }));
      return seen[0].X;
    });
    expect(matrices[1]).toEqual(matrices[0]);
    const selected = [table, other].map((rows) =>
      fitSync(linearDiscriminant(), rows, options).encoding.columns.map(({ name }) => name),
    );
    expect(selected[1]).not.toEqual(selected[0]);
  });
});
