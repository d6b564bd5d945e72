import { dot } from "../../matrix/dot.ts";
import { smallSolver } from "../../optimize/smallSolver.ts";

/** A smooth convex function with its gradient and Hessian (row by row). */
export type ConvexObjective = (point: Float64Array) => {
  readonly value: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
};

export interface ProjectedNewtonOptions {
  /** The first so many coordinates may not fall below 0; the others are free. */
  readonly nonNegative: number;
  /** Converged when no entry of the projected gradient is larger. */
  readonly gradientTolerance: number;
  /** At most so many steps. Default 100. */
  readonly maxSteps?: number;
}

export interface ConvexMinimum {
  readonly point: Float64Array;
  readonly value: number;
  readonly converged: boolean;
}

/** A coordinate this near to its bound, with a gradient that holds it there, takes no part in the Newton step. */
const NEAR_BOUND = 1e-9;
const MAX_HALVINGS = 50;

/**
 * Minimum of a strictly convex function of a few coordinates, of which some may not be negative, by Newton's method in the
 * coordinates that are free, with each trial point brought back into the bounds and the step halved until the value falls
 * enough (D. P. Bertsekas, *Projected Newton methods for optimization problems with simple constraints*, 1982). The Hessian has
 * to be positive definite. The start must respect the bounds.
 */
export function projectedNewton(
  objective: ConvexObjective,
  start: Float64Array,
  { nonNegative, gradientTolerance, maxSteps = 100 }: ProjectedNewtonOptions,
): ConvexMinimum {
  let point: Float64Array = start.slice();
  let here = objective(point);
  for (let steps = 0; ; steps++) {
    const { gradient } = here;
    const isHeld = point.map((x, k) => (k < nonNegative && x <= NEAR_BOUND && gradient[k] > 0 ? 1 : 0));
    const largest = gradient.reduce((most, g, k) => Math.max(most, isHeld[k] ? Math.min(g, point[k]) : Math.abs(g)), 0);
    if (largest <= gradientTolerance) return { point, value: here.value, converged: true };
    if (steps === maxSteps) return { point, value: here.value, converged: false };

    const direction = newtonDirection(here, point, isHeld);
    let next: Float64Array | undefined;
    let there = here;
    for (let halvings = 0; halvings <= MAX_HALVINGS; halvings++) {
      const share = 2 ** -halvings;
      const trial = point.map((x, k) =>
        k < nonNegative ? Math.max(0, x + share * direction[k]) : x + share * direction[k],
      );
      const slope = trial.reduce((sum, x, k) => sum + gradient[k] * (x - point[k]), 0);
      const value = objective(trial);
      if (value.value <= here.value + 1e-4 * slope && value.value < here.value) {
        next = trial;
        there = value;
        break;
      }
    }
    // Nothing lower within rounding: this is the minimum as far as the value can tell.
    if (!next) {
      const expected = Math.abs(dot(gradient, direction));
      return { point, value: here.value, converged: expected <= 1e-9 * Math.max(1, Math.abs(here.value)) };
    }
    point = next;
    here = there;
  }
}

/** −H⁻¹g in the free coordinates; held ones go to their bound. */
function newtonDirection(
  { gradient, hessian }: ReturnType<ConvexObjective>,
  point: Float64Array,
  isHeld: Float64Array,
): Float64Array {
  const size = point.length;
  const free = Array.from(point.keys()).filter((k) => !isHeld[k]);
  const block = Float64Array.from({ length: free.length ** 2 }, (_, at) => {
    return hessian[free[Math.floor(at / free.length)] * size + free[at % free.length]];
  });
  const solve = smallSolver(block, free.length);
  const rest = Float64Array.from(free, (k) => -gradient[k]);
  const step = solve ? solve(rest) : rest;
  const direction = point.map((x) => -x);
  free.forEach((k, at) => (direction[k] = step[at]));
  return direction;
}
