import { expect, test } from "vitest";
import { fitCalibrationCurve } from "../../src/calibration/calibrationCurve.ts";
import { calibratedDeviation, curveVariance } from "../../src/calibration/calibratedDeviation.ts";
import { curveOdds, fitOddsCurve } from "../../src/calibration/oddsCurve.ts";
import { stream } from "../../src/random/stream.ts";

const source = stream(5);
const signs = Float64Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 1 : -1));
const outputs = signs.map((sign) => 0.4 * sign + 2 * source.uniform() - 1);
const curve = fitCalibrationCurve(outputs, signs);

test("the variance of the curve is the quadratic form of its covariance", () => {
  const { covariance } = curve;
  for (const f of [-3, 0, 0.2, 5]) {
    const direction = [f, 1];
    const form = direction.reduce((sum, a, j) => direction.reduce((s, b, k) => s + a * b * covariance[j][k], sum), 0);
    expect(curveVariance(curve, f)).toBeCloseTo(form, 12);
  }
});

test("the deviation of a logit does not depend on the unit or the origin of the outputs", () => {
  const [unit, origin] = [250, -7];
  const other = fitCalibrationCurve(
    outputs.map((f) => unit * f + origin),
    signs,
  );
  for (const f of [-2, 0, 0.7]) {
    const expected = calibratedDeviation(curve, f, 0.3);
    expect(calibratedDeviation(other, unit * f + origin, 0.3 * unit ** 2)).toBeCloseTo(expected, 8);
  }
});

test("the variances of output and curve add up, that of the output by the slope squared", () => {
  const [f, s] = [0.6, 1.3];
  expect(calibratedDeviation(curve, f, 0) ** 2).toBeCloseTo(curveVariance(curve, f), 12);
  const certain = { slope: -1.7, covariance: [[0, 0] as const, [0, 0] as const] as const };
  expect(calibratedDeviation(certain, f, s ** 2)).toBeCloseTo(1.7 * s, 12);
  expect(calibratedDeviation(curve, f, s ** 2) ** 2).toBeCloseTo(
    (curve.slope * s) ** 2 + calibratedDeviation(curve, f, 0) ** 2,
    12,
  );
});

test("a covariance that rounding has made indefinite gives no deviation that is not a number", () => {
  const rounded = { slope: 0, covariance: [[1, 1] as const, [1, 1 - 1e-15] as const] as const };
  expect(curveVariance(rounded, -1)).toBeLessThan(0);
  expect(calibratedDeviation(rounded, -1, 0)).toBe(0);
});

test("a variance that overflowed means that nothing is known", () => {
  expect(calibratedDeviation(curve, 0, Infinity)).toBe(Infinity);
  const opposed = { slope: 1, covariance: [[1, -1] as const, [-1, 1] as const] as const };
  expect(curveVariance(opposed, 1.5e308)).toBe(Number.NaN);
  expect(calibratedDeviation(opposed, 1.5e308, 1)).toBe(Infinity);
});

test("a bend adds its own variance, and has the slope of the curve at the output", () => {
  const logOdds = outputs.map((f) => 8 * f);
  const bent = fitOddsCurve(
    { logOdds, targets: signs.map((sign) => (sign + 1) / 2), weights: new Float64Array(60).fill(1) },
    "bent",
  );
  const { slope, offset, bend = 0, covariance } = bent;
  const step = 1e-5;
  for (const z of [-9, -1, 0, 0.4, 6]) {
    // By differences in the three parameters and in the log odds.
    const direction = [
      [step, 0, 0],
      [0, step, 0],
      [0, 0, step],
    ].map(([a, b, c]) => {
      const above = curveOdds({ slope: slope + a, offset: offset + b, bend: bend + c }, z);
      return (above - curveOdds({ slope: slope - a, offset: offset - b, bend: bend - c }, z)) / (2 * step);
    });
    const form = direction.reduce((sum, a, j) => direction.reduce((s, b, k) => s + a * b * covariance[j][k], sum), 0);
    expect(curveVariance(bent, z)).toBeCloseTo(form, 8);
    const rise = (curveOdds(bent, z + step) - curveOdds(bent, z - step)) / (2 * step);
    expect(calibratedDeviation(bent, z, 0.7)).toBeCloseTo(Math.sqrt(rise ** 2 * 0.7 + form), 8);
  }
});
