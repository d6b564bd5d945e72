import { describe, expect, test } from "vitest";
import { fitCalibrationCurve } from "../../src/calibration/calibrationCurve.ts";
import { applyScoreCurve, fitScoreCurve, type FittedScoreCurve } from "../../src/calibration/scoreCurve.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { softmax } from "../models/naive.ts";

interface Scored {
  readonly rows: number[][];
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/** Scores that tell the classes apart by `signal`, with class k in every (k + 2)-th row or so. */
function scored(C: number, n: number, signal: number, seed = 1): Scored {
  const random = stream(seed, C);
  const classes = Int32Array.from({ length: n }, (_, i) => (i < C ? i : Math.min(C - 1, random.integer(C + 1))));
  const rows = Array.from(classes, (q) =>
    Array.from({ length: C }, (_, c) => 3 + 2 * c + 4 * normal(random) + (c === q ? signal : 0)),
  );
  return { rows, classes, weights: Float64Array.from(classes, () => 0.25 + 2 * random.uniform()) };
}

function curveOf({ rows, classes, weights }: Scored): FittedScoreCurve {
  return fitScoreCurve(fromRows(rows), classes, weights);
}

/** Cross entropy with the labels, as a function of (slope, offset 1, …). */
function crossEntropy({ rows, classes, weights }: Scored, [slope, ...offsets]: readonly number[]): number {
  return rows.reduce((sum, row, i) => {
    const p = softmax(row.map((score, c) => slope * score + (c > 0 ? offsets[c - 1] : 0)));
    return sum - weights[i] * Math.log(p[classes[i]]);
  }, 0);
}

/** With the prior that scores are nearly right as they are. */
function objective(given: Scored, point: readonly number[]): number {
  const [slope, ...others] = point;
  const offsets = [0, ...others];
  const mean = offsets.reduce((sum, offset) => sum + offset / offsets.length, 0);
  const spread = offsets.reduce((sum, offset) => sum + (offset - mean) ** 2, 0);
  return crossEntropy(given, point) + 0.5 * (slope - 1) ** 2 + 0.5 * spread;
}

/** Second differences. */
function hessianOf(f: (point: readonly number[]) => number, point: readonly number[], step = 1e-3): number[][] {
  const at = (j: number, a: number, k: number, b: number): number =>
    f(point.map((value, l) => value + step * ((l === j ? a : 0) + (l === k ? b : 0))));
  return point.map((_, j) =>
    point.map((__, k) => (at(j, 1, k, 1) - at(j, 1, k, -1) - at(j, -1, k, 1) + at(j, -1, k, -1)) / (4 * step * step)),
  );
}

function pointOf({ slope, offsets }: FittedScoreCurve): number[] {
  return [slope, ...offsets.subarray(1)];
}

describe("for two classes", () => {
  test.each([
    ["overlapping", scored(2, 80, 4)],
    ["separated", scored(2, 40, 60)],
    ["hardly informative", scored(2, 60, 0.5)],
    ["turned the wrong way round", scored(2, 60, -5)],
    ["constant", { ...scored(2, 30, 1), rows: Array.from({ length: 30 }, () => [2, 5]) }],
    ["far from zero", { ...scored(2, 50, 4), rows: scored(2, 50, 4).rows.map(([a, b]) => [a, b + 1e5]) }],
  ])("with %s scores it is the calibration curve of their difference", (_, given) => {
    const { slope, offsets, covariance, converged } = curveOf(given);
    const expected = fitCalibrationCurve(
      given.rows.map(([a, b]) => b - a),
      Array.from(given.classes, (q) => (q === 1 ? 1 : -1)),
      given.weights,
    );
    const relative = (a: number, b: number): number => Math.abs(a - b) / Math.max(1e-6, Math.abs(b));
    expect(converged).toBe(true);
    expect(relative(slope, expected.slope)).toBeLessThan(1e-8);
    expect(offsets[0]).toBe(0);
    expect(relative(offsets[1], expected.offset)).toBeLessThan(1e-8);
    expected.covariance.flat().forEach((value, at) => expect(relative(covariance.data[at], value)).toBeLessThan(1e-7));
  });
});

describe.each([3, 5])("for %i classes", (C) => {
  const given = scored(C, 90, 4);

  test("residuals balance the prior, in every class and against the scores", () => {
    const { slope, offsets, converged } = curveOf(given);
    expect(converged).toBe(true);
    expect(slope).toBeGreaterThan(0);
    const residuals = new Float64Array(C);
    let againstScores = 0;
    given.rows.forEach((row, i) => {
      applyScoreCurve({ slope, offsets }, Float64Array.from(row)).forEach((log, c) => {
        const residual = given.weights[i] * (Math.exp(log) - (given.classes[i] === c ? 1 : 0));
        residuals[c] += residual;
        againstScores += residual * row[c];
      });
    });
    const mean = offsets.reduce((sum, offset) => sum + offset / C, 0);
    expectClose(
      residuals,
      offsets.map((offset) => mean - offset),
      1e-9,
    );
    expect(againstScores).toBeCloseTo(1 - slope, 8);
  });

  test("no other curve has a lower objective", () => {
    const point = pointOf(curveOf(given));
    const value = objective(given, point);
    const random = stream(5, C);
    for (let trial = 0; trial < 50; trial++) {
      const other = point.map((entry) => entry + 0.1 * normal(random));
      expect(objective(given, other)).toBeGreaterThan(value);
    }
  });

  test("the covariance is the inverse of the curvature", () => {
    const curve = curveOf(given);
    const hessian = hessianOf((point) => objective(given, point), pointOf(curve));
    hessian.forEach((row, j) =>
      row.forEach((_, l) => {
        const entry = row.reduce((sum, value, k) => sum + value * curve.covariance.data[k * C + l], 0);
        expect(entry).toBeCloseTo(Number(j === l), 3);
      }),
    );
  });

  test("a constant added to all scores of a row changes nothing", () => {
    const moved = { ...given, rows: given.rows.map((row, i) => row.map((score) => score + 10 * (i % 7))) };
    const [a, b] = [curveOf(given), curveOf(moved)];
    expect(b.slope).toBeCloseTo(a.slope, 10);
    expectClose(b.offsets, a.offsets, 1e-10);
    expectClose(b.covariance.data, a.covariance.data, 1e-9);
  });

  test("the numbering of the classes does not matter", () => {
    const turned = {
      ...given,
      rows: given.rows.map((row) => row.toReversed()),
      classes: given.classes.map((q) => C - 1 - q),
    };
    const [a, b] = [curveOf(given), curveOf(turned)];
    given.rows.forEach((row) => {
      const [p, q] = [
        applyScoreCurve(a, Float64Array.from(row)),
        applyScoreCurve(b, Float64Array.from(row.toReversed())),
      ];
      expectClose(p, q.toReversed(), 1e-10);
    });
  });

  test("scores that point the wrong way, or nowhere, give every row the class frequencies", () => {
    const many = scored(C, 200, 8);
    const reversed = { ...many, rows: many.rows.map((row) => row.map((score) => -score)) };
    const constant = { ...many, rows: many.rows.map(() => many.rows[0]) };
    const total = many.weights.reduce((sum, weight) => sum + weight, 0);
    const frequencies = Array.from({ length: C }, (_, c) =>
      many.weights.reduce((sum, weight, i) => sum + (many.classes[i] === c ? weight / total : 0), 0),
    );
    for (const useless of [reversed, constant]) {
      const { slope, offsets, covariance, converged } = curveOf(useless);
      expect([slope, converged]).toEqual([0, true]);
      const row = applyScoreCurve({ slope, offsets }, Float64Array.from(useless.rows[0]));
      expectClose(row.map(Math.exp), frequencies, 1e-12);
      // The offsets' part of the covariance inverts their part of the curvature; the slope has none.
      const hessian = hessianOf((point) => crossEntropy(useless, point), [0, ...offsets.subarray(1)]);
      expectClose(covariance.data.subarray(0, C), new Float64Array(C), 0);
      for (let k = 1; k < C; k++) {
        for (let l = 1; l < C; l++) {
          let entry = 0;
          for (let m = 1; m < C; m++) entry += hessian[k][m] * covariance.data[m * C + l];
          expect(entry).toBeCloseTo(k === l ? 1 : 0, 5);
        }
      }
    }
  });
});

test("classes that the scores separate keep a finite curve that tells them apart", () => {
  const given = scored(3, 60, 500);
  const curve = curveOf(given);
  expect(curve.converged).toBe(true);
  expect(curve.slope).toBeLessThan(2);
  given.rows.forEach((row, i) => {
    expect(Math.exp(applyScoreCurve(curve, Float64Array.from(row))[given.classes[i]])).toBeGreaterThan(0.99);
  });
});

test("a class far from all others does not flatten the curve of those that are hard to tell apart", () => {
  const two = scored(2, 100, 4);
  const rows = two.rows.map(([a, b]) => [a, b, -40]);
  const far = Array.from({ length: 50 }, () => [-40, -40, 0]);
  const three = {
    rows: [...rows, ...far],
    classes: Int32Array.of(...two.classes, ...far.map(() => 2)),
    weights: Float64Array.of(...two.weights, ...far.map(() => 1)),
  };
  expect(curveOf(three).slope / curveOf(two).slope).toBeGreaterThan(0.85);
});

test("a single row a million deviations away does not keep the curve from its optimum", () => {
  const given = scored(3, 60, 4);
  const outlying = { ...given, rows: given.rows.map((row, i) => (i === 7 ? [-1e6, 4e6, 2e6] : row)) };
  expect(curveOf(outlying).converged).toBe(true);
});

test("a row of weight two counts as two rows", () => {
  const given = scored(3, 40, 3);
  const weights = given.weights.map((_, i) => 1 + (i % 2));
  const twice = (i: number): number[] => (weights[i] === 2 ? [i, i] : [i]);
  const order = Array.from(weights.keys()).flatMap(twice);
  const copied = {
    rows: order.map((i) => given.rows[i]),
    classes: Int32Array.from(order, (i) => given.classes[i]),
    weights: new Float64Array(order.length).fill(1),
  };
  const [a, b] = [curveOf({ ...given, weights }), curveOf(copied)];
  expect(a.slope).toBeCloseTo(b.slope, 11);
  expectClose(a.offsets, b.offsets, 1e-11);
});
