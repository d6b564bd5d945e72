import { NumericalError } from "../errors.ts";
import { dot, minus, plusScaled } from "../matrix/dot.ts";
import { clip, coordinatesAtBounds, type Box } from "../optimize/box.ts";
import type { LongObjective, Objective, Optimum } from "../optimize/optimizer.ts";
import { smallSolver } from "../optimize/smallSolver.ts";
import { searching } from "../run/share.ts";
import { progress, type Work } from "../run/work.ts";
import { tryPlaceInSteps, type Place } from "./place.ts";

/** Where a descent has come to rest. */
export interface Descent extends Place, Pick<Optimum, "evaluations" | "converged" | "status" | "atBounds"> {
  /** What the Hessian has become, row-major. */
  readonly hessian: Float64Array;
}

export interface DescentOptions {
  /** The Hessian to begin with, row-major. */
  readonly hessian: Float64Array;
  readonly box: Box;
  /** The search ends where the quadratic model promises less than this. Default 0.01. */
  readonly tolerance?: number;
  /** Default 15. */
  readonly maxEvaluations?: number;
  readonly stage?: string;
}

/** No coordinate moves further in one step. */
const longestStep = 1;
const sufficient = 1e-4;
const mostShortenings = 2;
/** A good start mostly needs no more. */
const typicalEvaluations = 5;

/**
 * Quasi-Newton steps with a Hessian that is known roughly from elsewhere: for objectives that are dear, at a start that is
 * near the minimum. The Hessian learns from each step (Broyden, Fletcher, Goldfarb & Shanno), a step that does not lower the
 * value is shortened, and a step that promises next to nothing is not tried, so that a good start costs two or three
 * evaluations.
 */
export function* descend(
  objective: Objective | LongObjective,
  start: ArrayLike<number>,
  { hessian, box, tolerance = 0.01, maxEvaluations = 15, stage = "all rows" }: DescentOptions,
): Work<Descent> {
  const H = hessian.slice();
  let here = yield* tryPlaceInSteps(objective, clip(start, box), box);
  if (here === undefined) throw new NumericalError("no-finite-value", "The objective is not finite at the start.");
  let evaluations = 1;
  let status: string | undefined;
  let converged = false;
  yield searching(stage, evaluations, maxEvaluations, typicalEvaluations, -here.value);
  while (status === undefined) {
    const target = modelMinimum(here, H, box);
    const move = minus(target, here.point);
    const promised = fallOfModel(move, here, H);
    if (promised < tolerance) {
      converged = true;
      status = "no step promises a fall worth an evaluation";
      break;
    }
    let next: Place | undefined;
    for (
      let shortenings = 0, size = 1;
      shortenings <= mostShortenings && evaluations < maxEvaluations;
      shortenings++, size /= 3
    ) {
      const point: Float64Array = size === 1 ? target : clip(plusScaled(here.point, size, move), box);
      const trial = yield* tryPlaceInSteps(objective, point, box);
      evaluations++;
      const lowest = Math.min(here.value, trial?.value ?? Infinity);
      yield searching(stage, evaluations, maxEvaluations, typicalEvaluations, -lowest);
      if (trial !== undefined && trial.value <= here.value + sufficient * size * dot(move, here.gradient)) {
        next = trial;
        break;
      }
    }
    if (next === undefined) {
      status = evaluations < maxEvaluations ? "no step lowers the value" : `stopped after ${evaluations} evaluations`;
      break;
    }
    updateInPlace(H, here, next);
    here = next;
    if (evaluations >= maxEvaluations) status = `stopped after ${evaluations} evaluations`;
  }
  yield progress(stage, maxEvaluations, maxEvaluations, -here.value);
  return { ...here, hessian: H, evaluations, converged, status, atBounds: coordinatesAtBounds(here.point, box) };
}

/**
 * About the minimum of the quadratic model within the box: coordinates that the gradient presses on a bound stay, those that a step
 * leads past a bound stop there, and the others make up for it. A step that is too long is shortened as a whole, since cut
 * coordinate by coordinate it might no longer lead down.
 */
function modelMinimum({ point, gradient }: Place, H: Float64Array, box: Box): Float64Array {
  const p = point.length;
  const move = new Float64Array(p);
  const stops = new Map<number, number>();
  let free = Array.from(point.keys()).filter(
    (j) => !(gradient[j] > 0 ? point[j] <= box.lower[j] : point[j] >= box.upper[j]),
  );
  while (free.length > 0) {
    const block = Float64Array.from(free.flatMap((a) => free.map((b) => H[a * p + b])));
    for (const j of free) move[j] = 0;
    const slopes = Float64Array.from(free, (j) => gradient[j] + dot(H.subarray(j * p, (j + 1) * p), move));
    const step = smallSolver(block, free.length)?.(slopes) ?? slopes.map((slope, at) => slope / H[free[at] * (p + 1)]);
    const size = Math.min(1, longestStep / step.reduce((most, each) => Math.max(most, Math.abs(each)), 0));
    free.forEach((j, at) => (move[j] = -size * step[at]));
    const past = free.filter((j) => point[j] + move[j] < box.lower[j] || point[j] + move[j] > box.upper[j]);
    if (past.length === 0) break;
    for (const j of past) {
      const bound = move[j] < 0 ? box.lower[j] : box.upper[j];
      stops.set(j, bound);
      move[j] = bound - point[j];
    }
    free = free.filter((j) => !past.includes(j));
  }
  return point.map((value, j) => stops.get(j) ?? value + move[j]);
}

/** By how much the quadratic model falls. */
function fallOfModel(move: Float64Array, { gradient }: Place, H: Float64Array): number {
  const p = move.length;
  const curved = move.reduce((sum, each, j) => sum + each * dot(H.subarray(j * p, (j + 1) * p), move), 0);
  return -dot(move, gradient) - 0.5 * curved;
}

/** H ← H − H s sᵀH / sᵀH s + y yᵀ / sᵀy, where the curvature along the step is positive (Powell's damping elsewhere). */
function updateInPlace(H: Float64Array, from: Place, to: Place): void {
  const p = from.point.length;
  const s = to.point.map((value, j) => value - from.point[j]);
  const Hs = s.map((_, j) => s.reduce((sum, value, k) => sum + H[j * p + k] * value, 0));
  const curvature = dot(s, Hs);
  const difference = to.gradient.map((value, j) => value - from.gradient[j]);
  const seen = dot(s, difference);
  const share = seen >= 0.2 * curvature ? 1 : (0.8 * curvature) / (curvature - seen);
  const y = difference.map((value, j) => share * value + (1 - share) * Hs[j]);
  const along = dot(s, y);
  if (!(curvature > 0 && along > 0)) return;
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < p; k++) H[j * p + k] += (y[j] * y[k]) / along - (Hs[j] * Hs[k]) / curvature;
  }
}
