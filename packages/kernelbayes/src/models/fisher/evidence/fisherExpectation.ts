import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { factorize } from "../../../matrix/factorize.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { traceOfProduct } from "../../../matrix/dot.ts";
import { degreesOf, expectedScatter } from "./fisherEvidence.ts";
import { kernelOnRows } from "../../../rows/kernel/kernelOnRows.ts";
import type { FisherTask } from "./evaluateFisher.ts";
import { fisherPosterior, trainingMoments, type FisherPosterior } from "../posterior/fisherPosterior.ts";

/** q(f) = N(m, Σ_c), conditioned on the distance constraint, by what the maximization needs of it. */
export interface FisherExpectation {
  /** S = Σ_c + mmᵀ = K − KMK + (d²/s² − 1/s)(Ku)(Ku)ᵀ. */
  readonly secondMoment: Matrix;
  /** ⟨fᵀLf⟩. */
  readonly scatter: number;
  /** Posterior variance η/(1 + βη) of the differences between the copies of each row. */
  readonly copyVariance: Float64Array;
  readonly posterior: FisherPosterior;
}

/** The E-step at a kernel and a β. */
export function fisherExpectation(
  engine: Engine,
  kernel: Kernel,
  precision: number,
  { X, contrasts, options = {} }: FisherTask,
): FisherExpectation {
  const { distance = 2 } = options;
  const onRows = kernelOnRows(engine, kernel, X, contrasts, options);
  const posterior = fisherPosterior(engine, onRows, contrasts, { precision, distance });
  const { mean, covariance } = trainingMoments(engine, posterior, onRows.K);
  const n = mean.length;
  const secondMoment = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) secondMoment.data[i * n + j] = covariance.data[i * n + j] + mean[i] * mean[j];
  }
  return {
    secondMoment,
    scatter: expectedScatter(posterior),
    copyVariance: posterior.own.map((eta) => eta / (1 + precision * eta)),
    posterior,
  };
}

/** The part of Q that depends on β: (ν/2) log(β/2π) − (β/2)⟨fᵀLf⟩. */
export function expectedLogNoise(
  { scatter }: FisherExpectation,
  precision: number,
  { contrasts, options: { degrees = "rows" } = {} }: FisherTask,
): number {
  const nu = degreesOf(contrasts.total, degrees);
  return (nu / 2) * Math.log(precision / (2 * Math.PI)) - (precision / 2) * scatter;
}

/**
 * The part of Q that depends on the kernel, and its derivatives in the logarithms of the kernel's parameters:
 *
 *     −½ log |K| − ½ tr(K⁻¹S) − (n/2) log 2π,   ½ Σ [K⁻¹SK⁻¹ − K⁻¹] ∘ ∂K/∂log θ,
 *
 * with −½(w − 1)[log η + σ/η + log 2π] for the differences between the copies of a row, σ their posterior variance at the
 * last E-step. K must be positive definite, which takes a nugget; a `NumericalError` otherwise.
 */
export function expectedLogPrior(
  engine: Engine,
  { secondMoment, copyVariance }: FisherExpectation,
  kernel: Kernel,
  { X, contrasts, options }: FisherTask,
): { readonly value: number; readonly slopes: Float64Array } {
  const { K, own, contract } = kernelOnRows(engine, kernel, X, contrasts, options);
  const n = K.rows;
  const factor = factorize(engine, K);
  const inverse = factor.inverse();
  const KS = engine.multiply(inverse, secondMoment);
  const product = engine.multiply(KS, inverse);
  const W = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const symmetric = (product.data[i * n + j] + product.data[j * n + i]) / 2;
      W.data[i * n + j] = 0.5 * (symmetric - inverse.data[i * n + j]);
    }
  }
  let value = -0.5 * (factor.logDeterminant + traceOfProduct(inverse, secondMoment) + n * log2Pi);
  const ownSlopes = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    // Copies without a part of their own are equal, before and after.
    if (own[i] === 0) continue;
    const copies = contrasts.weights[i] - 1;
    value -= 0.5 * copies * (Math.log(own[i]) + copyVariance[i] / own[i] + log2Pi);
    ownSlopes[i] = ((0.5 * copies) / own[i]) * (copyVariance[i] / own[i] - 1);
  }
  return { value, slopes: contract(W, ownSlopes) };
}

const log2Pi = Math.log(2 * Math.PI);
