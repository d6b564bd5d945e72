import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { informationFactors } from "../../../../src/models/leastSquares/tuned/informationFactors.ts";
import { stream } from "../../../../src/random/stream.ts";

const n = 400;
const source = stream(3);
/** A class, a column that tells it in four of five rows, two indicators of a category of three levels that tells it always, and noise. */
const classes = Int32Array.from({ length: n }, (_, i) => i % 2);
const X = matrix(n, 4);
for (let i = 0; i < n; i++) {
  const told = source.uniform() < 0.8 ? classes[i] : 1 - classes[i];
  const level = classes[i] === 0 ? 0 : 1 + (i % 4 < 2 ? 0 : 1);
  X.data.set([told + 0.01 * source.uniform(), level === 1 ? 1 : 0, level === 2 ? 1 : 0, source.uniform()], 4 * i);
}
const weights = new Float64Array(n).fill(1);
const groups = [4, 9, 9, 2];

test("factors follow the information of each group, by hand for a category that tells everything", () => {
  const factors = informationFactors({ X, classes, weights, groups });
  expect(factors[1]).toBe(factors[2]);
  expect(factors[1]).toBeGreaterThan(factors[0]);
  expect(factors[0]).toBeGreaterThan(factors[3]);
  // I = log 2 − (3 − 1)/(2n) of the category; the mean of the factors over the groups is 1.
  expect((factors[0] + factors[1] + factors[3]) / 3).toBeCloseTo(1, 12);
  const mean = (Math.LN2 - 2 / (2 * n)) / (1.02 * factors[1] - 0.02);
  const cells = 0.8 * Math.log(1.6) + 0.2 * Math.log(0.4);
  expect((1.02 * factors[0] - 0.02) * mean).toBeCloseTo(cells, 1);
});

test("a row of weight two counts as two rows", () => {
  const rows = Int32Array.from({ length: n }, (_, i) => i % 300);
  const copied = matrix(
    n,
    4,
    Float64Array.from({ length: 4 * n }, (_, at) => X.data[4 * rows[at >> 2] + (at & 3)]),
  );
  const first = matrix(300, 4, X.data.slice(0, 1200));
  const asCopies = informationFactors({ X: copied, classes: rows.map((row) => classes[row]), weights, groups });
  const asWeights = informationFactors({
    X: first,
    classes: classes.slice(0, 300),
    weights: Float64Array.from({ length: 300 }, (_, i) => (i < 100 ? 2 : 1)),
    groups,
  });
  asWeights.forEach((factor, j) => expect(factor).toBeCloseTo(asCopies[j], 12));
});

test("columns without any information are all alike", () => {
  const constant = matrix(n, 2, new Float64Array(2 * n));
  expect(Array.from(informationFactors({ X: constant, classes, weights, groups: [0, 1] }))).toEqual([1, 1]);
});
