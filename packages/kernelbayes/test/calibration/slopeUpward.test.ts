import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { slopeUpward } from "../../src/calibration/slopeUpward.ts";

const offsets = Float64Array.of(0, 0);
const weights = new Float64Array(8).fill(1);
const classes = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1);

/** Scores of two classes whose difference is given, with a curve of this slope and deviation. */
function upward(differences: readonly number[], slope: number, deviation: number): number {
  const scores = matrix(
    8,
    2,
    Float64Array.from(differences.flatMap((difference) => [-difference / 2, difference / 2])),
  );
  const covariance = matrix(2, 2, Float64Array.of(deviation ** 2, 0, 0, 0));
  return slopeUpward({ slope, offsets, covariance }, scores, classes, weights);
}

test("where tests are far on their own side the slope may rise until scores are taken at their word", () => {
  expect(upward([-9, -8, -9, -10, 9, 8, 9, 10], 0.4, 0.1)).toBeCloseTo(0.6, 12);
});

test("one test far on the wrong side holds the slope, and the loss rises by half a nat", () => {
  const differences = [-9, -8, -9, 9, 9, 8, 9, 10];
  const step = upward(differences, 0.1, 0.01);
  expect(step).toBeGreaterThan(0.01);
  expect(step).toBeLessThan(0.9);
  const loss = (slope: number): number =>
    differences.reduce((sum, difference, i) => sum + Math.log1p(Math.exp((i < 4 ? 1 : -1) * slope * difference)), 0);
  expect(loss(0.1 + step) - loss(0.1)).toBeCloseTo(0.5, 6);
});

test("it is never less than what the curvature says, also of a slope above one", () => {
  expect(upward([-9, -8, -9, -10, 9, 8, 9, 10], 1.3, 0.2)).toBeCloseTo(0.2, 12);
  expect(upward([-9, -8, 9, 10, 9, 8, -9, -10], 0, 0.5)).toBeCloseTo(0.5, 12);
});
