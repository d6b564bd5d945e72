import type { Engine } from "../engine/engine.ts";
import { boundedLbfgs } from "../optimize/boundedLbfgs.ts";
import { attempt, isFailure, type Failure } from "../optimize/multiStart.ts";
import type { Optimum } from "../optimize/optimizer.ts";
import { progress, type Work } from "../run/work.ts";
import type { EvidenceFamily, SearchStart } from "./evidenceFamily.ts";
import { isNear, type Nearness } from "./isNear.ts";
import type { SearchLimits } from "./searchStart.ts";

/** The end of one start: an optimum of its own, that of an earlier start, or a failure. */
export type StartOutcome = Optimum | Failure | { readonly sameAs: number };

/**
 * Searches from one start after the other. One that comes near an optimum that an earlier one has found ends there, so that
 * many starts cost little more than as many as there are optima. The progress reports the best log evidence so far.
 */
export function* searchInTurn<Rows>(
  engine: Engine,
  family: EvidenceFamily<Rows>,
  starts: readonly SearchStart[],
  rows: Rows,
  { limits, near }: { readonly limits: SearchLimits; readonly near: readonly Nearness[] },
): Work<readonly StartOutcome[]> {
  const outcomes: StartOutcome[] = [];
  let best = Infinity;
  for (const start of starts) {
    const { objective, start: from, box } = family.search(engine, start, rows);
    let lowest = { point: from, value: Infinity };
    const search = attempt(
      boundedLbfgs(
        (point) => {
          const result = objective(point);
          if (result.value < lowest.value) lowest = { point, value: result.value };
          return result;
        },
        from,
        { ...box, ...limits },
      ),
    );
    for (;;) {
      const next = search.next();
      const known = outcomes.findIndex((outcome) => "point" in outcome && isNear(lowest, outcome, near));
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
