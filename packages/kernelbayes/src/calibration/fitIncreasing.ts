import { NumericalError } from "../errors.ts";
import { projectedNewton, type ConvexMinimum, type ConvexObjective } from "../optimize/projectedNewton.ts";
import { freeSolver } from "../optimize/smallSolver.ts";

/** A symmetric matrix of a few rows. */
export type SmallMatrix = readonly (readonly number[])[];

/**
 * Logistic regression on increasing functions hⱼ of one number, the last of them the constant 1. All coefficients but that of the
 * constant are at least 0, so that the sum Σ cⱼ hⱼ increases too.
 */
export interface IncreasingRegression {
  /** The values of each function at the rows. */
  readonly functions: readonly Float64Array[];
  /** The share of the upper class that each row should have: 1 and 0, or smoothed. */
  readonly targets: ArrayLike<number>;
  readonly weights: Float64Array;
  /** A normal prior of the coefficients, by its mean and its inverse covariance. Default: none. */
  readonly prior?: { readonly center: readonly number[]; readonly precision: SmallMatrix };
}

/**
 * The coefficients c that minimize
 *
 *     Σ w [softplus(e) − y e] + ½ (c − m)ᵀ A (c − m),   e = Σ cⱼ hⱼ,   cⱼ ≥ 0 for all but the last,
 *
 * m and A the center and the precision of the prior, which is convex, from a start that respects the bounds.
 */
export function fitIncreasing(regression: IncreasingRegression, start: ArrayLike<number>): ConvexMinimum {
  return projectedNewton(increasingObjective(regression), Float64Array.from(start), start.length - 1);
}

/** Coefficients of increasing functions: those below 0 become 0, but that of the constant. */
export function bounded(coefficients: readonly number[]): number[] {
  return coefficients.map((coefficient, j) => (j < coefficients.length - 1 ? Math.max(0, coefficient) : coefficient));
}

/** What `fitIncreasing` minimizes, with its derivatives. */
export function increasingObjective(regression: IncreasingRegression): ConvexObjective {
  const size = regression.functions.length;
  const { prior } = regression;
  return (point) => {
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    let value = sumOverRows(regression, point, gradient, hessian);
    prior?.precision.forEach((entries, j) => {
      const pull = entries.reduce((sum, entry, k) => sum + entry * (point[k] - prior.center[k]), 0);
      value += 0.5 * pull * (point[j] - prior.center[j]);
      gradient[j] += pull;
      entries.forEach((entry, k) => (hessian[j * size + k] += entry));
    });
    return { value, gradient, hessian };
  };
}

/** The value of `increasingObjective` alone. */
export function increasingValue(regression: IncreasingRegression, point: Float64Array): number {
  const { functions, targets, weights } = regression;
  let value = priorValue(regression, point);
  for (let row = 0; row < weights.length; row++) {
    let e = 0;
    for (let j = 0; j < point.length; j++) e += point[j] * functions[j][row];
    value +=
      weights[row] * ((e >= 0 ? (1 - targets[row]) * e : -targets[row] * e) + Math.log1p(Math.exp(-Math.abs(e))));
  }
  return value;
}

/** ½ (c − m)ᵀ A (c − m). */
export function priorValue({ prior }: Pick<IncreasingRegression, "prior">, point: Float64Array): number {
  let value = 0;
  prior?.precision.forEach((entries, j) =>
    entries.forEach((entry, k) => (value += 0.5 * entry * (point[j] - prior.center[j]) * (point[k] - prior.center[k]))),
  );
  return value;
}

/** Σ w [softplus(e) − y e]; adds its derivatives to `gradient` and `hessian`. */
function sumOverRows(
  { functions, targets, weights }: IncreasingRegression,
  point: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): number {
  const size = functions.length;
  let value = 0;
  for (let row = 0; row < weights.length; row++) {
    let e = 0;
    for (let j = 0; j < size; j++) e += point[j] * functions[j][row];
    // The odds of the less likely side, from which all follows without cancellation.
    const odds = Math.exp(-Math.abs(e));
    const p = (e >= 0 ? 1 : odds) / (1 + odds);
    const complement = (e >= 0 ? odds : 1) / (1 + odds);
    const w = weights[row];
    value += w * ((e >= 0 ? (1 - targets[row]) * e : -targets[row] * e) + Math.log1p(odds));
    const d = w * (p - targets[row]);
    const q = w * p * complement;
    for (let j = 0; j < size; j++) {
      gradient[j] += d * functions[j][row];
      for (let k = 0; k <= j; k++) hessian[j * size + k] += q * functions[j][row] * functions[k][row];
    }
  }
  for (let j = 0; j < size; j++) for (let k = 0; k < j; k++) hessian[k * size + j] = hessian[j * size + k];
  return value;
}

/**
 * The inverse of a positive definite matrix (row by row) among the coefficients that are not held; what is held has none. The
 * information of a curve is definite wherever the sums of its rows and its prior can be computed with; where they cannot, the
 * curve has failed.
 */
export function inverseOfFree(entries: Float64Array, isHeld: readonly boolean[]): number[][] {
  const solve = freeSolver(entries, isHeld);
  if (!solve) throw new NumericalError("curve-failed", "The calibration curve has no unique optimum.");
  const columns = isHeld.map((_, k) => solve(Float64Array.from(isHeld, (__, j) => Number(j === k))));
  return columns.map((column, j) => Array.from(column, (entry, k) => 0.5 * (entry + columns[k][j])));
}

/**
 * Directions in which the coefficients are independent at the optimum, each as long as one deviation: the columns of L⁻ᵀ, L Lᵀ the Hessian of those
 * that are free. What is held at its bound has a direction of its own, of length one.
 */
export function freeDirections(entries: Float64Array, isHeld: readonly boolean[]): Float64Array[] {
  const size = isHeld.length;
  const directions: Float64Array[] = [];
  // Gram and Schmidt in the metric of the Hessian.
  const form = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, left, j) => sum + left * b.reduce((row, right, k) => row + entries[j * size + k] * right, 0), 0);
  for (let j = size - 1; j >= 0; j--) {
    if (isHeld[j]) continue;
    const own = new Float64Array(size);
    own[j] = 1;
    for (const other of directions) {
      const along = form(own, other);
      other.forEach((each, k) => (own[k] -= along * each));
    }
    const length = Math.sqrt(form(own, own));
    if (!(length > 0 && length < Infinity)) {
      throw new NumericalError("curve-failed", "The calibration curve has no unique optimum.");
    }
    directions.push(own.map((each) => each / length));
  }
  isHeld.forEach((held, j) => {
    if (held) directions.push(Float64Array.from(isHeld, (_, k) => Number(k === j)));
  });
  return directions;
}

/**
 * J C Jᵀ: from the covariance C of (s, o₁, o₂, …) to that of (s/unit, o₁ + s · shift₁/unit, …), the coefficients of what was
 * measured in units and from an origin of its own.
 */
export function inOwnUnits(covariance: SmallMatrix, unit: number, shifts: ArrayLike<number>): number[][] {
  const rows = [
    covariance[0].map((entry) => entry / unit),
    ...covariance.slice(1).map((row, c) => row.map((entry, k) => entry + (shifts[c] / unit) * covariance[0][k])),
  ];
  return rows.map(([first, ...others]) => [
    first / unit,
    ...others.map((entry, c) => entry + (shifts[c] / unit) * first),
  ]);
}
