import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { traceOfProduct } from "../../../matrix/dot.ts";
import { factorize } from "../../../matrix/factorize.ts";
import { classMeans } from "../../../rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../rows/kernel/kernelOnRows.ts";
import { fisherPosterior, trainingMoments, type FisherPosterior } from "../posterior/fisherPosterior.ts";
import type { FisherTask } from "./evaluateFisher.ts";
import { expectedScatter, fisherEvidence, noiseNormalizer } from "./fisherEvidence.ts";

/** q(f) by what the maximization needs of it. */
export interface FisherExpectation {
  /** ⟨ffᵀ⟩, from which the kernel is updated. */
  readonly secondMoment: Matrix;
  /** The expected scatter within the classes, from which β is updated. */
  readonly scatter: number;
  /** The log marginal likelihood that is climbed, without the prior of β. */
  readonly evidence: number;
  /** Posterior variance η/(1 + βη) of the differences between the copies of each row. */
  readonly copyVariance: Float64Array;
  readonly posterior: FisherPosterior;
}

/**
 * The E-step at a kernel and a β: q(f) = N(m, Σ_c), conditioned on the distance constraint,
 *
 *     ⟨ffᵀ⟩ = Σ_c + mmᵀ = K − KMK + (d²/s² − 1/s)(Ku)(Ku)ᵀ,   scatter ⟨fᵀLf⟩.
 */
export function fisherExpectation(
  engine: Engine,
  kernel: Kernel,
  precision: number,
  task: FisherTask,
): FisherExpectation {
  const { posterior, mean, covariance, copyVariance } = latentMoments(engine, kernel, precision, task);
  return {
    secondMoment: plusOuterProduct(covariance, mean, 1),
    scatter: expectedScatter(posterior),
    evidence: fisherEvidence(posterior, task.options?.degrees),
    copyVariance,
    posterior,
  };
}

/**
 * The E-step of Algorithm 1 as the paper prints it. The kernel is updated from equation 30, which does not know that the class
 * means lie a distance d apart; β from equation 32, by mean and variance of each training row alone (equations 21 and 22), the
 * class means μ_q taken as known:
 *
 *     ⟨ffᵀ⟩ = Σ_p = (K⁻¹ + βL)⁻¹,   scatter Σ_n [(f̄_n − μ_q)² + σ_n²].
 *
 * What the kernel update climbs, (ν/2) log(β/2π) − ½ log |I + βKL|, is highest where LKL = 0. So kernels drift towards a constant,
 * whose variance σ_n² then counts as scatter, and β falls to about one over that constant.
 */
export function printedExpectation(
  engine: Engine,
  kernel: Kernel,
  precision: number,
  task: FisherTask,
): FisherExpectation {
  const { posterior, mean, covariance, copyVariance } = latentMoments(engine, kernel, precision, task);
  const { contrasts, options = {} } = task;
  const { weights, classes, total } = contrasts;
  const centers = classMeans(contrasts, mean);
  const n = mean.length;
  let scatter = 0;
  for (let i = 0; i < n; i++) {
    const ofMean = (mean[i] - centers[classes[i]]) ** 2 + covariance.data[i * n + i];
    scatter += weights[i] * ofMean + (weights[i] - 1) * copyVariance[i];
  }
  return {
    // Σ_c = Σ_p − (Ku)(Ku)ᵀ/s and m = d Ku/s.
    secondMoment: plusOuterProduct(covariance, mean, posterior.s / posterior.distance ** 2),
    scatter,
    evidence: noiseNormalizer(precision, total, options.degrees) - 0.5 * posterior.logDeterminant,
    copyVariance,
    posterior,
  };
}

/** The posterior of the training rows and of the differences between their copies. */
function latentMoments(
  engine: Engine,
  kernel: Kernel,
  precision: number,
  { X, contrasts, options = {} }: FisherTask,
): ReturnType<typeof trainingMoments> & Pick<FisherExpectation, "posterior" | "copyVariance"> {
  const onRows = kernelOnRows(engine, kernel, X, contrasts, options);
  const posterior = fisherPosterior(engine, onRows, contrasts, { precision, distance: options.distance ?? 2 });
  return {
    ...trainingMoments(engine, posterior, onRows.K),
    copyVariance: posterior.own.map((eta) => eta / (1 + precision * eta)),
    posterior,
  };
}

/** A + c vvᵀ. */
function plusOuterProduct(A: Matrix, v: Float64Array, c: number): Matrix {
  const n = v.length;
  const result = matrix(n, n, A.data.slice());
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) result.data[i * n + j] += c * v[i] * v[j];
  }
  return result;
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
