import { NumericalError } from "../../errors.ts";
import { clip, projectedNorm, type Box } from "../../optimize/box.ts";
import type { Objective } from "../../optimize/optimizer.ts";
import { smallSolver } from "../../optimize/smallSolver.ts";

/** Where a search has come to rest. */
export interface Settled {
  readonly point: Float64Array;
  readonly value: number;
  /** Largest absolute entry of the gradient, projected on the bounds. */
  readonly gradientNorm: number;
}

interface Place extends Settled {
  readonly gradient: Float64Array;
}

/** A longer Newton step is no last step of a search. */
const longestStep = 0.5;

/** A value may rise by this share of itself, which is its rounding, while the gradient falls. */
const rounding = 1e-10;

/** Step of the differences of the gradient that make the Hessian. */
const differenceStep = 1e-5;

const mostSteps = 8;

/**
 * Brings the end of a search to rest, so that two searches that end at the same minimum end at the same point. A search that
 * compares values stops where they differ by rounding, ε, and knows its minimum only to √ε; the zero of the gradient is
 * known to ε. First, coordinates along which the value falls towards a bound, but too little to see, go to that bound. Then
 * follow Newton steps on the gradient with one Hessian, from differences, in the coordinates that are on no bound.
 * A step is taken only if the gradient becomes smaller and the value does not rise by more than its rounding.
 *
 * Costs one evaluation for each coordinate and a few more.
 */
export function settle(objective: Objective, start: ArrayLike<number>, box: Box): Settled {
  let here = toBounds(objective, evaluate(objective, clip(start, box), box), box);
  const free = Array.from(here.point.keys()).filter(
    (j) => here.point[j] > box.lower[j] && here.point[j] < box.upper[j],
  );
  const solve = hessianSolver(objective, here, free, box);
  for (let step = 0; step < mostSteps; step++) {
    const move = solve?.(Float64Array.from(free, (j) => here.gradient[j]));
    if (!move?.every((each) => Math.abs(each) <= longestStep)) break;
    const target = here.point.slice();
    free.forEach((j, at) => (target[j] -= move[at]));
    const there = tryPlace(objective, clip(target, box), box);
    if (!there || there.gradientNorm >= here.gradientNorm || isHigher(there, here)) break;
    here = there;
  }
  const { point, value, gradientNorm } = here;
  return { point, value, gradientNorm };
}

/** Puts coordinates on the bound that their gradient points to where this does not raise the value. */
function toBounds(objective: Objective, start: Place, box: Box): Place {
  let here = start;
  for (const j of start.point.keys()) {
    const bound = here.gradient[j] > 0 ? box.lower[j] : box.upper[j];
    if (here.point[j] === bound || !Number.isFinite(bound)) continue;
    const target = here.point.slice();
    target[j] = bound;
    const there = tryPlace(objective, target, box);
    const isStillPushed = there && here.gradient[j] * there.gradient[j] >= 0;
    if (isStillPushed && !isHigher(there, here)) here = there;
  }
  return here;
}

function hessianSolver(
  objective: Objective,
  { point, gradient }: Place,
  free: readonly number[],
  box: Box,
): ((b: Float64Array) => Float64Array) | undefined {
  const m = free.length;
  if (m === 0) return undefined;
  const H = new Float64Array(m * m);
  for (const [a, j] of free.entries()) {
    const step = point[j] + differenceStep < box.upper[j] ? differenceStep : -differenceStep;
    const moved = point.slice();
    moved[j] += step;
    const there = tryPlace(objective, moved, box);
    if (!there) return undefined;
    for (const [b, k] of free.entries()) H[b * m + a] = (there.gradient[k] - gradient[k]) / (moved[j] - point[j]);
  }
  return smallSolver(H, m);
}

function evaluate(objective: Objective, point: Float64Array, box: Box): Place {
  const { value, gradient } = objective(point.slice());
  return { point, value, gradient, gradientNorm: projectedNorm(point, gradient, box) };
}

/** The place, or nothing where the objective fails. */
function tryPlace(objective: Objective, point: Float64Array, box: Box): Place | undefined {
  try {
    const place = evaluate(objective, point, box);
    return Number.isFinite(place.value) && place.gradient.every(Number.isFinite) ? place : undefined;
  } catch (error) {
    if (error instanceof NumericalError) return undefined;
    throw error;
  }
}

function isHigher(there: Settled, here: Settled): boolean {
  return there.value > here.value + rounding * Math.max(1, Math.abs(here.value));
}
