import type { Engine } from "../../../engine/engine.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { lowRankKernel } from "../../../rows/kernel/lowRankKernel.ts";
import type { EvidenceFamily, EvidenceSearch, SearchStart } from "../../../search/evidenceFamily.ts";
import { searchBounds } from "../../../search/searchBounds.ts";
import { fisherSearch, type FisherObjectiveOptions } from "./evaluateFisher.ts";

/** The rows of a search from many starts and what is maximized on them, as plain data. */
export interface FisherRows extends LabelledRows {
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
  /** Numbers of the kernel's parameters that no objective depends on. */
  readonly flat: readonly number[];
  readonly options?: FisherObjectiveOptions;
  /** Whether β keeps its value. */
  readonly isPrecisionFixed?: boolean | undefined;
  /** Number of pivots of a low-rank kernel. Default: the kernel as it is. */
  readonly rank?: number | undefined;
}

/** The search over the logarithms of kernel and β. */
export interface BoundedFisherSearch extends EvidenceSearch {
  readonly precisionAt: (point: ArrayLike<number>) => number;
  /** The pivots of a low-rank kernel, chosen at the start and held. */
  readonly pivots: Int32Array | undefined;
}

/** Pivots stop where so little of the kernel is left: what is left must not be rounding when the kernel widens. */
const tolerance = 1e-7;

/** The evidence 𝒥 of the Bayesian Fisher discriminant. */
export const fisherFamily: EvidenceFamily<FisherRows, BoundedFisherSearch> = {
  name: "fisher",
  beside: "precision",
  search: boundedSearch,
};

function boundedSearch(
  engine: Engine,
  { kernel, precision = 1 }: SearchStart,
  { X, classes, weights, squaredDistance, flat, options = {}, isPrecisionFixed = false, rank }: FisherRows,
): BoundedFisherSearch {
  const task = { X, contrasts: fisherContrasts(classes, weights), options };
  const pivots = rank === undefined ? undefined : lowRankKernel(engine, kernel, X, { rank, tolerance }).pivots;
  const search = fisherSearch(engine, kernel, precision, task, pivots);
  const { lower, upper } = searchBounds(kernel, squaredDistance, flat);
  const last = lower.length;
  const ofPrecision = (bounds: Float64Array): number => (isPrecisionFixed ? search.start[last] : bounds[last]);
  return {
    start: search.start,
    objective: search.objective,
    value: (point) => search.objective(point).value,
    kernelAt: search.kernelAt,
    precisionAt: search.precisionAt,
    pivots,
    box: {
      lower: Float64Array.from([...lower, ofPrecision(search.lower)]),
      upper: Float64Array.from([...upper, ofPrecision(search.upper)]),
    },
  };
}
