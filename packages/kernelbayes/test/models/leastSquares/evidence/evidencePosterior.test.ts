import { expect, test, describe } from "vitest";
import { evidencePosterior, predictionAt } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { toRows } from "../../../../src/matrix/row.ts";
import { copied, engine, sample, smooth, applied, type Sample } from "../../fisher/samples.ts";
import { relativeDifference } from "../problems.ts";
import { naive, posteriorOf, precisions, prepared } from "./problems.ts";

const rows = sample(14, 2);
const plain = { ...rows, weights: rows.weights.map(() => 1) };

test("coefficients, bias and residual matrix are those of the formulas written out", () => {
  const { coefficients, bias, residualMatrix } = posteriorOf(plain, smooth());
  const { a, b, Pi } = naive(plain, smooth());
  const { functionPrecision: mu, noisePrecision: zeta } = precisions;
  expect(
    relativeDifference(
      coefficients,
      a.map((value) => value / mu),
    ),
  ).toBeLessThan(1e-11);
  expect(Math.abs(bias - b)).toBeLessThan(1e-12);
  expect(
    relativeDifference(
      toRows(residualMatrix()).flat(),
      Pi.flat().map((value) => value / zeta),
    ),
  ).toBeLessThan(1e-11);
});

test("a row of weight w has w times the coefficient of one of w copies, and the bias is the same", () => {
  const weighted = posteriorOf(rows, smooth());
  const twins = posteriorOf(copied(rows), smooth());
  const sums = new Float64Array(rows.labels.length);
  rows.weights.flatMap((w, i) => new Array<number>(w).fill(i)).forEach((i, at) => (sums[i] += twins.coefficients[at]));
  expect(relativeDifference(weighted.coefficients, sums)).toBeLessThan(1e-11);
  expect(Math.abs(weighted.bias - twins.bias)).toBeLessThan(1e-12);
  expect(weighted.total).toBe(twins.total);
});

test("precisions that are not positive, weights that are not, and too few rows are refused", () => {
  const { problem } = prepared(rows, smooth());
  for (const wrong of [0, -1, NaN, Infinity]) {
    expect(() => evidencePosterior(engine, problem, { ...precisions, noisePrecision: wrong })).toThrow(
      "noisePrecision must be greater than 0",
    );
    expect(() => evidencePosterior(engine, problem, { ...precisions, functionPrecision: wrong })).toThrow(
      "functionPrecision must be greater than 0",
    );
    const weights = problem.weights.map((w, i) => (i === 3 ? wrong : w));
    expect(() => evidencePosterior(engine, { ...problem, weights }, precisions)).toThrow("that of row 3");
  }
  const light = { ...problem, weights: problem.weights.map(() => 0.01) };
  expect(() => evidencePosterior(engine, light, precisions)).toThrow("worth more than 1 in total");
});

describe("predictions", () => {
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
});
