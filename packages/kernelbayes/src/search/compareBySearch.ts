import type { Engine } from "../engine/engine.ts";
import { isFailure, type Failure } from "../optimize/multiStart.ts";
import type { Optimum } from "../optimize/optimizer.ts";
import type { Work } from "../run/work.ts";
import type { EvidenceFamily, EvidenceSearch, SearchStart } from "./evidenceFamily.ts";
import { isNear, type Nearness } from "./isNear.ts";
import type { EvidencePlan, SearchEnd } from "./evidencePlan.ts";
import { searchInTurn, type StartOutcome } from "./searchInTurn.ts";
import { searchSideBySide, type SearchLimits } from "./searchStart.ts";

/** A search to be carried out on all rows, and the starts that led to it. */
interface Candidate extends SearchStart {
  readonly starts: readonly number[];
}

/**
 * Searches from one start after the other on few rows, and from each optimum found there side by side on all rows. Patterns too fine
 * for few rows would be lost on the way: hence the last start, the narrowest, is searched on all rows as well. Optima that are one and the same
 * are taken together; the best comes first, the failures come last.
 */
export function* compareBySearch<Rows, Search extends EvidenceSearch>(
  engine: Engine,
  family: EvidenceFamily<Rows, Search>,
  { starts, few, rows, limits, near }: EvidencePlan<Rows>,
  wholeLimits: SearchLimits,
): Work<readonly SearchEnd<Search>[]> {
  const outcomes = yield* searchInTurn(engine, family, starts, few, { limits, near });
  const found = candidatesOf(engine, family, starts, few, outcomes);
  const last = { ...starts[starts.length - 1], starts: [starts.length - 1] };
  const candidates = few === rows ? found : [...found, last];
  const optima =
    few === rows
      ? outcomes.filter((outcome): outcome is Optimum => "point" in outcome)
      : yield* searchSideBySide(engine, family, candidates, rows, wholeLimits);
  const endOf = (outcome: Optimum | Failure, candidate: Candidate): SearchEnd<Search> => {
    // The search is that of few rows, which reads a point as that of all rows does and costs nothing to set up.
    const search = family.search(engine, candidate, few);
    return isFailure(outcome)
      ? { starts: candidate.starts, search, converged: false, status: outcome.message }
      : { ...outcome, starts: candidate.starts, search };
  };
  const ends = optima.map((outcome, at) => endOf(outcome, candidates[at]));
  const failures = outcomes.flatMap((outcome, start) =>
    "failed" in outcome ? [endOf(outcome, { ...starts[start], starts: [start] })] : [],
  );
  return [...distinctEnds(ends, near), ...ends.filter(({ point }) => point === undefined), ...failures];
}

/** The optima of few rows as places to search from, each with the starts that led there. */
function candidatesOf<Rows>(
  engine: Engine,
  family: EvidenceFamily<Rows>,
  starts: readonly SearchStart[],
  few: Rows,
  outcomes: readonly StartOutcome[],
): Candidate[] {
  return outcomes.flatMap((outcome, start) => {
    if (!("point" in outcome)) return [];
    const { kernelAt, precisionAt } = family.search(engine, starts[start], few);
    const led = outcomes.flatMap((each, at) =>
      at === start || ("sameAs" in each && each.sameAs === start) ? [at] : [],
    );
    return [{ kernel: kernelAt(outcome.point), precision: precisionAt?.(outcome.point), starts: led }];
  });
}

/** The ends with an optimum, highest evidence first; those near a higher one taken together with it. */
function distinctEnds<Search extends EvidenceSearch>(
  ends: readonly SearchEnd<Search>[],
  near: readonly Nearness[],
): SearchEnd<Search>[] {
  const placed = ends.flatMap(({ point, value, ...rest }) =>
    point === undefined || value === undefined ? [] : [{ ...rest, point, value }],
  );
  const distinct: typeof placed = [];
  for (const end of placed.toSorted((a, b) => a.value - b.value)) {
    const known = distinct.findIndex((higher) => isNear(end, higher, near));
    if (known < 0) distinct.push(end);
    else {
      const starts = [...new Set([...distinct[known].starts, ...end.starts])].toSorted((a, b) => a - b);
      distinct[known] = { ...distinct[known], starts };
    }
  }
  return distinct;
}
