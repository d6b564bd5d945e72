import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { InputError } from "../../../src/errors.ts";
import type { Problem } from "../../../src/rows/labelledRows.ts";
import { logistic, mostSearched, type LogisticOptions } from "../../../src/models/logistic/logistic.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { logLossFromLogarithms } from "../../../src/evaluate/logLoss.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { runSync } from "../../../src/run/run.ts";
import { thrown } from "../../thrown.ts";
import { gaussianRows, problemOf } from "../problems.ts";

const engine = selectEngine();

function fitted(problem: Problem, options: LogisticOptions = {}): NumericPosterior {
  return runSync(logistic(options).fit(problem, { engine, seed: 1 }));
}

const rows = gaussianRows({ sizes: [30, 20, 25], columns: 4 });
const problem = problemOf(rows);

test("mean probabilities over the training rows are the class frequencies, since intercepts are free", () => {
  const { logProbabilities } = fitted(problem).predict(problem.X, 0.9);
  [30, 20, 25].forEach((size, c) => {
    const sum = rows.classes.reduce((total, _, i) => total + Math.exp(logProbabilities.data[3 * i + c]), 0);
    expect(sum).toBeCloseTo(size, 8);
  });
});

test("two classes have the interval σ(f ± z s) with s² = xᵀH⁻¹x, worked out by hand in one column", () => {
  const line = problemOf({ X: [[-2], [-1], [0.5], [1], [-0.5], [2]], classes: [0, 0, 0, 1, 1, 1] });
  const posterior = fitted(line, { regularization: 1 });
  const { latentMean, latentDeviation } = posterior.predict(line.X, 0.9);
  const f = (i: number): number => latentMean.data[2 * i + 1];
  const x = [-2, -1, 0.5, 1, -0.5, 2];
  const slope = (f(5) - f(0)) / 4;
  const W = x.map((_, i) => 1 / (2 + Math.exp(f(i)) + Math.exp(-f(i))));
  const moment = (power: number): number => W.reduce((sum, w, i) => sum + w * x[i] ** power, 0);
  // ½λ(β₀² + β₁²) = ¼λ β² on the slope β of the log odds.
  const [a, b, c] = [moment(2) + 0.5, moment(1), moment(0)];
  const determinant = a * c - b * b;
  x.forEach((value, i) => {
    const variance = (c * value * value - 2 * b * value + a) / determinant;
    expect(latentDeviation.data[2 * i + 1]).toBeCloseTo(Math.sqrt(variance), 9);
  });
  // At the minimum Σ (ỹ − π) x = ½ β.
  const pull = x.reduce((sum, value, i) => sum + (line.classes[i] - 1 / (1 + Math.exp(-f(i)))) * value, 0);
  expect(pull).toBeCloseTo(0.5 * slope, 9);
});

test("more columns than rows are fitted in the space of the rows, also when rows are asked for that lie outside", () => {
  const wide = problemOf(gaussianRows({ sizes: [8, 8, 8], columns: 60, distance: 4 }));
  const posterior = fitted(wide);
  const { latentDeviation: inside } = posterior.predict(wide.X, 0.9);
  const moved = { ...wide.X, data: wide.X.data.map((value, at) => value + (at % 60 === 59 ? 30 : 0)) };
  const { latentDeviation: outside } = posterior.predict(moved, 0.9);
  outside.data.forEach((deviation, at) => expect(deviation).toBeGreaterThan(inside.data[at]));
  expect((posterior.parameters().basis as { columns: number }).columns).toBe(24);
});

test("groups that are copies of a row are left out together", () => {
  const copies = { X: rows.X.flatMap((row) => [row, row, row]), classes: rows.classes.flatMap((c) => [c, c, c]) };
  const groups = copies.classes.map((_, i) => Math.floor(i / 3));
  const density = (posterior: NumericPosterior, classes: readonly number[]): number =>
    classes.reduce((sum, c, i) => sum + (posterior.leaveOneOut?.logProbabilities.data[3 * i + c] ?? NaN), 0) /
    classes.length;
  const honest = density(fitted(problemOf(copies, { groups })), copies.classes);
  expect(honest).toBeLessThan(density(fitted(problemOf(copies)), copies.classes));
  expect(Math.abs(honest - density(fitted(problem), rows.classes))).toBeLessThan(0.1);
});

test("a search takes all rows of narrow tables, and fewer where a Hessian would be too dear", () => {
  expect(mostSearched(4, 3)).toBeGreaterThan(1e6);
  // 300 columns and 5 classes: 4 · 301 coefficients.
  expect(mostSearched(300, 5)).toBe(232);
  // No more coordinates than rows: n · (2 n)² within 2e8.
  expect(mostSearched(5000, 3)).toBe(368);
  expect(mostSearched(5000, 20)).toBe(200);
});

describe("options that are none", () => {
  test.each<[string, object]>([
    ["a negative regularization", { regularization: -1 }],
    ["a regularization in words", { regularization: "small" }],
    ["an unknown name", { lambda: 1 }],
  ])("are refused: %s", (_, options) => {
    expect(() => logistic(options)).toThrow(InputError);
  });

  test("a regularization that leaves separated classes without an optimum is refused with the least that is allowed", () => {
    const error = thrown(() => fitted(problem, { regularization: 1e-9 }));
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain("millionth");
  });
});

test("without signal the probabilities keep to the class frequencies, also with more columns than rows", () => {
  const ratios = Array.from({ length: 12 }, (_, draw) => {
    const random = stream(1 + draw);
    const drawn = (n: number) => ({
      X: Array.from({ length: n }, () => Array.from({ length: 200 }, () => normal(random))),
      classes: Array.from({ length: n }, (_, i) => i % 2),
    });
    const posterior = fitted(problemOf(drawn(60)));
    const fresh = drawn(400);
    const { logProbabilities } = posterior.predict(fromRows(fresh.X), 0.9);
    return logLossFromLogarithms(logProbabilities, Int32Array.from(fresh.classes)).mean / Math.LN2;
  });
  expect(ratios.reduce((sum, ratio) => sum + ratio / 12, 0)).toBeLessThan(1.01);
  expect(ratios.filter((ratio) => ratio < 1.001).length).toBeGreaterThanOrEqual(9);
});

test("where classes lie far apart intervals are no wider towards even odds than left-out labels allow", () => {
  const apart = problemOf(gaussianRows({ sizes: [25, 25, 25], columns: 4, distance: 8 }));
  const posterior = fitted(apart);
  const { logProbabilities, lower, upper } = posterior.predict(apart.X, 0.9);
  const widths = Float64Array.from(apart.classes, (q, i) => upper.data[3 * i + q] - lower.data[3 * i + q]).toSorted();
  const sure = apart.classes.filter((q, i) => Math.exp(logProbabilities.data[3 * i + q]) > 0.95).length;
  expect(sure).toBeGreaterThan(60);
  expect(posterior.parameters().width).toBeLessThan(0.9);
  expect(widths[37]).toBeLessThan(0.2);
  const whole = logistic().restore({ ...posterior.parameters(), width: undefined }, posterior, { engine, seed: 1 });
  const before = whole.predict(apart.X, 0.9);
  apart.classes.forEach((q, i) => expect(before.lower.data[3 * i + q]).toBeLessThan(lower.data[3 * i + q]));
});

test("columns that did not gain enough to count may still do something: intervals come from a looser fit", () => {
  const random = stream(7);
  const X = Array.from({ length: 40 }, () => Array.from({ length: 3 }, () => normal(random)));
  const nothing = problemOf({ X, classes: X.map((_, i) => i % 2) });
  const posterior = fitted(nothing);
  const { loose, penalty } = posterior.parameters() as Record<string, never>;
  expect((loose as { penalty: number }).penalty).toBeLessThan(penalty);
  const { logProbabilities, lower, upper, latentMean } = posterior.predict(nothing.X, 0.9);
  // What is reported as latent is the logit of the probability that is reported, not of the looser fit.
  nothing.classes.forEach((_, i) => {
    const [first, second] = [logProbabilities.data[2 * i], logProbabilities.data[2 * i + 1]];
    expect(latentMean.data[2 * i + 1]).toBeCloseTo(second - first, 12);
  });
  const stiff = logistic().restore({ ...posterior.parameters(), loose: undefined }, posterior, { engine, seed: 1 });
  const narrow = stiff.predict(nothing.X, 0.9);
  expect(narrow.logProbabilities.data).toEqual(logProbabilities.data);
  const width = (ends: typeof narrow): number =>
    ends.upper.data.reduce((sum, end, at) => sum + end - ends.lower.data[at], 0);
  expect(width({ ...narrow, lower, upper })).toBeGreaterThan(1.3 * width(narrow));
  logProbabilities.data.forEach((log, at) => {
    expect(lower.data[at]).toBeLessThanOrEqual(Math.exp(log));
    expect(upper.data[at]).toBeGreaterThanOrEqual(Math.exp(log));
  });
});
