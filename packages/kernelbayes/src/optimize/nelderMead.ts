import { pause, type Work } from "../run/work.ts";
import { type Box, boxOf, clip } from "./box.ts";
import { demandCount, demandPositive, demandStart, evaluateValue, openLedger, type Sample } from "./ledger.ts";
import type { BoundOptions, LimitOptions, Optimum, ValueObjective } from "./optimizer.ts";
import { minus, plusScaled } from "../matrix/dot.ts";

export interface NelderMeadOptions extends LimitOptions, BoundOptions {
  /** Edge of the first simplex, in the units of the coordinates. */
  readonly step?: number;
  /** Converged when no vertex is farther from the best one, in any coordinate, … */
  readonly pointTolerance?: number;
  /** … and no value is higher than the best by more than this. */
  readonly valueTolerance?: number;
  /** How often a search that has converged begins again at its best point with a fresh simplex. */
  readonly restarts?: number;
}

/** A vertex lives at its place in the space without bounds and is evaluated at the point in the box. */
interface Vertex extends Sample {
  readonly place: Float64Array;
}

/**
 * The simplex method of Nelder and Mead, without derivatives: the worst of p + 1 vertices is reflected through the middle of
 * the others, and the simplex stretches, contracts or shrinks according to what is found. For a handful of coordinates and
 * values that are dear or slightly rough. Values that are not finite count as +∞.
 *
 * Bounds are mirrors: the simplex moves in a space without bounds, and a vertex beyond one is evaluated at its mirror image.
 * (Moving vertices onto the bound instead would flatten the simplex, which could then never leave that face.) What ends
 * within tolerance of a bound is compared with the point on it. Because a simplex can collapse all the same, a converged
 * search is by default tried once more with a fresh one. By default at most 200 evaluations for each coordinate.
 *
 * J. A. Nelder & R. Mead, A simplex method for function minimization, 1965; coefficients 1, 2, ½, ½.
 */
export function* nelderMead(
  objective: ValueObjective,
  start: ArrayLike<number>,
  {
    lower = -Infinity,
    upper = Infinity,
    step = 1,
    pointTolerance = 1e-4,
    valueTolerance = 1e-4,
    restarts = 1,
    maxEvaluations = 200 * start.length,
    maxIterations = maxEvaluations,
    ...limits
  }: NelderMeadOptions = {},
): Work<Optimum> {
  const from = demandStart(start);
  const ledger = openLedger({ maxEvaluations, maxIterations, ...limits });
  demandPositive("step", step);
  demandCount("restarts", restarts, 0);
  const box = boxOf(from.length, lower, upper);
  // A coordinate that misses its bound by rounding, far below the resolution of the search, is put on it.
  const evaluate = function* (place: Float64Array): Work<Vertex> {
    const point = onNearBounds(mirrored(place, box), 1e-3 * pointTolerance, box);
    const sample = evaluateValue(ledger, objective, point);
    yield pause;
    return { place, ...sample };
  };
  const around = function* ({ point, ...center }: Vertex): Work<Vertex[]> {
    const simplex: Vertex[] = [{ ...center, point, place: point }];
    for (const j of from.keys()) simplex.push(yield* evaluate(corner(point, j, step, box)));
    return simplex;
  };

  let simplex = yield* around(yield* evaluate(clip(from, box)));
  let restartsLeft = restarts;
  let converged = false;
  let status = ledger.limit;
  while (status === undefined) {
    simplex.sort((a, b) => (a.value < b.value ? -1 : Number(a.value > b.value)));
    if (isSmall(simplex, pointTolerance, valueTolerance)) {
      if (restartsLeft === 0) {
        const [{ point }] = simplex;
        const onBounds = onNearBounds(point, pointTolerance, box);
        if (onBounds.some((x, j) => x !== point[j])) yield* evaluate(onBounds);
        converged = true;
        status = "the simplex is below its tolerances";
        break;
      }
      restartsLeft--;
      simplex = yield* around(simplex[0]);
    } else {
      simplex = yield* advance(simplex, evaluate);
    }
    yield ledger.iterate();
    status = ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

/** One step on vertices sorted by value: reflection, expansion, contraction or shrinking (Lagarias et al. 1998). */
function* advance(simplex: readonly Vertex[], evaluate: (place: Float64Array) => Work<Vertex>): Work<Vertex[]> {
  const others = simplex.slice(0, -1);
  const [best] = others;
  const worst = simplex[others.length];
  const center = best.place.map((_, j) => others.reduce((sum, { place }) => sum + place[j], 0) / others.length);
  const along = (factor: number): Work<Vertex> => evaluate(plusScaled(center, factor, minus(center, worst.place)));

  const reflected = yield* along(1);
  if (reflected.value < best.value) {
    const expanded = yield* along(2);
    return [...others, expanded.value < reflected.value ? expanded : reflected];
  }
  if (reflected.value < others[others.length - 1].value) return [...others, reflected];
  const isOutside = reflected.value < worst.value;
  const contracted = yield* along(isOutside ? 0.5 : -0.5);
  if (contracted.value < (isOutside ? reflected : worst).value) return [...others, contracted];
  const shrunk: Vertex[] = [];
  for (const vertex of simplex) {
    const moved = vertex !== best && (yield* evaluate(plusScaled(best.place, 0.5, minus(vertex.place, best.place))));
    shrunk.push(moved || best);
  }
  return shrunk;
}

function isSmall(simplex: readonly Vertex[], pointTolerance: number, valueTolerance: number): boolean {
  const [best] = simplex;
  return simplex.every(
    ({ place, value }) =>
      (value === best.value || value - best.value <= valueTolerance) &&
      place.every((x, j) => Math.abs(x - best.place[j]) <= pointTolerance),
  );
}

/** The image of a place in the box, its bounds being mirrors. */
function mirrored(place: Float64Array, box: Box): Float64Array {
  const image = place.map((x, j) => {
    const lower = box.lower[j];
    const upper = box.upper[j];
    if (x >= lower && x <= upper) return x;
    const beyond = x < lower ? lower - x : x - upper;
    // Between two mirrors the images repeat every two widths; between two that touch there is only one.
    const turn = 2 * (upper - lower);
    const offset = turn > 0 && turn < Infinity ? beyond % turn : beyond;
    const inwards = Math.min(offset, turn - offset);
    return x < lower ? lower + inwards : upper - inwards;
  });
  return clip(image, box);
}

/** The point with every coordinate that is within tolerance of a bound put on it. */
function onNearBounds(point: Float64Array, tolerance: number, { lower, upper }: Box): Float64Array {
  return point.map((x, j) => {
    const bound = x - lower[j] < upper[j] - x ? lower[j] : upper[j];
    return Math.abs(bound - x) <= tolerance ? bound : x;
  });
}

/** The center moved by the step in one coordinate, to the side where there is more room. */
function corner(center: Float64Array, j: number, step: number, { lower, upper }: Box): Float64Array {
  const up = Math.min(step, upper[j] - center[j]);
  const down = Math.min(step, center[j] - lower[j]);
  return center.with(j, center[j] + (up >= down ? up : -down));
}
