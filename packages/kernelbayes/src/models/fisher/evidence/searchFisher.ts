import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { Work } from "../../../run/work.ts";
import { bringToRest } from "../../../search/settle.ts";
import type { SearchStart, EvidenceFamily, EvidenceSearch } from "../../../search/evidenceFamily.ts";
import { searchEvidence } from "../../../search/searchEvidence.ts";
import { sampleRows } from "../../../rows/sampleRows.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { choosePivots, type FisherBasis } from "./choosePivots.ts";
import { searchBounds } from "../../../search/searchBounds.ts";
import { fisherSearch, type FisherObjectiveOptions } from "./evaluateFisher.ts";

/** An optimum of the evidence, or the failure of a start. */
export interface FisherOptimum {
  /** The numbers, from 0, of the starts that led there. */
  readonly starts: readonly number[];
  /** 𝒥, the evidence with the prior of β; absent where the start failed. */
  readonly objective?: number | undefined;
  /** The parameters of the kernel, in its order, and β. */
  readonly kernel?: Float64Array | undefined;
  readonly precision?: number | undefined;
  readonly converged: boolean;
  /** How the search ended, in words. */
  readonly status: string;
}

export interface FoundEvidence {
  readonly kernel: Kernel;
  readonly precision: number;
  /** Largest entry of the gradient in the logarithms, bounds respected. */
  readonly gradientNorm: number;
  /** Names of the parameters that ended at a bound. */
  readonly atBounds: readonly string[];
  /** The pivots of a low-rank kernel, where one was asked for. */
  readonly pivots: Int32Array | undefined;
  /** All optima that were found, the highest first, then the failures. */
  readonly optima: readonly FisherOptimum[];
  /** For expectation maximization: what was climbed, before and after each iteration, and whether that came to an end. */
  readonly trace?: readonly number[];
  readonly converged?: boolean;
}

/** With more rows than these the starts are searched on so many of them. */
export const rowsOfStarts = 120;

/** Differences of 𝒥 below these decide nothing between starts; the best of them is brought to rest afterwards. */
const limits = { gradientTolerance: 0.02, valueTolerance: 1e-6 } as const;

/** On all rows, where an evaluation is dear, a search need only show which optimum is the best. */
const wholeLimits = { gradientTolerance: 0.1, valueTolerance: 1e-5, maxEvaluations: 15 } as const;

/** A search has come to an optimum near it, or anywhere on the level ground around it, and is not clearly better. */
const near = [
  { logarithms: 0.2, above: 0.5, below: 1e-3 },
  { logarithms: 1, above: 0.02, below: 1e-3 },
] as const;

/** The best end is brought to rest: Newton steps where they lead there, else the search itself to the end. */
const rest = {
  stepsFirst: true,
  mostCoordinates: 12,
  limits: { gradientTolerance: 1e-6, valueTolerance: 1e-13, maxIterations: 200, maxEvaluations: 400 },
} as const;

/** A larger gradient at the end is reported as not converged. */
const restingGradient = 1e-3;

/**
 * The highest evidence from many starts. All are searched on at most 120 rows, which costs little; each optimum found there, and the
 * narrowest start, is then followed on all rows, and brought to rest if it is the best.
 */
export function* searchFisher(
  engine: Engine,
  starts: readonly SearchStart[],
  rows: FisherRows,
  seed: number,
): Work<FoundEvidence> {
  const sample = sampleRows(rows, rowsOfStarts, seed);
  // The kernel on a sample is of full rank.
  const few = sample === rows ? rows : { ...sample, rank: undefined };
  const plan = { starts, few, rows, limits, near, wholeLimits };
  const { kernel, last, best, ends, atBounds } = yield* searchEvidence(engine, fisherFamily, plan, function* (end) {
    const { kernelAt, precisionAt } = end.search;
    const from = { kernel: kernelAt(end.point), precision: precisionAt(end.point) };
    const search = fisherFamily.search(engine, from, rows);
    const settled = yield* bringToRest(search, end.point, rest);
    return { ...settled, search, converged: settled.gradientNorm <= restingGradient, status: "brought to rest" };
  });
  return {
    kernel,
    precision: last.search.precisionAt(last.point),
    pivots: last.search.pivots,
    gradientNorm: last.gradientNorm,
    atBounds,
    optima: ends.map(({ starts: led, search, ...end }, at): FisherOptimum => {
      const { point, value = NaN, converged, status } = at === best ? last : end;
      if (point === undefined) return { starts: led, converged, status };
      const values = Float64Array.from(search.kernelAt(point).parameters, (parameter) => parameter.value);
      const precision = search.precisionAt(point);
      return { starts: led, objective: -value, kernel: values, precision, converged, status };
    }),
  };
}

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
  /** How these are chosen. Default "pivoted". */
  readonly basis?: FisherBasis | undefined;
}

/** The search over the logarithms of kernel and β. */
interface BoundedFisherSearch extends EvidenceSearch {
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
  {
    X,
    classes,
    weights,
    squaredDistance,
    flat,
    options = {},
    isPrecisionFixed = false,
    rank,
    basis = "pivoted",
  }: FisherRows,
): BoundedFisherSearch {
  const task = { X, contrasts: fisherContrasts(classes, weights), options };
  const { distance = 2 } = options;
  const settings = { basis, precision, distance, tolerance };
  const pivots =
    rank === undefined ? undefined : choosePivots(engine, kernel, { X, classes, weights }, { rank, ...settings });
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
