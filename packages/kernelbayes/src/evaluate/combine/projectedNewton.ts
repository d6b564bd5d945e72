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

/** A fall below this share of the value drowns in its rounding. */
const ROUNDING = 1e-11;

/**
 * Minimum of a strictly convex function of a few coordinates, of which some may not be negative, by Newton's method in the
 * coordinates that are free, with each trial point brought back into the bounds and the step halved until the value falls
 * enough (D. P. Bertsekas, *Projected Newton methods for optimization problems with simple constraints*, 1982). The Hessian has
 * to be positive definite. The start must respect the bounds.
 *
 * Values know a minimum to half their digits only. So close to it that the fall drowns in the rounding of the value, whole
 * steps are taken while they make the gradient smaller, which leaves an error of the size of rounding.
 */
export function projectedNewton(
  objective: ConvexObjective,
  start: Float64Array,
  { nonNegative, gradientTolerance, maxSteps = 100 }: ProjectedNewtonOptions,
): ConvexMinimum {
  const placeAt = (point: Float64Array): Place => {
    const { value, gradient, hessian } = objective(point);
    const isHeld = point.map((x, k) => (k < nonNegative && x <= NEAR_BOUND && gradient[k] > 0 ? 1 : 0));
    const steepness = gradient.reduce(
      (most, g, k) => Math.max(most, isHeld[k] ? Math.min(g, point[k]) : Math.abs(g)),
      0,
    );
    return { point, value, gradient, hessian, isHeld, steepness };
  };
  let here = placeAt(start.slice());
  for (let steps = 0; here.steepness > gradientTolerance; steps++) {
    if (steps === maxSteps) return { point: here.point, value: here.value, converged: false };
    const direction = newtonDirection(here);
    const isDrowned = Math.abs(dot(here.gradient, direction)) <= ROUNDING * Math.abs(here.value);
    let next: Place | undefined;
    for (let halvings = 0; halvings <= (isDrowned ? 0 : MAX_HALVINGS) && !next; halvings++) {
      const moved = here.point.map((x, k) => x + 2 ** -halvings * direction[k]);
      const there = placeAt(moved.map((x, k) => (k < nonNegative ? Math.max(0, x) : x)));
      const slope = there.point.reduce((sum, x, k) => sum + here.gradient[k] * (x - here.point[k]), 0);
      const isBetter = isDrowned ? there.steepness < here.steepness : there.value <= here.value + 1e-4 * slope;
      if (isBetter) next = there;
    }
    if (!next) return { point: here.point, value: here.value, converged: isDrowned };
    here = next;
  }
  return { point: here.point, value: here.value, converged: true };
}

interface Place extends ReturnType<ConvexObjective> {
  readonly point: Float64Array;
  /** 1 for coordinates that the gradient holds at their bound. */
  readonly isHeld: Float64Array;
  /** The largest entry of the projected gradient. */
  readonly steepness: number;
}

/** −H⁻¹g in the free coordinates; held ones go to their bound. */
function newtonDirection({ point, gradient, hessian, isHeld }: Place): Float64Array {
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
