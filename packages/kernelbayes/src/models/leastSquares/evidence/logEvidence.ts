import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { copyTerms } from "../../../rows/kernel/kernelOnRows.ts";
import type { PrecisionPrior } from "../../../search/precisionPrior.ts";
import type { EvidencePosterior } from "./evidencePosterior.ts";

/** The figures that the evidence is made of, by a factorization (`evidencePosterior`) or a spectrum (`evidenceSpectrum`). */
interface EvidenceFigures {
  /** Σ w. */
  readonly total: number;
  readonly noisePrecision: number;
  /** ỹᵀPỹ. */
  readonly quadratic: number;
  /** The logarithm of the product of the Σw − 1 eigenvalues 1 + ϱλ of B beside the constant. */
  readonly logDeterminant: number;
}

/**
 * The log evidence of kernel and precisions, latent values and bias integrated out. It is the density of the differences
 * between the targets, which no bias can change:
 *
 *     log p = −½(n − 1) log 2π − ½ log |V| − ½ log 1ᵀV⁻¹1 + ½ log n − ½ yᵀΠy
 *           = ½(n − 1) log(ζ/2π) − ½ log |B|₊ − ½ ζ ỹᵀPỹ,   n = Σw.
 */
export function logEvidence({ total, noisePrecision, quadratic, logDeterminant }: EvidenceFigures): number {
  return (
    0.5 * (total - 1) * Math.log(noisePrecision / (2 * Math.PI)) -
    0.5 * logDeterminant -
    0.5 * noisePrecision * quadratic
  );
}

/**
 * The noise precision that is best for a ratio ϱ = ζ/μ: ζ = (n − 1)/ỹᵀPỹ, and (n − 3 + 2a)/(ỹᵀPỹ + 2b) with a Gamma(a, b)
 * prior of ζ.
 */
export function bestNoisePrecision(
  total: number,
  quadratic: number,
  { shape, rate }: PrecisionPrior = { shape: 1, rate: 0 },
): number {
  const precision = (total - 3 + 2 * shape) / (quadratic + 2 * rate);
  if (precision < Infinity) return precision;
  throw new NumericalError(
    "no-variation",
    "The targets do not vary about their mean, so that no precision of the noise is best for them.",
  );
}

/** γ = 1 + Σ λ/(λ + 1/ϱ) = Σw − tr P: how many parameters the data determine, the bias being one. */
export function effectiveParameters(posterior: EvidencePosterior): number {
  const { weights, own, functionPrecision, noisePrecision } = posterior;
  const ratio = noisePrecision / functionPrecision;
  const trace = diagonal(posterior.residualMatrix()).reduce((sum, value) => sum + value, 0);
  return weights.length - trace + ratio * copyTerms(weights, own, ratio).trace;
}

/** What the slopes of the evidence in the precisions are made of. */
export interface SlopeFigures extends EvidenceFigures {
  /** NᵀN. */
  readonly residualSquares: number;
}

/**
 * ∂ log p/∂log μ = ½(γ − 1 − ζ(ỹᵀPỹ − NᵀN)), where ζ(ỹᵀPỹ − NᵀN) = μ αᵀKα, and ∂ log p/∂log ζ = ½(n − γ − ζNᵀN): at the
 * best precisions the penalty of the function is as many units as the data determine, and the noise takes the others.
 */
export function precisionSlopes(
  { total, noisePrecision, quadratic, residualSquares }: SlopeFigures,
  effective: number,
): { readonly functionPrecision: number; readonly noisePrecision: number } {
  return {
    functionPrecision: 0.5 * (effective - 1 - noisePrecision * (quadratic - residualSquares)),
    noisePrecision: 0.5 * (total - effective - noisePrecision * residualSquares),
  };
}

/**
 * W = √w (ζNNᵀ − P) √w ϱ/2, with which ∂ log p/∂θ = Σ_ab W_ab ∂K_ab/∂θ (unweighted: ½(aaᵀ − Π)/μ), and the derivatives
 * ∂ log p/∂η_i = −½(w_i − 1)ϱ/(1 + ϱη_i) that copies of a row add. Made to be given to `KernelOnRows.contract`.
 */
export function kernelWeights(posterior: EvidencePosterior): { readonly W: Matrix; readonly ownSlopes: Float64Array } {
  const { weights, own, residuals, functionPrecision, noisePrecision } = posterior;
  const n = weights.length;
  const ratio = noisePrecision / functionPrecision;
  const P = posterior.residualMatrix();
  const W = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const value = noisePrecision * residuals[i] * residuals[j] - P.data[i * n + j];
      W.data[i * n + j] = 0.5 * ratio * Math.sqrt(weights[i] * weights[j]) * value;
      W.data[j * n + i] = W.data[i * n + j];
    }
  }
  return { W, ownSlopes: own.map((eta, i) => (-0.5 * (weights[i] - 1) * ratio) / (1 + ratio * eta)) };
}
