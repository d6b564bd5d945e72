import { describe, expect, test } from "vitest";
import {
  curveOdds,
  curveSlope,
  fitOddsCurve,
  identityCurve,
  oddsWithoutEach,
  tailOf,
  type LeftOutOdds,
  type OddsCurve,
  calibratedDeviation,
  curveVariance,
} from "../../src/calibration/oddsCurve.ts";
import { log1pExp } from "../../src/numeric/logSumExp.ts";
import { sigmoid } from "../../src/numeric/sigmoid.ts";
import { stream } from "../../src/random/stream.ts";
import { fitCalibrationCurve } from "../../src/calibration/calibrationCurve.ts";

/** Rows whose true log odds are a third of what is claimed, less a half. */
function overconfident(rows: number): LeftOutOdds {
  const random = stream(5);
  const logOdds = Float64Array.from({ length: rows }, () => 12 * random.uniform() - 6);
  const targets = logOdds.map((z) => (random.uniform() < sigmoid(z / 3 - 0.5) ? 1 : 0));
  return { logOdds, targets, weights: new Float64Array(rows).fill(1) };
}

function objective({ logOdds, targets, weights }: LeftOutOdds, slope: number, offset: number): number {
  let value = 0.5 * (slope - 1) ** 2 + 0.5 * offset ** 2;
  logOdds.forEach((z, i) => (value += weights[i] * (log1pExp(slope * z + offset) - targets[i] * (slope * z + offset))));
  return value;
}

describe("the curve", () => {
  test("lies where the objective is lowest", () => {
    const rows = overconfident(200);
    const { slope, offset } = fitOddsCurve(rows);
    const least = objective(rows, slope, offset);
    for (const [a, b] of [
      [1e-3, 0],
      [-1e-3, 0],
      [0, 1e-3],
      [0, -1e-3],
    ]) {
      expect(objective(rows, slope + a, offset + b)).toBeGreaterThan(least);
    }
    const step = 1e-5;
    const slopeOf = (a: number, b: number): number =>
      (objective(rows, slope + a, offset + b) - objective(rows, slope - a, offset - b)) / (2 * step);
    expect(Math.abs(slopeOf(step, 0))).toBeLessThan(1e-6);
    expect(Math.abs(slopeOf(0, step))).toBeLessThan(1e-6);
  });

  test("finds how far claims are exaggerated", () => {
    const { slope, offset, covariance } = fitOddsCurve(overconfident(4000));
    expect(Math.abs(slope - 1 / 3)).toBeLessThan(4 * Math.sqrt(covariance[0][0]));
    expect(Math.abs(offset + 0.5)).toBeLessThan(4 * Math.sqrt(covariance[1][1]));
    expect(Math.sqrt(covariance[0][0])).toBeLessThan(0.03);
  });

  test("without rows that count is the identity", () => {
    const { logOdds, targets } = overconfident(10);
    const { slope, offset } = fitOddsCurve({ logOdds, targets, weights: new Float64Array(10) });
    expect([slope, offset]).toEqual([identityCurve.slope, identityCurve.offset]);
  });

  test("counts a row of weight two as two rows", () => {
    const { logOdds, targets } = overconfident(30);
    const weights = Float64Array.from({ length: 30 }, (_, i) => 1 + (i % 2));
    const copies = Array.from({ length: 30 }, (_, i) => Array.from({ length: weights[i] }, () => i)).flat();
    const weighted = fitOddsCurve({ logOdds, targets, weights });
    const repeated = fitOddsCurve({
      logOdds: Float64Array.from(copies, (i) => logOdds[i]),
      targets: copies.map((i) => targets[i]),
      weights: new Float64Array(copies.length).fill(1),
    });
    expect(weighted.slope).toBeCloseTo(repeated.slope, 10);
    expect(weighted.offset).toBeCloseTo(repeated.offset, 10);
  });

  test("never turns the order round, however wrong the claims are", () => {
    const { logOdds, targets, weights } = overconfident(200);
    const curve = fitOddsCurve({ logOdds: logOdds.map((z) => -z), targets, weights });
    expect(curve.slope).toBe(0);
    expect(curve.covariance[0]).toEqual([0, 0]);
    const share = Array.from(targets).reduce((sum, y) => sum + y, 0) / 200;
    expect(sigmoid(curve.offset)).toBeCloseTo(share, 1);
  });

  test("survives claims without bound on the wrong side", () => {
    const { logOdds, targets, weights } = overconfident(50);
    logOdds[0] = targets[0] === 1 ? -1e8 : 1e8;
    const { slope, offset } = fitOddsCurve({ logOdds, targets, weights });
    expect(slope).toBeGreaterThanOrEqual(0);
    expect(slope).toBeLessThan(1e-6);
    expect(Number.isFinite(offset)).toBe(true);
  });
});

describe("log odds without each row", () => {
  test("lie half way to those of a curve fitted to the others", () => {
    const rows = overconfident(80);
    const curve = fitOddsCurve(rows);
    const logits = oddsWithoutEach(rows, curve);
    rows.logOdds.forEach((z, i) => {
      const weights = rows.weights.map((w, j) => (j === i ? 0 : w));
      const without = fitOddsCurve({ ...rows, weights });
      const half = 0.5 * ((curve.slope + without.slope) * z + curve.offset + without.offset);
      expect(Math.abs(logits[i] - half)).toBeLessThan(0.01);
    });
  });

  test("leave out sets whole", () => {
    const rows = overconfident(60);
    const curve = fitOddsCurve(rows);
    const sets = [Int32Array.of(0, 1, 2), Int32Array.from({ length: 57 }, (_, i) => i + 3)];
    const logits = oddsWithoutEach(rows, curve, sets);
    const without = fitOddsCurve({ ...rows, weights: rows.weights.map((w, i) => (i < 3 ? 0 : w)) });
    for (const i of sets[0]) {
      const half = 0.5 * ((curve.slope + without.slope) * rows.logOdds[i] + curve.offset + without.offset);
      expect(Math.abs(logits[i] - half)).toBeLessThan(0.05);
    }
  });
});

describe("a bent curve", () => {
  /** Rows whose true log odds are those claimed in the middle, and a fifth of what goes beyond. */
  function sureTails(rows: number): LeftOutOdds {
    const random = stream(7);
    const logOdds = Float64Array.from({ length: rows }, () => 30 * random.uniform() - 15);
    const targets = logOdds.map((z) => (random.uniform() < sigmoid(z - 0.8 * tailOf(z)) ? 1 : 0));
    return { logOdds, targets, weights: new Float64Array(rows).fill(1) };
  }

  function bentObjective({ logOdds, targets, weights }: LeftOutOdds, parameters: readonly number[]): number {
    const [slope, offset, bend] = parameters;
    let value = 0.5 * ((slope - 1) ** 2 + offset ** 2 + bend ** 2);
    logOdds.forEach((z, i) => {
      const e = slope * z + bend * (z - 3 * Math.asinh(z / 3)) + offset;
      value += weights[i] * (log1pExp(e) - targets[i] * e);
    });
    return value;
  }

  test.each([0, 0.7, -0.4, -1.2])(
    "with the bend %d has its slope in the middle and the sum of both far out",
    (bend) => {
      const curve = { slope: 1.2, offset: -0.3, bend };
      expect(curveOdds(curve, 0)).toBe(-0.3);
      expect(curveSlope(curve, 0)).toBeCloseTo(1.2, 14);
      expect(curveSlope(curve, 1e9)).toBeCloseTo(1.2 + bend, 7);
      expect(curveOdds(curve, Infinity)).toBe(Infinity);
      expect(curveOdds(curve, -Infinity)).toBe(-Infinity);
      let last = -Infinity;
      for (let z = -40; z <= 40; z += 0.37) {
        const value = curveOdds(curve, z);
        expect(value).toBeCloseTo(1.2 * z + bend * tailOf(z) - 0.3, 12);
        expect(value).toBeGreaterThan(last);
        last = value;
        const step = 1e-5;
        const difference = (curveOdds(curve, z + step) - curveOdds(curve, z - step)) / (2 * step);
        expect(curveSlope(curve, z)).toBeCloseTo(difference, 8);
      }
    },
  );

  test("of slopes 0 makes nothing of the surest odds", () => {
    for (const z of [-Infinity, -3, 0, 1e300, Infinity])
      expect(curveOdds({ slope: 0, offset: 0.4, bend: 0 }, z)).toBe(0.4);
  });

  test("lies where the objective is lowest, with the inverse of its Hessian as covariance", () => {
    const rows = sureTails(300);
    const { slope, offset, bend = 0, covariance } = fitOddsCurve(rows, "bent");
    const found = [slope, offset, bend];
    const at = (changes: readonly (readonly [number, number])[]): number =>
      bentObjective(
        rows,
        found.map((value, j) => changes.reduce((sum, [which, by]) => sum + (which === j ? by : 0), value)),
      );
    const step = 1e-4;
    const hessian = found.map((_, j) =>
      found.map((_other, k) => {
        const signs = [1, -1] as const;
        const sum = signs.flatMap((a) =>
          signs.map(
            (b) =>
              a *
              b *
              at([
                [j, a * step],
                [k, b * step],
              ]),
          ),
        );
        return sum.reduce((total, each) => total + each, 0) / (4 * step * step);
      }),
    );
    found.forEach((_, j) => {
      expect(Math.abs(at([[j, step]]) - at([[j, -step]])) / (2 * step)).toBeLessThan(1e-6);
      found.forEach((_other, k) => {
        const entry = hessian[j].reduce((sum, each, l) => sum + each * covariance[l][k], 0);
        expect(Math.abs(entry - Number(j === k))).toBeLessThan(1e-4);
      });
    });
  });

  test("finds how far the tails exaggerate", () => {
    const { slope, bend = 0, covariance } = fitOddsCurve(sureTails(4000), "bent");
    expect(Math.abs(slope - 1)).toBeLessThan(4 * Math.sqrt(covariance[0][0]));
    expect(Math.abs(bend + 0.8)).toBeLessThan(4 * Math.sqrt(covariance[2][2]));
    expect(Math.sqrt(covariance[2][2])).toBeLessThan(0.3);
  });

  test("without rows that count is the identity", () => {
    const { logOdds, targets } = sureTails(10);
    const curve = fitOddsCurve({ logOdds, targets, weights: new Float64Array(10) }, "bent");
    expect([curve.slope, curve.offset, curve.bend]).toEqual([1, 0, 0]);
  });

  test("never turns the order round, however wrong the claims are", () => {
    const { logOdds, targets, weights } = sureTails(200);
    const curve = fitOddsCurve({ logOdds: logOdds.map((z) => -z), targets, weights }, "bent");
    expect([curve.slope, curve.bend]).toEqual([0, 0]);
    expect([curve.covariance[0], curve.covariance[2]]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test("flattens its tails alone where one claim without bound is wrong", () => {
    const { logOdds, targets, weights } = sureTails(200);
    logOdds[0] = targets[0] === 1 ? -1e8 : 1e8;
    const { slope, offset, bend = 0 } = fitOddsCurve({ logOdds, targets, weights }, "bent");
    expect(slope + bend).toBeGreaterThanOrEqual(0);
    expect(slope + bend).toBeLessThan(1e-6);
    expect(slope).toBeGreaterThan(0.3);
    expect(Number.isFinite(offset)).toBe(true);
  });

  test("is judged at each row by that of the others, half way", () => {
    const rows = sureTails(200);
    const curve = fitOddsCurve(rows, "bent");
    const logits = oddsWithoutEach(rows, curve);
    const half = (without: OddsCurve, z: number): number => 0.5 * (curveOdds(curve, z) + curveOdds(without, z));
    rows.logOdds.forEach((z, i) => {
      const without = fitOddsCurve({ ...rows, weights: rows.weights.map((w, j) => (j === i ? 0 : w)) }, "bent");
      expect(Math.abs(logits[i] - half(without, z))).toBeLessThan(0.1);
    });
    const sets = [Int32Array.of(0, 1, 2), Int32Array.from({ length: 197 }, (_, i) => i + 3)];
    const inSets = oddsWithoutEach(rows, curve, sets);
    const without = fitOddsCurve({ ...rows, weights: rows.weights.map((w, i) => (i < 3 ? 0 : w)) }, "bent");
    for (const i of sets[0]) expect(Math.abs(inSets[i] - half(without, rows.logOdds[i]))).toBeLessThan(0.2);
  });
});

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
