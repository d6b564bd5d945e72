import type { Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { requireLength } from "../../../matrix/requireLength.ts";

/**
 * Targets y = f + b + ε of weighted rows, f ~ N(0, K/μ), ε ~ N(0, 1/ζ) for each row alone, b anything: a row of weight w is
 * worth w copies of it, each with noise of its own.
 */
export interface EvidenceProblem {
  /** The prior covariance of f in units of 1/μ; for a kernel with a nugget and weighted rows that of `kernelOnRows`. */
  readonly K: Matrix;
  /** η, the part of the variance that each copy of a row has for itself (`kernelOnRows`). Default 0. */
  readonly own?: Float64Array;
  /** ±1 for the two classes. */
  readonly targets: Float64Array;
  readonly weights: Float64Array;
}

/** The hyperparameters of the first two levels of inference. */
export interface Precisions {
  /** μ: the latent function has the prior covariance K/μ. */
  readonly functionPrecision: number;
  /** ζ: the targets scatter about it with variance 1/ζ. */
  readonly noisePrecision: number;
}

/** Σ w, of which one degree of freedom goes to the bias. */
export function totalWeight(weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > 1) return total;
  throw new InputError(
    "too-few-rows",
    `The evidence needs rows worth more than 1 in total, since one is spent on the bias; got ${total}.`,
    {},
    "Add rows.",
  );
}

export function requireProblem({ K, own, targets, weights }: EvidenceProblem): void {
  requireLength(K.columns, K.rows, "The number of columns of the kernel matrix");
  requireLength(targets.length, K.rows, "The number of targets");
  requireLength(weights.length, K.rows, "The number of weights");
  if (own) requireLength(own.length, K.rows, "The number of own variances");
  const at = weights.findIndex((weight) => !(weight > 0 && weight < Infinity));
  if (at >= 0) throw new RangeError(`Weights are greater than 0 and finite; that of row ${at} is ${weights[at]}.`);
}

export function requirePrecisions({ functionPrecision, noisePrecision }: Precisions): void {
  for (const [name, value] of Object.entries({ functionPrecision, noisePrecision })) {
    if (value > 0 && value < Infinity) continue;
    throw new InputError("invalid-option", `${name} must be greater than 0 and finite; got ${value}.`);
  }
}
