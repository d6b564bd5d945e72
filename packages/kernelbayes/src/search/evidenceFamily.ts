import type { Engine } from "../engine/engine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import type { Box } from "../optimize/box.ts";
import type { Objective, ValueObjective, Optimum } from "../optimize/optimizer.ts";
import type { SearchLimits } from "./searchStart.ts";
import type { Work } from "../run/work.ts";

/** Where a search over a kernel begins. */
export interface SearchStart {
  readonly kernel: Kernel;
  /** A first value of the precision beside the kernel, for families that search one from a given value. */
  readonly precision?: number | undefined;
}

/** Minus a log evidence as a function of the logarithms of the free parameters of a kernel and, last, of a precision where there is one. */
export interface EvidenceSearch {
  readonly box: Box;
  readonly start: Float64Array;
  readonly objective: Objective;
  /** The value without its gradient. */
  readonly value: ValueObjective;
  /** The same with pauses, where evaluations on many rows take long. */
  readonly longValue?: (point: Float64Array) => Work<number>;
  readonly kernelAt: (point: ArrayLike<number>) => Kernel;
  readonly precisionAt?: (point: ArrayLike<number>) => number;
}

/**
 * The evidence of a family of models on rows. Rows are plain data and the family has a name, so that a worker which receives both
 * can search from a start.
 */
export interface EvidenceFamily<Rows, Search extends EvidenceSearch = EvidenceSearch> {
  readonly name: string;
  /** The name of the precision beside the kernel, where there is one. */
  readonly beside?: string;
  search(engine: Engine, start: SearchStart, rows: Rows): Search;
}

/** Where a search is begun, on which rows, and when two of its ends are one. */
export interface EvidencePlan<Rows> {
  readonly starts: readonly SearchStart[];
  /** The rows that the starts look at, and all rows; the same object where there are no more. */
  readonly few: Rows;
  readonly rows: Rows;
  /** Where the search from a start on few rows ends. */
  readonly limits: SearchLimits;
  /** Ends this near to one another are one; none are where there is no measure. */
  readonly near: readonly Nearness[];
  /** Where a search on all rows from each of these ends stops. Default: no such search, the values on all rows are compared. */
  readonly wholeLimits?: SearchLimits;
}

/** Where a search over the parameters of a kernel has ended; the value is minus the log evidence. */
export type Ending = Pick<Optimum, "point" | "value" | "gradientNorm" | "converged" | "status">;

/** Where one or more starts have ended; without a point where they failed. */
export interface SearchEnd<Search>
  extends Partial<Pick<Ending, "point" | "gradientNorm">>, Pick<Ending, "converged" | "status"> {
  /** The numbers, from 0, of the starts that led there. */
  readonly starts: readonly number[];
  /** Reads the point. */
  readonly search: Search;
  /** Minus the log evidence on all rows; absent for an end near an earlier one. */
  readonly value?: number | undefined;
}

/** An end with its point, to go on from. */
export type ReachedEnd<Search> = SearchEnd<Search> & Ending;

/** How far a place may be from an optimum that it belongs to. */
export interface Nearness {
  /** In each coordinate, a logarithm. */
  readonly logarithms: number;
  /** In value, above the optimum and below it. */
  readonly above: number;
  readonly below: number;
}

type Place = Pick<Ending, "point" | "value">;

/** Whether a place belongs to an optimum by one of several measures of nearness. */
export function isNear(place: Place, optimum: Place, measures: readonly Nearness[]): boolean {
  const higher = place.value - optimum.value;
  const apart = place.point.reduce((most, log, j) => Math.max(most, Math.abs(log - optimum.point[j])), 0);
  return measures.some(({ logarithms, above, below }) => higher >= -below && higher <= above && apart <= logarithms);
}
