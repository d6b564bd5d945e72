import { clip, type Box } from "../optimize/box.ts";
import type { Objective } from "../optimize/optimizer.ts";
import { smallSolver } from "../optimize/smallSolver.ts";
import { boundedLbfgs } from "../optimize/boundedLbfgs.ts";
import { pause, progress, rising, type Work } from "../run/work.ts";
import type { EvidenceSearch } from "./evidenceFamily.ts";
import { placeAt, tryPlace, type Place } from "./place.ts";
import type { SearchLimits } from "./searchStart.ts";

/** Where a search has come to rest. */
type Settled = Pick<Place, "point" | "value" | "gradientNorm">;

/** A longer Newton step is no last step of a search. */
const longestStep = 0.5;

/** A value may rise by this share of itself, which is its rounding, while the gradient falls. */
const rounding = 1e-10;

/** Step of the differences of the gradient that make the Hessian. */
const differenceStep = 1e-5;

const mostSteps = 12;

/** A gradient below this share of the value is rounding. */
const rest = 1e-12;

/** Where a step leaves more than this of the gradient the Hessian has changed, and is made anew. */
const slow = 0.2;

/** A coordinate of smaller curvature may have its minimum at a bound. */
const flatCurvature = 0.1;

/**
 * Brings the end of a search to rest, so that two searches that end at the same minimum end at the same point. A search that
 * compares values stops where they differ by rounding, ε, and knows its minimum only to √ε; the zero of the gradient is
 * known to ε. Newton steps on the gradient, with a Hessian from differences, in the coordinates that are on no bound. First,
 * nearly flat coordinates along which the value falls towards a bound, but too little to see, go to that bound.
 * A step is taken only if the gradient becomes smaller and the value does not rise by more than its rounding.
 *
 * Costs one evaluation for each coordinate and a few more.
 */
export function* settle(objective: Objective, start: ArrayLike<number>, box: Box): Work<Settled> {
  let here = placeAt(objective, clip(start, box), box);
  yield pause;
  let hessian = yield* hessianAt(objective, here, box);
  const moved = yield* toBounds(objective, here, hessian, box);
  if (moved !== here) hessian = yield* hessianAt(objective, moved, box);
  here = moved;
  for (let step = 0; step < mostSteps && here.gradientNorm > rest * Math.max(1, Math.abs(here.value)); step++) {
    const there = newtonStep(objective, here, hessian, box);
    yield pause;
    if (!there || there.gradientNorm >= here.gradientNorm || isHigher(there, here)) break;
    if (there.gradientNorm > slow * here.gradientNorm) hessian = yield* hessianAt(objective, there, box);
    here = there;
  }
  const { point, value, gradientNorm } = here;
  return { point, value, gradientNorm };
}

/** The place that a Newton step leads to; undefined where it is longer than the last step of a search, or fails. */
function newtonStep(
  objective: Objective,
  { point, gradient }: Place,
  hessian: Hessian | undefined,
  box: Box,
): Place | undefined {
  if (hessian === undefined || hessian.free.length === 0) return undefined;
  const { free, H } = hessian;
  const move = smallSolver(H, free.length)?.(Float64Array.from(free, (j) => gradient[j]));
  if (!move?.every((each) => Math.abs(each) <= longestStep)) return undefined;
  const target = point.slice();
  free.forEach((j, at) => (target[j] -= move[at]));
  return tryPlace(objective, clip(target, box), box);
}

interface Hessian {
  /** The coordinates that are on no bound. */
  readonly free: readonly number[];
  /** Row-major, in these coordinates. */
  readonly H: Float64Array;
}

/** Puts nearly flat coordinates on the bound that their gradient points to where this does not raise the value. */
function* toBounds(objective: Objective, start: Place, hessian: Hessian | undefined, box: Box): Work<Place> {
  let here = start;
  for (const [at, j] of hessian?.free.entries() ?? []) {
    const curvature = hessian?.H[at * hessian.free.length + at] ?? 0;
    const bound = here.gradient[j] > 0 ? box.lower[j] : box.upper[j];
    if (Math.abs(curvature) > flatCurvature || !Number.isFinite(bound)) continue;
    const target = here.point.slice();
    target[j] = bound;
    const there = tryPlace(objective, target, box);
    yield pause;
    const isStillPushed = there && here.gradient[j] * there.gradient[j] >= 0;
    if (isStillPushed && !isHigher(there, here)) here = there;
  }
  return here;
}

/** The Hessian from differences of the gradient; undefined where the objective fails. */
function* hessianAt(objective: Objective, { point, gradient }: Place, box: Box): Work<Hessian | undefined> {
  const free = Array.from(point.keys()).filter((j) => point[j] > box.lower[j] && point[j] < box.upper[j]);
  const m = free.length;
  const H = new Float64Array(m * m);
  for (const [a, j] of free.entries()) {
    const step = point[j] + differenceStep < box.upper[j] ? differenceStep : -differenceStep;
    const moved = point.slice();
    moved[j] += step;
    const there = tryPlace(objective, moved, box);
    yield pause;
    if (!there) return undefined;
    for (const [b, k] of free.entries()) H[b * m + a] = (there.gradient[k] - gradient[k]) / (moved[j] - point[j]);
  }
  return { free, H };
}

function isHigher(there: Settled, here: Settled): boolean {
  return there.value > here.value + rounding * Math.max(1, Math.abs(here.value));
}

interface RestOptions {
  /** The search by gradients. */
  readonly limits: SearchLimits;
  /** Whether Newton steps are tried first, and the search only where they do not lead to rest. Default false. */
  readonly stepsFirst?: boolean;
  /** With more coordinates a Hessian from differences costs more than it saves, and there are no Newton steps. Default: none. */
  readonly mostCoordinates?: number;
}

/** A larger gradient is not at rest. */
const restingGradient = 1e-5;

/** The end of a search on all rows brought to rest: a search by gradients to the end, and Newton steps after it or in its place. */
export function* bringToRest(
  { objective, box }: Pick<EvidenceSearch, "objective" | "box">,
  start: Float64Array,
  { limits, stepsFirst = false, mostCoordinates = Infinity }: RestOptions,
): Work<Settled> {
  const isSmall = start.length <= mostCoordinates;
  let rest = stepsFirst && isSmall ? yield* settle(objective, start, box) : undefined;
  let reached = rest?.value ?? Infinity;
  if (rest === undefined || !(rest.gradientNorm <= restingGradient)) {
    const from = rest?.point ?? start;
    const found = yield* rising(boundedLbfgs(objective, from, { ...box, ...limits, stage: "all rows" }));
    reached = found.value;
    rest = isSmall ? yield* settle(objective, found.point, box) : found;
  }
  yield progress("final fit", 1, 1, Math.max(-reached, -rest.value));
  return rest;
}
