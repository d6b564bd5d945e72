import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import type { Box } from "../../../optimize/box.ts";
import { attempt, type Failure } from "../../../optimize/multiStart.ts";
import type { Optimum } from "../../../optimize/optimizer.ts";
import type { Work } from "../../../run/work.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import { lowRankKernel } from "../../../rows/kernel/lowRankKernel.ts";
import { fisherSearch, type FisherObjectiveOptions, type FisherSearch } from "./evaluateFisher.ts";
import { searchBounds } from "../../../search/searchBounds.ts";

/** The rows of a search from many starts and what is maximized on them, as plain data. */
export interface FisherRows extends LabelledRows {
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
  /** Numbers of the kernel's parameters that no objective depends on. */
  readonly flat: readonly number[];
  readonly options?: FisherObjectiveOptions;
  /** Whether β keeps its value. */
  readonly isPrecisionFixed?: boolean | undefined;
  /** Number of pivots of a low-rank kernel; the kernel as it is unless given. */
  readonly rank?: number | undefined;
}

/** Where a search begins. */
export interface SearchStart {
  readonly kernel: Kernel;
  readonly precision: number;
}

export interface BoundedSearch extends FisherSearch {
  readonly box: Box;
  /** The pivots of a low-rank kernel, chosen at the start and held. */
  readonly pivots: Int32Array | undefined;
}

/** Pivots stop where so little of the kernel is left: what is left must not be rounding when the kernel widens. */
const tolerance = 1e-7;

/** The search over the logarithms of kernel and β from a start, with its bounds. */
export function searchFrom(
  engine: Engine,
  { kernel, precision }: SearchStart,
  { X, classes, weights, squaredDistance, flat, options = {}, isPrecisionFixed = false, rank }: FisherRows,
): BoundedSearch {
  const task = { X, contrasts: fisherContrasts(classes, weights), options };
  const pivots = rank === undefined ? undefined : lowRankKernel(engine, kernel, X, { rank, tolerance }).pivots;
  const search = fisherSearch(engine, kernel, precision, task, pivots);
  const { lower, upper } = searchBounds(kernel, squaredDistance, flat);
  const last = lower.length;
  const ofPrecision = (bounds: Float64Array): number => (isPrecisionFixed ? search.start[last] : bounds[last]);
  return {
    ...search,
    pivots,
    box: {
      lower: Float64Array.from([...lower, ofPrecision(search.lower)]),
      upper: Float64Array.from([...upper, ofPrecision(search.upper)]),
    },
  };
}

/** Differences of 𝒥 below these decide nothing between starts; the best of them is brought to rest afterwards. */
export const startTolerances = { gradientTolerance: 0.02, valueTolerance: 1e-6 } as const;

/** On all rows, where an evaluation is dear, a search need only show which optimum is the best. */
const wholeTolerances = { gradientTolerance: 0.1, valueTolerance: 1e-5, maxEvaluations: 15 } as const;

/** One start on all rows: −𝒥 minimized, roughly. A start that fails numerically is reported as such. */
export function searchStart(engine: Engine, start: SearchStart, rows: FisherRows): Work<Optimum | Failure> {
  const { objective, start: point, box } = searchFrom(engine, start, rows);
  return attempt(boundedLbfgs(objective, point, { ...box, ...wholeTolerances, stage: "evidence" }));
}
