import { expect, test } from "vitest";
import { classMoments, weightedRows } from "../../src/rows/classGroups.ts";
import { fromRows, toRows } from "../../src/matrix/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { gaussianRows } from "../models/problems.ts";
import { naiveClasses, times, transposed } from "../models/naive.ts";

const { X, classes } = gaussianRows({ sizes: [5, 8, 3], columns: 3 });
const weights = classes.map((_, i) => [1, 2, 0.5][i % 3]);

function momentsOf(rows: number[][], numbers: number[], rowWeights: number[]) {
  return classMoments(fromRows(rows), Int32Array.from(numbers), Float64Array.from(rowWeights), 3);
}

test("sizes and means are those of the textbook, with weights", () => {
  const { sizes, total, means } = momentsOf(X, classes, weights);
  const naive = naiveClasses(X, classes, weights);
  expectClose(sizes, naive.sizes, 1e-13);
  expect(total).toBeCloseTo(naive.sizes[0] + naive.sizes[1] + naive.sizes[2], 12);
  expectClose(means.data, naive.means.flat(), 1e-13);
});

test("a row of weight two counts as two rows", () => {
  const whole = classes.map((_, i) => (i % 3 === 0 ? 2 : 1));
  const doubled = X.flatMap((x, i) => Array.from({ length: whole[i] }, () => x));
  const numbers = classes.flatMap((q, i) => Array.from({ length: whole[i] }, () => q));
  const [a, b] = [
    momentsOf(X, classes, whole),
    momentsOf(
      doubled,
      numbers,
      numbers.map(() => 1),
    ),
  ];
  expectClose(a.sizes, b.sizes, 0);
  expectClose(a.means.data, b.means.data, 1e-14);
});

test("each row is held against the mean of its own class", () => {
  const { means, within } = momentsOf(X, classes, weights);
  toRows(within).forEach((row, i) => {
    expectClose(
      row,
      X[i].map((value, j) => value - means.data[classes[i] * 3 + j]),
      0,
    );
  });
});

test("a column that is constant within a class has no deviations there, to the bit, whatever its value", () => {
  const constant = X.map(([a, b], i) => [a, b, [0.1, 1 / 3, 1e6 + 0.7][classes[i]]]);
  const { within } = momentsOf(constant, classes, weights);
  expect(toRows(within).every((row) => row[2] === 0)).toBe(true);
});

test("rows far from the origin lose no more than the rounding of their mean", () => {
  const far = X.map((row) => row.map((value) => value + 2 ** 30));
  const near = far.map((row) => row.map((value) => value - 2 ** 30));
  expectClose(momentsOf(far, classes, weights).within.data, momentsOf(near, classes, weights).within.data, 2e-7);
});

test("the product of weighted rows is their scatter, of all rows or of some", () => {
  const rows = fromRows(X);
  const root = Float64Array.from(weights);
  for (const chosen of [undefined, (row: number) => classes[row] === 1]) {
    const kept = X.map((x, i) => ({ x, w: weights[i] })).filter((_, i) => chosen?.(i) ?? true);
    const scatter = times(
      transposed(kept.map(({ x, w }) => x.map((value) => w * value))),
      kept.map(({ x }) => x),
    );
    const weighted = toRows(weightedRows(rows, root, chosen)).map((row) => Array.from(row));
    expect(weighted).toHaveLength(kept.length);
    expectClose(times(transposed(weighted), weighted).flat(), scatter.flat(), 1e-12);
  }
});
