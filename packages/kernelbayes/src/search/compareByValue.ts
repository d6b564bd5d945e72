import type { Engine } from "../engine/engine.ts";
import { NumericalError } from "../errors.ts";
import { isFailure } from "../optimize/multiStart.ts";
import type { Optimum } from "../optimize/optimizer.ts";
import { progress, type Work } from "../run/work.ts";
import type { EvidenceFamily, EvidenceSearch } from "./evidenceFamily.ts";
import { isNear } from "./isNear.ts";
import type { EvidencePlan, SearchEnd } from "./evidencePlan.ts";
import { searchSideBySide } from "./searchStart.ts";

/**
 * Searches from all starts side by side on few rows, and the value of each end on all rows: none for an end near an earlier one, nor
 * where there is nothing to compare with.
 */
export function* compareByValue<Rows, Search extends EvidenceSearch>(
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
    const value = !distinct.has(end) ? undefined : isKnown || hasOne ? end.value : valueAt(search, point);
    ends.push({ starts: [start], search, point, value, gradientNorm, converged, status });
  }
  if (!isKnown) yield progress("comparison on all rows", optima.length, optima.length);
  return ends;
}

/** Infinity where the evidence cannot be computed. */
function valueAt({ value }: EvidenceSearch, point: Float64Array): number {
  try {
    const found = value(point);
    return Number.isNaN(found) ? Infinity : found;
  } catch (error) {
    if (error instanceof NumericalError) return Infinity;
    throw error;
  }
}
