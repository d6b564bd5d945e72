import { describe, expect, test } from "vitest";
import { discriminantLeaveOneOut } from "../../../src/models/discriminant/discriminantLeaveOneOut.ts";
import { discriminantMoments, withinScatter } from "../../../src/models/discriminant/gaussianEstimate.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import type { Model } from "../../../src/models/model.ts";
import type { LeaveOneOut, NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { engines } from "../../kernels/engines.ts";
import { fitTo, gaussianRows, problemOf, type Labelled } from "../problems.ts";
import { textbookLinear, textbookQuadratic } from "../textbook.ts";

/** Log probabilities of row i by the fit to the rows with one unit of row i taken away. */
function byRefit(model: Model, { X, classes }: Labelled, weights: readonly number[], i: number): number[] {
  const left = weights.map((weight, row) => (row === i ? Math.max(0, weight - 1) : weight));
  const kept = classes.map((_, row) => row).filter((row) => left[row] > 0);
  const rest = { X: kept.map((row) => X[row]), classes: kept.map((row) => classes[row]) };
  const posterior = fitTo(model, problemOf(rest, { weights: kept.map((row) => left[row]) }));
  return Array.from(posterior.predict(fromRows([X[i]]), 0.9).logProbabilities.data);
}

function leaveOneOutOf({ leaveOneOut }: NumericPosterior): LeaveOneOut {
  if (!leaveOneOut) throw new Error("There is no leave-one-out.");
  return leaveOneOut;
}

/** Every row that has a score has that of the refit. */
function expectRefits(
  model: Model,
  data: Labelled,
  weights = data.classes.map(() => 1),
  toleranceOf = (_row: number) => 1e-9,
): LeaveOneOut {
  const found = leaveOneOutOf(fitTo(model, problemOf(data, { weights })));
  expect(found.method).toBe("exact");
  const rows = toRows(found.logProbabilities);
  data.classes.forEach((_, i) => {
    if (found.omitted.includes(i)) return;
    byRefit(model, data, weights, i).forEach((log, c) => {
      expect(Math.abs(rows[i][c] - log) / Math.max(1, Math.abs(log)), `row ${i}, class ${c}`).toBeLessThan(
        toleranceOf(i),
      );
    });
  });
  return found;
}

const tall = gaussianRows({ sizes: [9, 14, 7], columns: 3 });
const collinear = { ...tall, X: tall.X.map(([a, b, c]) => [a, b, c, a - b]) };
const wide = gaussianRows({ sizes: [5, 7, 4], columns: 25 });
const two = gaussianRows({ sizes: [12, 8], columns: 2 });

describe.each([
  ["lda", textbookLinear],
  ["qda", textbookQuadratic],
] as const)("the leave-one-out formula of %s equals fits without each row", (_, create) => {
  test.each([0, 0.3, 1])("with shrinkage %d and classes of different size", (shrinkage) => {
    for (const data of [tall, two]) expect(expectRefits(create({ shrinkage }), data).omitted).toEqual([]);
  });

  test.each([0, 0.3, 1])("with shrinkage %d and a column that follows from others", (shrinkage) => {
    expect(expectRefits(create({ shrinkage }), collinear).omitted).toEqual([]);
  });

  test.each([0.05, 0.3, 1])("with shrinkage %d and more columns than rows", (shrinkage) => {
    expect(expectRefits(create({ shrinkage }), wide).omitted).toEqual([]);
  });

  test.each([0, 0.3, 1])("with shrinkage %d and weights, a unit at a time", (shrinkage) => {
    const weights = tall.classes.map((__, i) => [1, 2, 3, 0.5, 1.5][i % 5]);
    expect(expectRefits(create({ shrinkage }), tall, weights).omitted).toEqual([]);
  });

  test.each([0, 0.3, 1])(
    "with shrinkage %d, and a row of weight w has the score of each of w equal rows",
    (shrinkage) => {
      const weights = tall.classes.map((__, i) => 1 + (i % 3));
      const copies = weights.flatMap((weight, i) => Array.from({ length: weight }, () => i));
      const copied = { X: copies.map((i) => tall.X[i]), classes: copies.map((i) => tall.classes[i]) };
      const [weighted, plain] = [problemOf(tall, { weights }), problemOf(copied)].map((problem) =>
        toRows(leaveOneOutOf(fitTo(create({ shrinkage }), problem)).logProbabilities),
      );
      copies.forEach((i, at) => plain[at].forEach((log, c) => expect(weighted[i][c]).toBeCloseTo(log, 9)));
    },
  );

  test("with a row a million deviations away, where the formula alone would lose its digits", () => {
    const outlying = { ...tall, X: tall.X.map((row, i) => (i === 3 ? [1e6, -2e6, 5e5] : row)) };
    // The other rows share their covariance with it, which leaves them four digits in the formula and in the refit.
    const toleranceOf = (row: number): number => (row === 3 ? 1e-9 : 1e-3);
    expect(expectRefits(create(), outlying, undefined, toleranceOf).omitted).toEqual([]);
  });
});

test("a level that a single row has takes its direction along when the row is left out, and the score is that of the rest", () => {
  const soils = tall.classes.map((_, i) => (i === 4 ? 2 : i % 2));
  const X = tall.X.map((row, i) => [...row, ...[0, 1, 2].map((soil) => (soils[i] === soil ? 1 : 0))]);
  expect(expectRefits(textbookLinear(), { ...tall, X }).omitted).toEqual([]);
});

describe("rows without which no model is left are named", () => {
  test("the only row of a class", () => {
    const data = gaussianRows({ sizes: [9, 1, 8], columns: 2 });
    expect(expectRefits(textbookLinear(), data).omitted).toEqual([9]);
  });

  test("every row of a class that has one more row than columns", () => {
    const data = gaussianRows({ sizes: [9, 4, 8], columns: 3 });
    expect(expectRefits(textbookQuadratic(), data).omitted).toEqual([9, 10, 11, 12]);
    expect(expectRefits(textbookQuadratic({ shrinkage: 0.1 }), data).omitted).toEqual([]);
  });

  test("both rows of a class of two, whose covariance needs two", () => {
    const data = gaussianRows({ sizes: [9, 2], columns: 3 });
    expect(expectRefits(textbookQuadratic({ shrinkage: 0.5 }), data).omitted).toEqual([9, 10]);
  });

  test("the row that alone makes a class vary", () => {
    const X = [
      [0, 1],
      [0, 1],
      [0, 1],
      [2, 3],
      [5, 1],
      [4, 3],
      [6, 2],
      [3, 4],
    ];
    const data = { X, classes: [0, 0, 0, 0, 1, 1, 1, 1] };
    for (const shrinkage of [0.2, 1]) {
      expect(expectRefits(textbookQuadratic({ shrinkage }), data).omitted).toEqual([3]);
    }
  });

  test("all rows when there are no degrees of freedom to spare", () => {
    const data = { X: [[0], [1], [3]], classes: [0, 0, 1] };
    expect(expectRefits(textbookLinear({ shrinkage: 0.5 }), data).omitted).toEqual([0, 1, 2]);
  });
});

test.each(engines)("rows that carry a direction alone are left to a fit, on the engine $name", (engine) => {
  const X = fromRows([...tall.X.map((row) => [...row, 0]), [0.3, 0.1, 0.2, 1]]);
  const classes = Int32Array.of(...tall.classes, 1);
  const weights = new Float64Array(X.rows).fill(1);
  const moments = discriminantMoments(engine, X, classes, weights, 3);
  const { omitted, doubtful, logProbabilities } = discriminantLeaveOneOut(engine, {
    moments,
    classes,
    weights,
    scatters: [withinScatter(engine, moments, classes, weights)],
    shrinkage: 0,
  });
  expect([omitted, doubtful]).toEqual([[], [X.rows - 1]]);
  expect(Array.from(logProbabilities.data.slice(-3))).toEqual([0, 0, 0]);
});
