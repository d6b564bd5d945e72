/** Value and gradient of what is minimized. A value that is not finite, or a NaN in the gradient, rejects the step. */
export type Objective = (point: Float64Array) => { readonly value: number; readonly gradient: Float64Array };

/** How an optimizer ended, in words that can be shown. */
export interface Optimum {
  /** The best point met, not necessarily the last. */
  readonly point: Float64Array;
  readonly value: number;
  /** Largest absolute entry of the gradient (projected on the bounds); NaN for methods without gradients. */
  readonly gradientNorm: number;
  readonly evaluations: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** For example "the gradient is below its tolerance" or "stopped after 200 evaluations". */
  readonly status: string;
  /** Best value after each iteration. */
  readonly trace: readonly { readonly evaluations: number; readonly value: number; readonly gradientNorm: number }[];
}
