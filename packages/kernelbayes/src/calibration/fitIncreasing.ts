import { log1pExp } from "../numeric/logSumExp.ts";
import { sigmoid } from "../numeric/sigmoid.ts";

/** A symmetric matrix of a few rows. */
export type SmallMatrix = readonly (readonly number[])[];

/**
 * Logistic regression on increasing functions hⱼ of one number, the last of them the constant 1, with a normal prior of the
 * coefficients. All coefficients but that of the constant are at least 0, so that the sum Σ cⱼ hⱼ increases too.
 */
export interface IncreasingRegression {
  /** The values of each function at the rows. */
  readonly functions: readonly Float64Array[];
  /** 1 for the upper class, 0 for the other. */
  readonly targets: ArrayLike<number>;
  readonly weights: Float64Array;
  /** The mean of the prior, where the search starts too. */
  readonly center: readonly number[];
  /** The inverse covariance of the prior, positive definite. */
  readonly precision: SmallMatrix;
}

/** The objective at some coefficients, with its derivatives. */
export interface Penalized {
  readonly coefficients: readonly number[];
  readonly value: number;
  readonly gradient: readonly number[];
  readonly hessian: SmallMatrix;
}

const mostSteps = 100;
const mostHalvings = 60;

/**
 * The coefficients c that minimize
 *
 *     Σ w [softplus(e) − y e] + ½ (c − m)ᵀ A (c − m),   e = Σ cⱼ hⱼ,   cⱼ ≥ 0 for all but the last,
 *
 * m and A the center and the precision of the prior, which is convex. Newton steps with halving, by the coefficients that are not
 * held at 0.
 */
export function fitIncreasing(regression: IncreasingRegression): Penalized {
  let here = penalized(regression, regression.center);
  for (let step = 0; step < mostSteps; step++) {
    const direction = newtonStep(here);
    const promised = -0.5 * here.gradient.reduce((sum, slope, j) => sum + slope * direction[j], 0);
    // At rest to rounding, a shorter step does no better than a whole one.
    const most = promised < roundingOf(here) ? 1 : mostHalvings;
    let moved: Penalized | undefined;
    for (let halving = 0, factor = 1; halving < most && !moved; halving++, factor /= 2) {
      const there = penalized(
        regression,
        bounded(here.coefficients.map((coefficient, j) => coefficient + factor * direction[j])),
      );
      if (isBetter(there, here)) moved = there;
    }
    if (!moved) break;
    here = moved;
  }
  return here;
}

/** Coefficients of increasing functions: those below 0 become 0, but that of the constant. */
export function bounded(coefficients: readonly number[]): number[] {
  return coefficients.map((coefficient, j) => (j < coefficients.length - 1 ? Math.max(0, coefficient) : coefficient));
}

/** Which coefficients lie at the bound 0 and would fall below it. */
export function heldAtZero({ coefficients, gradient }: Penalized): boolean[] {
  const last = coefficients.length - 1;
  return coefficients.map((coefficient, j) => j < last && coefficient === 0 && gradient[j] >= 0);
}

/** The objective with its derivatives; the prior makes the Hessian positive definite. */
export function penalized(
  { functions, targets, weights, center, precision }: IncreasingRegression,
  coefficients: readonly number[],
): Penalized {
  const size = coefficients.length;
  const away = coefficients.map((coefficient, j) => coefficient - center[j]);
  const gradient = precision.map((row) => row.reduce((sum, entry, k) => sum + entry * away[k], 0));
  let value = 0.5 * gradient.reduce((sum, entry, j) => sum + entry * away[j], 0);
  const hessian = precision.map((row) => [...row]);
  for (let row = 0; row < weights.length; row++) {
    let e = 0;
    for (let j = 0; j < size; j++) e += coefficients[j] * functions[j][row];
    const p = sigmoid(e);
    // Softplus(e) − y e, on each side without cancellation.
    value += weights[row] * (e >= 0 ? (1 - targets[row]) * e + log1pExp(-e) : log1pExp(e) - targets[row] * e);
    const d = weights[row] * (p - targets[row]);
    const q = weights[row] * p * sigmoid(-e);
    for (let j = 0; j < size; j++) {
      gradient[j] += d * functions[j][row];
      for (let k = 0; k <= j; k++) hessian[j][k] += q * functions[j][row] * functions[k][row];
    }
  }
  for (let j = 0; j < size; j++) for (let k = 0; k < j; k++) hessian[k][j] = hessian[j][k];
  return { coefficients, value, gradient, hessian };
}

/** The inverse of a positive definite matrix among the coefficients that are not held; rows and columns of those held are 0. */
export function inverseOfFree(matrix: SmallMatrix, held: readonly boolean[]): number[][] {
  const size = matrix.length;
  // Gauss–Jordan elimination of (matrix | identity), which needs no exchange of rows where the matrix is definite.
  const left = matrix.map((row, j) => row.map((entry, k) => (held[j] || held[k] ? Number(j === k) : entry)));
  const right = matrix.map((_, j) => Array.from({ length: size }, (_entry, k) => Number(j === k && !held[j])));
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = 1 / left[pivot][pivot];
    for (let k = 0; k < size; k++) {
      left[pivot][k] *= scale;
      right[pivot][k] *= scale;
    }
    for (let j = 0; j < size; j++) {
      const factor = left[j][pivot];
      if (j === pivot || factor === 0) continue;
      for (let k = 0; k < size; k++) {
        left[j][k] -= factor * left[pivot][k];
        right[j][k] -= factor * right[pivot][k];
      }
    }
  }
  return right.map((row, j) => row.map((entry, k) => 0.5 * (entry + right[k][j])));
}

/** A coefficient at 0 that the others would push below it is held too, lest a step that was cut off there leads upwards. */
function newtonStep(here: Penalized): number[] {
  const { coefficients, gradient, hessian } = here;
  const held = heldAtZero(here);
  for (;;) {
    const inverse = inverseOfFree(hessian, held);
    const step = inverse.map((row) => -row.reduce((sum, entry, k) => sum + entry * gradient[k], 0));
    const pushed = step.findIndex((part, j) => j < step.length - 1 && coefficients[j] === 0 && part < 0);
    if (pushed < 0) return step;
    held[pushed] = true;
  }
}

/** Lower, or as low to rounding and flatter: values know a minimum to half their digits only, slopes to all. */
function isBetter(there: Penalized, here: Penalized): boolean {
  const rounding = roundingOf(here);
  if (there.value < here.value - rounding) return true;
  return there.value <= here.value + rounding && steepness(there) < steepness(here);
}

/** What values near this one may differ by and mean nothing. */
function roundingOf({ value }: Penalized): number {
  return 1e-13 * (1 + Math.abs(value));
}

/** The squared gradient in units of the Hessian, but for what is held at 0. */
function steepness(here: Penalized): number {
  const held = heldAtZero(here);
  return here.gradient.reduce((sum, slope, j) => sum + (held[j] ? 0 : (slope * slope) / here.hessian[j][j]), 0);
}
