import type { Engine } from "../engine/engine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import type { Box } from "../optimize/box.ts";
import type { Objective, ValueObjective } from "../optimize/optimizer.ts";

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
