import { expect, test } from "vitest";
import { predictionAt } from "../../../../src/models/leastSquares/evidence/predictionAt.ts";
import { classLogOdds, probabilityInterval } from "../../../../src/models/fisher/posterior/classLogOdds.ts";
import { sigmoid } from "../../../../src/numeric/sigmoid.ts";
import { applied, copied, engine, sample, smooth, type Sample } from "../../fisher/samples.ts";
import { relativeDifference } from "../problems.ts";
import { naive, posteriorOf, precisions } from "./problems.ts";

const rows = sample(14, 2);
const plain = { ...rows, weights: rows.weights.map(() => 1) };
const { X: Z } = sample(9, 2, 5);
const kernel = smooth();

function predicted(sample: Sample): ReturnType<typeof predictionAt> {
  return predictionAt(posteriorOf(sample, kernel), kernel.cross(engine, sample.X, Z), kernel.diagonal(Z));
}

test("mean and variance are those of the formulas written out", () => {
  const { mean, variance } = predicted(plain);
  const { a, b, inverse, e, total } = naive(plain, kernel);
  const mu = precisions.functionPrecision;
  const cross = kernel.cross(engine, plain.X, Z);
  const prior = kernel.diagonal(Z);
  mean.forEach((value, t) => {
    const k = a.map((_, i) => cross.data[i * Z.rows + t] / mu);
    const along = (v: readonly number[]): number => v.reduce((sum, each, i) => sum + each * k[i], 0);
    expect(value).toBeCloseTo(along(a) + b, 10);
    const expected = prior[t] / mu - along(applied(inverse, k)) + (1 - along(e)) ** 2 / total;
    expect(variance[t]).toBeCloseTo(expected, 10);
  });
});

test("a row of weight w counts as w copies", () => {
  const [weighted, twins] = [predicted(rows), predicted(copied(rows))];
  expect(relativeDifference(weighted.mean, twins.mean)).toBeLessThan(1e-11);
  expect(relativeDifference(weighted.variance, twins.variance)).toBeLessThan(1e-11);
});

test("the interval contains the probability and widens with the level", () => {
  const moments = predicted(rows);
  const settings = { precision: precisions.noisePrecision, distance: 2, priorLogOdds: 0.3 };
  const probability = classLogOdds(moments, settings).map(sigmoid);
  const [narrow, wide] = [0.5, 0.9].map((level) => probabilityInterval(moments, settings, level));
  probability.forEach((p, t) => {
    const v = moments.variance[t] + 1 / precisions.noisePrecision;
    expect(p).toBeCloseTo(sigmoid((2 * moments.mean[t]) / v + 0.3), 12);
    expect(wide.lower[t]).toBeLessThan(narrow.lower[t]);
    expect(narrow.lower[t]).toBeLessThan(p);
    expect(p).toBeLessThan(narrow.upper[t]);
    expect(narrow.upper[t]).toBeLessThan(wide.upper[t]);
  });
});
