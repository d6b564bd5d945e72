import type { KernelRows } from "../../rows/kernel/kernelRows.ts";

/**
 * The dual of the support vector classifier in signed coefficients βᵢ = yᵢ αᵢ:
 *
 *     minimize ½ βᵀKβ − yᵀβ   where Σβ = 0 and lowerᵢ ≤ βᵢ ≤ upperᵢ,
 *
 * with the interval [0, Cᵢ] for a row of sign +1 and [−Cᵢ, 0] for one of sign −1. A row with Cᵢ = 0 takes no part, but its
 * output is computed with those of the others. The residuals rᵢ = yᵢ − Σⱼ Kᵢⱼ βⱼ are minus the gradient.
 */
export interface DualProblem {
  readonly rows: KernelRows;
  /** +1 or −1. */
  readonly signs: Float64Array;
  /** Cᵢ, from 0. */
  readonly costs: Float64Array;
}

/** A point of the dual. */
export interface DualPoint {
  readonly coefficients: Float64Array;
  readonly residuals: Float64Array;
}

/** How far residuals are from those of an optimum. */
export interface Violation {
  /** The largest residual of a coefficient that may rise; −∞ without one. */
  readonly rising: number;
  /** The smallest residual of a coefficient that may fall; ∞ without one. */
  readonly falling: number;
  /** rising − falling, at most 0 at an optimum. */
  readonly gap: number;
}

/** The largest coefficient that a row may have. */
export function upperBound(sign: number, cost: number): number {
  return sign > 0 ? cost : 0;
}

/** The smallest. */
export function lowerBound(sign: number, cost: number): number {
  return sign > 0 ? 0 : -cost;
}

/** What rounding leaves of a step to a bound, as a share of the cost: a coefficient so near to a bound is at it. */
const rounding = 1e-12;

/** Whether a coefficient may rise: it is below its upper bound. */
function mayRise({ signs, costs }: DualProblem, coefficients: Float64Array, i: number): boolean {
  return coefficients[i] < upperBound(signs[i], costs[i]) - rounding * costs[i];
}

/** Whether a coefficient may fall: it is above its lower bound. */
function mayFall({ signs, costs }: DualProblem, coefficients: Float64Array, i: number): boolean {
  return coefficients[i] > lowerBound(signs[i], costs[i]) + rounding * costs[i];
}

export function violationOf(problem: DualProblem, { coefficients, residuals }: DualPoint): Violation {
  let rising = -Infinity;
  let falling = Infinity;
  for (let i = 0; i < residuals.length; i++) {
    if (residuals[i] > rising && mayRise(problem, coefficients, i)) rising = residuals[i];
    if (residuals[i] < falling && mayFall(problem, coefficients, i)) falling = residuals[i];
  }
  return { rising, falling, gap: rising - falling };
}

/** The rows with a coefficient strictly inside its interval. */
export function freeRows(problem: DualProblem, coefficients: Float64Array): Int32Array {
  return Int32Array.from(problem.signs.keys()).filter(
    (i) => mayRise(problem, coefficients, i) && mayFall(problem, coefficients, i),
  );
}

/**
 * The constant b of the outputs f = Kβ + b: the mean residual of the free rows, which at an optimum are all equal, or the
 * middle of what is allowed where none is free.
 */
export function biasOf(problem: DualProblem, point: DualPoint): number {
  const free = freeRows(problem, point.coefficients);
  if (free.length > 0) return free.reduce((sum, i) => sum + point.residuals[i], 0) / free.length;
  const { rising, falling } = violationOf(problem, point);
  if (rising === -Infinity) return falling === Infinity ? 0 : falling;
  return falling === Infinity ? rising : (rising + falling) / 2;
}
