import type { Engine } from "../../../engine/engine.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { attempt, isFailure, type Failure } from "../../../optimize/multiStart.ts";
import type { Optimum } from "../../../optimize/optimizer.ts";
import { progress, type Work } from "../../../run/work.ts";
import { searchFrom, startTolerances, type FisherRows, type SearchStart } from "./searchStart.ts";

/** What became of one start: an optimum of its own, that of an earlier start, or a failure. */
export type StartOutcome = Optimum | Failure | { readonly sameAs: number };

interface Lowest {
  readonly point: Float64Array;
  readonly value: number;
}

/**
 * Within so many logarithms and so much of 𝒥 of an optimum a search has come to it: near it, or anywhere on the level ground
 * around it.
 */
const near = [
  { logarithms: 0.2, value: 0.5 },
  { logarithms: 1, value: 0.02 },
] as const;

/** Whether a place belongs to an optimum, and is not clearly better. */
export function isNear(place: Lowest, optimum: Lowest): boolean {
  const above = place.value - optimum.value;
  const apart = place.point.reduce((most, log, j) => Math.max(most, Math.abs(log - optimum.point[j])), 0);
  return above >= -1e-3 && near.some(({ logarithms, value }) => above <= value && apart <= logarithms);
}

/**
 * Searches from one start after the other. One that comes near an optimum that an earlier one has found ends there, so that
 * many starts cost little more than as many as there are optima. The progress reports the best 𝒥 so far.
 */
export function* searchStarts(
  engine: Engine,
  starts: readonly SearchStart[],
  rows: FisherRows,
): Work<readonly StartOutcome[]> {
  const outcomes: StartOutcome[] = [];
  let best = Infinity;
  for (const start of starts) {
    const { objective, start: from, box } = searchFrom(engine, start, rows);
    let lowest: Lowest = { point: from, value: Infinity };
    const search = attempt(
      boundedLbfgs(
        (point) => {
          const result = objective(point);
          if (result.value < lowest.value) lowest = { point, value: result.value };
          return result;
        },
        from,
        { ...box, ...startTolerances },
      ),
    );
    for (;;) {
      const next = search.next();
      const known = outcomes.findIndex((outcome) => "point" in outcome && isNear(lowest, outcome));
      if (known >= 0) {
        search.return(undefined as never);
        outcomes.push({ sameAs: known });
        break;
      }
      if (next.done) {
        outcomes.push(next.value);
        if (!isFailure(next.value)) best = Math.min(best, next.value.value);
        break;
      }
      if (Number.isFinite(lowest.value)) best = Math.min(best, lowest.value);
      yield progress("starts", outcomes.length, starts.length, Number.isFinite(best) ? -best : undefined);
    }
  }
  yield progress("starts", starts.length, starts.length, Number.isFinite(best) ? -best : undefined);
  return outcomes;
}
