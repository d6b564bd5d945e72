import { describe, expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { biasOf, lowerBound, upperBound, type DualProblem } from "../../../src/models/supportVector/dual.ts";
import { kernelRows, wholeKernelRows } from "../../../src/rows/kernel/kernelRows.ts";
import { minimalOptimization } from "../../../src/models/supportVector/minimalOptimization.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { linear } from "../../../src/kernels/linear.ts";
import { cloudDual, cloudRows, dualValue, residualsOf } from "./trainingRows.ts";

function solved(problem: DualProblem, tolerance = 1e-8) {
  const search = minimalOptimization(problem);
  expect(search.run(1e6, tolerance)).toBe(true);
  return search;
}

describe("the optimum of the dual", () => {
  test("meets the conditions of Karush, Kuhn and Tucker with the bias", () => {
    for (const cost of [0.1, 1, 30]) {
      const problem = cloudDual(60, cost);
      const search = solved(problem);
      const bias = biasOf(problem, search);
      expect(search.coefficients.reduce((sum, beta) => sum + beta, 0)).toBeCloseTo(0, 10);
      search.coefficients.forEach((beta, i) => {
        const margin = problem.signs[i] * (problem.signs[i] - search.residuals[i] + bias);
        const alpha = problem.signs[i] * beta;
        expect(alpha).toBeGreaterThanOrEqual(0);
        expect(alpha).toBeLessThanOrEqual(cost);
        if (alpha === 0) expect(margin).toBeGreaterThan(1 - 1e-7);
        else if (alpha === cost) expect(margin).toBeLessThan(1 + 1e-7);
        else expect(margin).toBeCloseTo(1, 6);
      });
    }
  });

  test("is that of projected gradients, and its residuals are those of its coefficients", () => {
    for (const cost of [0.3, 5]) {
      const problem = cloudDual(10, cost, { seed: 4 });
      const search = solved(problem);
      expect(dualValue(problem, search.coefficients)).toBeCloseTo(dualValue(problem, projectedGradients(problem)), 7);
      const fresh = residualsOf(problem, search.coefficients);
      fresh.forEach((r, i) => expect(search.residuals[i]).toBeCloseTo(r, 12));
    }
  });

  test("is the same with and without shrinking, with few steps at a time, and from any start", () => {
    const problem = cloudDual(400, 20);
    const plain = minimalOptimization(problem, { shrinking: false });
    plain.run(1e6, 1e-8);
    const shrinking = solved(problem);
    const inParts = minimalOptimization(problem);
    let rounds = 0;
    while (!inParts.run(100, 1e-8)) rounds++;
    const half = minimalOptimization({ ...problem, costs: problem.costs.map((cost) => cost / 2) });
    half.run(1e6, 1e-3);
    const warm = minimalOptimization(problem, { start: half });
    warm.run(1e6, 1e-8);
    expect(rounds).toBeGreaterThan(1);
    for (const other of [shrinking, inParts, warm]) {
      other.residuals.forEach((r, i) => expect(r).toBeCloseTo(plain.residuals[i], 6));
    }
  });

  test("is the same with rows kept in little memory", () => {
    const { X, signs } = cloudRows(80);
    const kernel = gaussian();
    const costs = new Float64Array(80).fill(3);
    const whole = solved({ rows: kernelRows(selectEngine(), kernel, X), signs, costs });
    const cached = solved({ rows: kernelRows(selectEngine(), kernel, X, 5 * 8 * 80), signs, costs });
    cached.residuals.forEach((r, i) => expect(r).toBeCloseTo(whole.residuals[i], 6));
  });

  test("a row of cost two is two equal rows", () => {
    const { X, signs } = cloudRows(30);
    const kernel = gaussian();
    const twice = matrix(60, 2, Float64Array.of(...X.data, ...X.data));
    const once = solved({ rows: kernelRows(selectEngine(), kernel, X), signs, costs: new Float64Array(30).fill(4) });
    const copies = solved({
      rows: kernelRows(selectEngine(), kernel, twice),
      signs: Float64Array.of(...signs, ...signs),
      costs: new Float64Array(60).fill(2),
    });
    once.residuals.forEach((r, i) => expect(copies.residuals[i]).toBeCloseTo(r, 6));
  });

  test("a row of cost zero takes no part but has a residual", () => {
    const problem = cloudDual(40, 2);
    const without = { ...problem, costs: problem.costs.with(7, 0) };
    const search = solved(without);
    expect(search.coefficients[7]).toBe(0);
    expect(search.residuals[7]).toBeCloseTo(residualsOf(without, search.coefficients)[7], 12);
  });

  test("a larger cost for one class moves the boundary away from it", () => {
    const problem = cloudDual(60, 1);
    const heavy = { ...problem, costs: problem.costs.map((cost, i) => (problem.signs[i] > 0 ? 5 * cost : cost)) };
    const [even, moved] = [problem, heavy].map((each) => {
      const search = solved(each);
      const bias = biasOf(each, search);
      return search.residuals.filter((r, i) => each.signs[i] - r + bias > 0).length;
    });
    expect(moved).toBeGreaterThan(even);
  });
});

describe("at the edge", () => {
  test("rows that are all equal, with both classes, are settled at their bounds", () => {
    const n = 6;
    const problem = {
      rows: wholeKernelRows(matrix(n, n, new Float64Array(n * n).fill(1))),
      signs: Float64Array.of(1, 1, 1, 1, -1, -1),
      costs: new Float64Array(n).fill(2),
    };
    const search = solved(problem);
    expect(search.coefficients.subarray(4)).toEqual(Float64Array.of(-2, -2));
    expect(biasOf(problem, search)).toBeCloseTo(1, 10);
  });

  test("equal rows of both classes, a constant kernel and one class end", () => {
    const { X } = cloudRows(12);
    X.data.copyWithin(12, 0, 12);
    const signs = Float64Array.from({ length: 12 }, (_, i) => (i < 6 ? 1 : -1));
    for (const kernel of [gaussian(), gaussian({ lengthScale: 1e6 }), linear()]) {
      solved({ rows: kernelRows(selectEngine(), kernel, X), signs, costs: new Float64Array(12).fill(1) }, 1e-6);
    }
    const one = { ...cloudDual(8, 1), signs: new Float64Array(8).fill(-1) };
    const search = solved(one);
    expect(search.steps).toBe(0);
    expect(biasOf(one, search)).toBe(-1);
  });

  test("a search that may take few steps says that it is not done", () => {
    const problem = cloudDual(200, 100);
    const search = minimalOptimization(problem);
    expect(search.run(5, 1e-6)).toBe(false);
    expect(search.steps).toBe(5);
    expect(search.violation().gap).toBeGreaterThan(1e-6);
  });
});

/** A deliberately plain solver: gradient steps, then projection onto the box and Σβ = 0 by bisection for the shift. */
function projectedGradients(problem: DualProblem) {
  const { signs, costs } = problem;
  let coefficients = new Float64Array(signs.length);
  for (let step = 0; step < 4000; step++) {
    const residuals = residualsOf(problem, coefficients);
    const moved = coefficients.map((beta, i) => beta + 0.15 * residuals[i]);
    const shifted = (shift: number): Float64Array<ArrayBuffer> =>
      moved.map((beta, i) =>
        Math.min(upperBound(signs[i], costs[i]), Math.max(lowerBound(signs[i], costs[i]), beta - shift)),
      );
    let [low, high] = [-100, 100];
    for (let halving = 0; halving < 45; halving++) {
      const middle = (low + high) / 2;
      if (shifted(middle).reduce((sum, beta) => sum + beta, 0) > 0) low = middle;
      else high = middle;
    }
    coefficients = shifted((low + high) / 2);
  }
  return coefficients;
}
