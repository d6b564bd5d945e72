import { expect, test } from "vitest";
import { evidencePosterior } from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { toRows } from "../../../../src/matrix/row.ts";
import { copied, engine, sample, smooth } from "../../fisher/samples.ts";
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
