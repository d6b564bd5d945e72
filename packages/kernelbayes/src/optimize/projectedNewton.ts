import { dot } from "../matrix/dot.ts";
import { freeSolver } from "./smallSolver.ts";

/** A function at some point, with its gradient and Hessian (row by row). */
export interface Curvature {
  readonly value: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}

/** A smooth convex function. */
export type ConvexObjective = (point: Float64Array) => Curvature;

export interface ConvexMinimum extends Curvature {
  readonly point: Float64Array;
  /** Coordinates that the gradient holds at their bound. */
  readonly isHeld: readonly boolean[];
  /** False too where the Hessian has negative curvature: what was found is then no minimum of a convex function. */
  readonly converged: boolean;
}

/** A coordinate this near to its bound, with a gradient that holds it there, takes no part in the Newton step. */
const NEAR_BOUND = 1e-9;
const MAX_STEPS = 100;
const MAX_HALVINGS = 50;

/** A fall below this share of the value drowns in its rounding. */
const ROUNDING = 1e-11;

/**
 * Minimum of a strictly convex function of a few coordinates, of which the first `nonNegative` may not be negative, by Newton's method
 * in the coordinates that are free, with each trial point brought back into the bounds and the step halved until the value falls
 * enough (D. P. Bertsekas, *Projected Newton methods for optimization problems with simple constraints*, 1982). The Hessian has
 * to be positive definite; where it is not, the search may end anywhere, and has not converged. The start must respect the bounds.
 *
 * Values know a minimum to half their digits only. So close to it that the fall drowns in the rounding of the value, whole
 * steps are taken while they make gᵀH⁻¹g smaller, which leaves an error of the size of rounding.
 */
export function projectedNewton(objective: ConvexObjective, start: Float64Array, nonNegative: number): ConvexMinimum {
  let here = placeAt(objective, start.slice(), nonNegative);
  for (let steps = 0; !(here.promised <= 0); steps++) {
    const isDrowned = here.promised <= ROUNDING * Math.abs(here.value);
    let next: Place | undefined;
    for (let halvings = 0; halvings <= (isDrowned ? 0 : MAX_HALVINGS) && !next; halvings++) {
      const moved = here.point.map((x, k) => x + 2 ** -halvings * here.direction[k]);
      const there = placeAt(
        objective,
        moved.map((x, k) => (k < nonNegative ? Math.max(0, x) : x)),
        nonNegative,
      );
      const slope = there.point.reduce((sum, x, k) => sum + here.gradient[k] * (x - here.point[k]), 0);
      const isBetter = isDrowned ? there.promised < here.promised : there.value <= here.value + 1e-4 * slope;
      if (isBetter) next = there;
    }
    if (!next || steps === MAX_STEPS) return { ...here, converged: isDrowned && hasNoNegativeCurvature(here) };
    here = next;
  }
  return { ...here, converged: here.promised === 0 && hasNoNegativeCurvature(here) };
}

interface Place extends Omit<ConvexMinimum, "converged"> {
  /** The Newton step. */
  readonly direction: Float64Array;
  /** Twice the fall that the step promises, gᵀH⁻¹g; negative only if H is not definite, not a number where the objective is none. */
  readonly promised: number;
}

function placeAt(objective: ConvexObjective, point: Float64Array, nonNegative: number): Place {
  const { value, gradient, hessian } = objective(point);
  const isBound: boolean[] = [];
  for (let k = 0; k < point.length; k++) isBound.push(k < nonNegative && point[k] <= NEAR_BOUND);
  const isHeld = isBound.map((bound, k) => bound && gradient[k] > 0);
  const direction = newtonDirection(point, gradient, hessian, isHeld, isBound);
  return { point, value, gradient, hessian, isHeld, direction, promised: -dot(gradient, direction) };
}

/** −H⁻¹g in the free coordinates; held ones, and those at their bound that the others would push below it, go to their bound. */
function newtonDirection(
  point: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
  isHeld: readonly boolean[],
  isBound: readonly boolean[],
): Float64Array {
  const held = [...isHeld];
  for (;;) {
    const step = freeSolver(hessian, held)?.(gradient) ?? gradient;
    const pushed = held.findIndex((each, k) => !each && isBound[k] && step[k] > 0);
    if (pushed < 0) return point.map((x, k) => -(held[k] ? x : step[k]));
    held[pushed] = true;
  }
}

/** Entries of a matrix with ones in its diagonal below this are rounding. */
const ROUNDING_OF_UNITS = 1e-14;

/** Whether the Hessian is positive semidefinite to rounding among the coordinates that are not held, by symmetric elimination. */
function hasNoNegativeCurvature({ hessian, isHeld }: Place): boolean {
  const free = Array.from(isHeld.keys()).filter((k) => !isHeld[k]);
  const units = isHeld.map((_, k) => Math.sqrt(Math.abs(hessian[k * isHeld.length + k])) || 1);
  const rows = free.map((j) => free.map((k) => hessian[j * isHeld.length + k] / (units[j] * units[k])));
  return rows.every((pivotRow, k) => {
    const pivot = pivotRow[k];
    // Written so that a NaN counts as negative. What stands beside a pivot is at most its root, in a matrix that is semidefinite.
    if (!(pivot > ROUNDING_OF_UNITS)) {
      const others = pivotRow.slice(k + 1);
      return pivot >= -ROUNDING_OF_UNITS && others.every((entry) => entry * entry <= ROUNDING_OF_UNITS);
    }
    for (let i = k + 1; i < free.length; i++) {
      const factor = rows[i][k] / pivot;
      for (let j = k; j < free.length; j++) rows[i][j] -= factor * pivotRow[j];
    }
    return true;
  });
}
