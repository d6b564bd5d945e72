import type { Work } from "../run/work.ts";

/** Value and gradient of what is minimized. A value that is not finite, or a gradient entry that is not, rejects the step. */
export type Objective = (point: Float64Array) => { readonly value: number; readonly gradient: Float64Array };

/** The same of an evaluation that may take long, with pauses. */
export type LongObjective = (point: Float64Array) => Work<ReturnType<Objective>>;

/** Only the value of what is minimized. A value that is not finite rejects the step. */
export type ValueObjective = (point: Float64Array) => number;

/** How an optimizer ended, in words that can be shown. */
export interface Optimum {
  /** The best point met, not necessarily the last. */
  readonly point: Float64Array;
  readonly value: number;
  /** Largest absolute entry of the gradient (projected on the bounds); NaN for methods without gradients. */
  readonly gradientNorm: number;
  readonly evaluations: number;
  /** How many of the evaluations were not finite, or failed with a `NumericalError`. */
  readonly rejected: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** For example "the gradient is below its tolerance" or "stopped after 200 evaluations". */
  readonly status: string;
  /** The coordinates that ended on one of their bounds; fixed ones (lower = upper) are not listed. */
  readonly atBounds: readonly number[];
  /** Best value after each iteration. */
  readonly trace: readonly TraceEntry[];
}

export interface TraceEntry {
  readonly evaluations: number;
  readonly value: number;
  readonly gradientNorm: number;
}

/** What bounds every optimizer, and the name under which it reports its progress. */
export interface LimitOptions {
  /** At most so many calls of the objective, that at the start included. */
  readonly maxEvaluations?: number;
  readonly maxIterations?: number;
  /** The stage in the progress reports. */
  readonly stage?: string;
}

/** Limits of each coordinate; one number serves them all. Infinite bounds are allowed, and equal ones hold a coordinate. */
export interface BoundOptions {
  readonly lower?: number | ArrayLike<number>;
  readonly upper?: number | ArrayLike<number>;
}
