import { longValueOrInfinity } from "./valueOrInfinity.ts";
import type { Engine } from "../engine/engine.ts";
import { NumericalError } from "../errors.ts";
import { coordinatesAtBounds } from "../optimize/box.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { type Work, progress } from "../run/work.ts";
import {
  type EvidenceFamily,
  type EvidenceSearch,
  type SearchStart,
  type EvidencePlan,
  type ReachedEnd,
  type SearchEnd,
  isNear,
  type Nearness,
} from "./evidenceFamily.ts";
import { freeParameters } from "./searchBounds.ts";
import { isFailure, type Failure, attempt } from "../optimize/multiStart.ts";
import type { Optimum } from "../optimize/optimizer.ts";
import { searchSideBySide, type SearchLimits } from "./searchStart.ts";
import { boundedLbfgs } from "../optimize/boundedLbfgs.ts";

/** Where the last part of a search has ended, and the search that reads its point. */
interface LastEnd {
  readonly point: Float64Array;
  readonly search: EvidenceSearch;
}

export interface SearchedEvidence<Search, Last> {
  readonly kernel: Kernel;
  readonly last: Last;
  /** The end that the search went on from, as a number in `ends`. */
  readonly best: number;
  readonly ends: readonly SearchEnd<Search>[];
  /** Names of the parameters at a bound of the search. */
  readonly atBounds: readonly string[];
}

/**
 * The highest evidence from several starts, coarse to fine: a search by gradients from each start on few rows, which costs little; the
 * ends compared on all rows, by their values or by a search from each; and from the best of them whatever `finish` does on all rows.
 */
export function* searchEvidence<Rows, Search extends EvidenceSearch, Last extends LastEnd>(
  engine: Engine,
  family: EvidenceFamily<Rows, Search>,
  plan: EvidencePlan<Rows>,
  finish: (best: ReachedEnd<Search>) => Work<Last>,
): Work<SearchedEvidence<Search, Last>> {
  const ends = plan.wholeLimits
    ? yield* compareBySearch(engine, family, plan, plan.wholeLimits)
    : yield* compareByValue(engine, family, plan);
  const best = bestOf(ends, plan.starts.length);
  const last = yield* finish(ends[best] as ReachedEnd<Search>);
  const kernel = last.search.kernelAt(last.point);
  const names = [...freeParameters(kernel).map((j) => kernel.parameters[j].name), family.beside ?? ""];
  return { kernel, last, best, ends, atBounds: coordinatesAtBounds(last.point, last.search.box).map((j) => names[j]) };
}

/** The number of the first end of the lowest value. */
function bestOf(ends: readonly SearchEnd<unknown>[], starts: number): number {
  const values = ends.map(({ value }) => value);
  const best = values.indexOf(Math.min(...values.map((value) => value ?? Infinity)));
  if (best >= 0) return best;
  const first = ends.find(({ point }) => point === undefined);
  throw new NumericalError(
    "all-starts-failed",
    `None of ${starts} starts of the search succeeded. The first: ${first?.status ?? ""}`,
  );
}

/** A search to be carried out on all rows, and the starts that led to it. */
interface Candidate extends SearchStart {
  readonly starts: readonly number[];
}

/**
 * Searches from one start after the other on few rows, and from each optimum found there side by side on all rows. Patterns too fine
 * for few rows would be lost on the way: hence the last start, the narrowest, is searched on all rows as well. Optima that are one and the same
 * are taken together; the best comes first, the failures come last.
 */
function* compareBySearch<Rows, Search extends EvidenceSearch>(
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

/**
 * Searches from all starts side by side on few rows, and the value of each end on all rows: none for an end near an earlier one, nor
 * where there is nothing to compare with.
 */
function* compareByValue<Rows, Search extends EvidenceSearch>(
  engine: Engine,
  family: EvidenceFamily<Rows, Search>,
  { starts, few, rows, limits, near }: EvidencePlan<Rows>,
): Work<readonly SearchEnd<Search>[]> {
  const optima = yield* searchSideBySide(engine, family, starts, few, limits);
  const searches = starts.map((start) => family.search(engine, start, rows));
  const met = optima.filter((end): end is Optimum => !isFailure(end));
  const isKnown = few === rows;
  const distinct = new Set(
    met.filter((end, at) => isKnown || !met.slice(0, at).some((earlier) => isNear(end, earlier, near))),
  );
  const hasOne = near.length > 0 && distinct.size === 1;
  const ends: SearchEnd<Search>[] = [];
  for (const [start, end] of optima.entries()) {
    const search = searches[start];
    if (isFailure(end)) {
      ends.push({ starts: [start], search, converged: false, status: end.message });
      continue;
    }
    if (!isKnown) yield progress("comparison on all rows", start, optima.length);
    const { point, gradientNorm, converged, status } = end;
    const value = !distinct.has(end)
      ? undefined
      : isKnown || hasOne
        ? end.value
        : yield* longValueOrInfinity(() => search.longValue?.(point) ?? search.value(point));
    ends.push({ starts: [start], search, point, value, gradientNorm, converged, status });
  }
  if (!isKnown) yield progress("comparison on all rows", optima.length, optima.length);
  return ends;
}

/** The end of one start: an optimum of its own, that of an earlier start, or a failure. */
type StartOutcome = Optimum | Failure | { readonly sameAs: number };

/**
 * Searches from one start after the other. One that comes near an optimum that an earlier one has found ends there, so that
 * many starts cost little more than as many as there are optima. The progress reports the best log evidence so far.
 */
function* searchInTurn<Rows>(
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
      if (!next.done && next.value.kind === "pause") {
        yield next.value;
        continue;
      }
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
