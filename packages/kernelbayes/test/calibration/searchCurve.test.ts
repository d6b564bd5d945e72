import { expect, test } from "vitest";
import { fitCalibrationCurve } from "../../src/calibration/calibrationCurve.ts";
import { curveProblem, leastLoss, searchCurve } from "../../src/calibration/searchCurve.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";

function draws(
  n: number,
  separation: number,
  seed: number,
): { outputs: Float64Array; signs: Float64Array; weights: Float64Array } {
  const source = stream(seed);
  const signs = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 1 : -1));
  return {
    signs,
    outputs: signs.map((sign) => 5 + separation * sign + normal(source)),
    weights: signs.map(() => 0.3 + 2 * source.uniform()),
  };
}

test.each([0.1, 0.5, 2, 20])("a search gives the calibration curve, at separation %d", (separation) => {
  for (const seed of [1, 2, 3]) {
    const { outputs, signs, weights } = draws(80, separation, seed);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const exact = fitCalibrationCurve(outputs, signs, weights);
    const found = searchCurve(curveProblem(signs, weights), outputs, 1e-14);
    expect(found.loss).toBeCloseTo(exact.objective / total, 10);
    expect(found.slope / (exact.slope || 1)).toBeCloseTo(exact.slope === 0 ? 0 : 1, 4);
    expect(searchCurve(curveProblem(signs, weights), outputs).loss).toBeLessThan(exact.objective / total + 2e-5);
  }
});

test("outputs that order the classes the wrong way round give the loss of the class shares", () => {
  const { outputs, signs, weights } = draws(60, -1, 4);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const found = searchCurve(curveProblem(signs, weights), outputs);
  expect(found.slope).toBe(0);
  expect(found.loss).toBeCloseTo(fitCalibrationCurve(outputs, signs, weights).objective / total, 10);
});

test("outputs that separate the classes perfectly have a finite curve", () => {
  const signs = Float64Array.of(1, 1, 1, -1, -1, -1);
  const weights = new Float64Array(6).fill(1);
  const exact = fitCalibrationCurve(signs, signs);
  expect(searchCurve(curveProblem(signs, weights), signs, 1e-14).loss).toBeCloseTo(exact.objective / 6, 10);
});

test("no outputs have a smaller loss than the entropy of the smoothed targets, which perfect ones meet", () => {
  const signs = Float64Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 1 : -1));
  const weights = Float64Array.from({ length: 40 }, (_, i) => 0.5 + (i % 3));
  const problem = curveProblem(signs, weights);
  expect(searchCurve(problem, signs, 1e-14).loss).toBeCloseTo(leastLoss(problem), 10);
  const { outputs } = draws(40, 2, 5);
  expect(searchCurve(problem, outputs).loss).toBeGreaterThan(leastLoss(problem));
});

test("a coarse search foretells the loss at the end of its last step", () => {
  const { outputs, signs } = draws(300, 1, 7);
  const problem = curveProblem(signs, new Float64Array(300).fill(1));
  expect(searchCurve(problem, outputs).loss).toBeCloseTo(searchCurve(problem, outputs, 1e-14).loss, 8);
});
