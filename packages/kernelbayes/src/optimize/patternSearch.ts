import { pause, type Work } from "../run/work.ts";
import { boxOf, clip, type Box } from "./box.ts";
import { demandPositive, demandStart, evaluateLongValue, openLedger, type Sample } from "./ledger.ts";
import type { BoundOptions, LimitOptions, Optimum, ValueObjective } from "./optimizer.ts";
import { minus, plusScaled } from "../matrix/dot.ts";

export interface PatternSearchOptions extends LimitOptions, BoundOptions {
  /** The first step of each coordinate, … */
  readonly step?: number;
  /** … which is halved after a sweep without success until it would fall below this. */
  readonly smallestStep?: number;
}

/**
 * Coordinate pattern search, without derivatives: each coordinate in turn is moved up or down by the step if that lowers the
 * value. After a sweep that moved, the next one sets out from where the same move as a whole would lead, so that the search
 * gathers speed along a valley; after one that did not move, the step is halved. It makes no assumption about the function, so it polishes the optimum of a criterion that jumps. A coordinate first tries
 * the side on which it last succeeded. By default at most 40 evaluations for each coordinate.
 *
 * R. Hooke & T. A. Jeeves, Direct search solution of numerical and statistical problems, 1961.
 */
export function* patternSearch(
  objective: ValueObjective | ((point: Float64Array) => Work<number>),
  start: ArrayLike<number>,
  {
    lower = -Infinity,
    upper = Infinity,
    step: firstStep = 0.2,
    smallestStep = 0.01,
    maxEvaluations = 40 * start.length,
    ...limits
  }: PatternSearchOptions = {},
): Work<Optimum> {
  const from = demandStart(start);
  const ledger = openLedger({ maxEvaluations, ...limits });
  demandPositive("step", firstStep);
  demandPositive("smallestStep", smallestStep);
  const box = boxOf(from.length, lower, upper);
  const sides = from.map(() => 1);
  const evaluate = (point: Float64Array): Work<Sample> => evaluateLongValue(ledger, objective, clip(point, box));
  let step = firstStep;
  let x = yield* evaluate(from);
  let lastMove: Float64Array | undefined;
  let converged = false;
  let status = ledger.limit;
  while (status === undefined) {
    const origin = lastMove === undefined ? x : yield* evaluate(plusScaled(x.point, 1, lastMove));
    const found = yield* sweep(origin, sides, step, box, evaluate);
    if (found.value < x.value) {
      lastMove = minus(found.point, x.point);
      x = found;
    } else if (lastMove !== undefined) {
      lastMove = undefined;
    } else if (ledger.evaluationsLeft > 0) {
      step /= 2;
      converged = step < smallestStep;
    }
    yield ledger.iterate();
    status = converged ? "no step of the smallest size lowers the value" : ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

/** Moves each coordinate in turn where that lowers the value, first to the side on which it last succeeded. Changes the sides. */
function* sweep(
  origin: Sample,
  sides: Float64Array,
  step: number,
  box: Box,
  evaluate: (point: Float64Array) => Work<Sample>,
): Work<Sample> {
  /** The lower of both, the trial point lying at a changed coordinate. A bound may leave it where it was, at no cost. */
  const tryCoordinate = function* (from: Sample, j: number, move: number): Work<Sample> {
    const point = clip(from.point.with(j, from.point[j] + move), box);
    if (point[j] === from.point[j]) return from;
    const trial = yield* evaluate(point);
    yield pause;
    return trial.value < from.value ? trial : from;
  };
  let lowest = origin;
  for (const j of sides.keys()) {
    const before = lowest;
    lowest = yield* tryCoordinate(before, j, sides[j] * step);
    if (lowest !== before) continue;
    lowest = yield* tryCoordinate(before, j, -sides[j] * step);
    if (lowest !== before) sides[j] *= -1;
  }
  return lowest;
}
