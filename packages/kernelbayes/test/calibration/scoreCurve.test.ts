import { describe, expect, test } from "vitest";
import { fitCalibrationCurve } from "../../src/calibration/calibrationCurve.ts";
import {
  applyScoreCurve,
  fitScoreCurve,
  scoreCurveObjective,
  withScoreCurvePrior,
  type FittedScoreCurve,
} from "../../src/calibration/scoreCurve.ts";
import { NumericalError } from "../../src/errors.ts";
import { fromRows } from "../../src/matrix/index.ts";
import type { Curvature } from "../../src/optimize/projectedNewton.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { combination, identityRows, inverse, softmax, times, transposed, type Rows } from "../models/naive.ts";
import { thrown } from "../thrown.ts";

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

interface Naive {
  readonly value: number;
  readonly gradient: number[];
  readonly hessian: Rows;
}

/**
 * −Σ w Σ τ_c log p_c at (slope, offset 1, …), with its derivatives Σ w Jᵀ(p − τ) and Σ w Jᵀ(diag p − p pᵀ)J, J the derivatives of the
 * logits. Row q of the targets has the τ of a row of class q.
 */
function crossEntropy(
  { rows, classes, weights }: Scored,
  targets: Rows,
  [slope, ...offsets]: readonly number[],
): Naive {
  const C = rows[0].length;
  let value = 0;
  let gradient: Rows = [new Array<number>(C).fill(0)];
  let hessian = identityRows(C, 0);
  rows.forEach((row, i) => {
    const J = row.map((score, c) => [score, ...offsets.map((_, k) => Number(k + 1 === c))]);
    const p = softmax(row.map((score, c) => slope * score + (c > 0 ? offsets[c - 1] : 0)));
    const tau = targets[classes[i]];
    const curvature = p.map((a, j) => p.map((b, k) => (j === k ? a : 0) - a * b));
    value -= weights[i] * tau.reduce((sum, target, c) => (target > 0 ? sum + target * Math.log(p[c]) : sum), 0);
    gradient = combination(1, gradient, weights[i], times([p.map((each, c) => each - tau[c])], J));
    hessian = combination(1, hessian, weights[i], times(transposed(J), times(curvature, J)));
  });
  return { value, gradient: gradient[0], hessian };
}

/** ½ (slope − 1)² + ½ Σ (offset − mean offset)² at (slope, offset 1, …), with its derivatives. */
function prior([slope, ...others]: readonly number[]): Naive {
  const C = others.length + 1;
  const offsets = [0, ...others];
  const mean = offsets.reduce((sum, offset) => sum + offset / C, 0);
  return {
    value: offsets.reduce((sum, offset) => sum + 0.5 * (offset - mean) ** 2, 0.5 * (slope - 1) ** 2),
    gradient: [slope - 1, ...others.map((offset) => offset - mean)],
    hessian: identityRows(C).map((row, j) => row.map((entry, k) => (j > 0 && k > 0 ? entry - 1 / C : entry))),
  };
}

/** What the curve of more than two classes minimizes. */
function objective(given: Scored, point: readonly number[]): Naive {
  const [a, b] = [crossEntropy(given, identityRows(given.rows[0].length), point), prior(point)];
  return {
    value: a.value + b.value,
    gradient: a.gradient.map((each, k) => each + b.gradient[k]),
    hessian: combination(1, a.hessian, 1, b.hessian),
  };
}

/** The matrices agree to so many units of the roots of their diagonal. */
function expectSameForm(actual: ArrayLike<number>, expected: Rows, tolerance: number): void {
  const root = expected.map((row, j) => Math.sqrt(row[j]));
  expect(actual.length).toBe(root.length ** 2);
  expected.forEach((row, j) =>
    row.forEach((entry, k) => {
      const difference = Math.abs(actual[j * root.length + k] - entry) / (root[j] * root[k]);
      expect(difference, `entry ${j}, ${k}`).toBeLessThan(tolerance);
    }),
  );
}

function expectSameDerivatives({ value, gradient, hessian }: Curvature, expected: Naive, tolerance: number): void {
  expect(Math.abs(value - expected.value) / expected.value).toBeLessThan(tolerance);
  expectClose(gradient, expected.gradient, tolerance * Math.hypot(...expected.gradient));
  expectSameForm(hessian, expected.hessian, tolerance);
}

function pointOf({ slope, offsets }: Pick<FittedScoreCurve, "slope" | "offsets">): number[] {
  return [slope, ...offsets.subarray(1)];
}

describe.each([2, 3, 5])("with %i classes", (C) => {
  const given = scored(C, 30, 2);
  const smoothed = identityRows(C).map((row) => row.map((entry) => 0.9 * entry + 0.1 / C));
  const random = stream(8, C);
  const points = [0.3, -0.7, 0, 1.4].map((slope) => [slope, ...Array.from({ length: C - 1 }, () => normal(random))]);

  test.each([
    ["the labels", identityRows(C)],
    ["smoothed targets", smoothed],
  ])("the objective is the cross entropy of %s and the softmax, with its derivatives", (_, targets) => {
    const cross = scoreCurveObjective(fromRows(given.rows), given.classes, given.weights, fromRows(targets));
    for (const point of points) {
      expectSameDerivatives(cross(Float64Array.from(point)), crossEntropy(given, targets, point), 1e-13);
    }
  });

  test("the prior is that of slope and offsets, whatever the units of the scores", () => {
    const nothing = (): Curvature => ({
      value: 0,
      gradient: new Float64Array(C),
      hessian: new Float64Array(C * C),
    });
    for (const unit of [0.2, 1, 30]) {
      const shifts = Float64Array.from({ length: C - 1 }, () => 5 * normal(random));
      // (s, o₁, …) ↦ (slope, offset 1, …)
      const J = identityRows(C);
      J[0][0] = 1 / unit;
      shifts.forEach((shift, k) => (J[k + 1][0] = shift / unit));
      for (const point of points) {
        const [curve] = transposed(times(J, transposed([point])));
        const { value, gradient, hessian } = prior(curve);
        const expected = {
          value,
          gradient: times([gradient], J)[0],
          hessian: times(transposed(J), times(hessian, J)),
        };
        expectSameDerivatives(withScoreCurvePrior(nothing, unit, shifts)(Float64Array.from(point)), expected, 1e-13);
      }
    }
  });
});

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

  test("the gradient of the objective is zero to rounding", () => {
    const { gradient, hessian } = objective(given, pointOf(curveOf(given)));
    // In deviations of the parameters.
    gradient.forEach((each, k) => expect(Math.abs(each) / Math.sqrt(hessian[k][k])).toBeLessThan(1e-11));
  });

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
    const { value } = objective(given, point);
    const random = stream(5, C);
    for (let trial = 0; trial < 50; trial++) {
      const other = point.map((entry) => entry + 0.1 * normal(random));
      expect(objective(given, other).value).toBeGreaterThan(value);
    }
  });

  test("the covariance is the inverse of the curvature", () => {
    const curve = curveOf(given);
    expectSameForm(curve.covariance.data, inverse(objective(given, pointOf(curve)).hessian), 1e-11);
  });

  test("the covariance never exceeds that of the prior, be the classes as separated as they may", () => {
    for (const signal of [2, 4, 500]) {
      const { slope, covariance } = curveOf(scored(C, 60, signal));
      expect(slope).toBeGreaterThan(0);
      // The inverse of I − 11ᵀ/C, C − 1 rows, is I + 11ᵀ.
      for (let k = 0; k < C; k++) expect(covariance.data[k * (C + 1)]).toBeLessThan((k === 0 ? 1 : 2) + 1e-12);
    }
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
      const { gradient, hessian } = crossEntropy(useless, identityRows(C), pointOf({ slope, offsets }));
      expectClose(gradient.slice(1), new Float64Array(C - 1), 1e-11);
      const ofOffsets = inverse(hessian.slice(1).map((each) => each.slice(1)));
      expectClose(covariance.data.subarray(0, C), new Float64Array(C), 0);
      for (let k = 1; k < C; k++) {
        expect(covariance.data[k * C]).toBe(0);
        for (let l = 1; l < C; l++) {
          expect(Math.abs(covariance.data[k * C + l] / ofOffsets[k - 1][l - 1] - 1)).toBeLessThan(1e-11);
        }
      }
    }
  });
});

test.each([
  ["so small that the prior overflows", 1e-160],
  ["so large that their squares do", 1e160],
])("scores %s are an error, not a curve without a covariance", (_, scale) => {
  for (const C of scale > 1 ? [2, 3] : [3]) {
    const given = scored(C, 40, 4);
    const rows = given.rows.map((row) => row.map((score) => scale * score));
    expect(thrown(() => curveOf({ ...given, rows }), NumericalError).code).toBe("curve-failed");
  }
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
