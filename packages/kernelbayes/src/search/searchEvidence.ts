import type { Engine } from "../engine/engine.ts";
import { NumericalError } from "../errors.ts";
import { coordinatesAtBounds } from "../optimize/box.ts";
import type { Kernel } from "../kernels/kernel.ts";
import type { Work } from "../run/work.ts";
import { compareBySearch } from "./compareBySearch.ts";
import { compareByValue } from "./compareByValue.ts";
import type { EvidenceFamily, EvidenceSearch } from "./evidenceFamily.ts";
import type { EvidencePlan, ReachedEnd, SearchEnd } from "./evidencePlan.ts";
import { freeParameters } from "./freeParameters.ts";

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
