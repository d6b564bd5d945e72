import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { copyTerms } from "../../../rows/copyTerms.ts";
import { type PrecisionPrior, logPrecisionPrior } from "../../../search/precisionPrior.ts";
import type { EvidencePosterior } from "./evidencePosterior.ts";
import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/runSync.ts";
import { type Precisions, figuresAt, type EvidenceSpectrum } from "./evidenceSpectrum.ts";

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

/** The best precisions for one kernel. */
export interface RatioProfile extends Precisions {
  /** ϱ = ζ/μ. */
  readonly ratio: number;
  readonly logEvidence: number;
  /** γ. */
  readonly effective: number;
  /**
   * Where the evidence still rises at an end of the search, which end that is: "lower" if the targets look like nothing but
   * noise to this kernel, "upper" if it explains them without any.
   */
  readonly bound: "lower" | "upper" | undefined;
}

/** log(ϱ λ), λ the largest eigenvalue, is looked for from nothing but noise to what a factorization can still resolve. */
const lowest = -12;
const highest = 24;

/**
 * The precisions that maximize the evidence for one kernel: for a ratio ϱ = ζ/μ the best μ is known,
 *
 *     μ̂ = (n − 1)/Σ zⱼ²/(λⱼ + 1/ϱ),   log p = −½(n − 1)(log 2π + 1) − ½ Σ log(λⱼ + 1/ϱ) + ½(n − 1) log μ̂,
 *
 * which leaves a search over log ϱ at O(n) a value: the best of a grid in steps of 1, refined between its neighbours. There
 * may be several maxima; the grid decides which one it is.
 *
 * Copies of a row that agree, which is what a weight above 1 says, are evidence against noise. Where a kernel of full rank
 * leaves them no variance of their own (a nugget), the evidence grows like ½(Σw − n) log ζ for large ζ, however few they
 * are, and the search may end at its upper bound. A prior of ζ holds it back; what is maximized is then the evidence times
 * the prior (see `noisePrior`).
 */
export function profileRatio(spectrum: EvidenceSpectrum, prior?: PrecisionPrior): RatioProfile {
  const largest = spectrum.form.eigenvalues.reduce((most, value) => Math.max(most, value), 0);
  const unit = largest > 0 ? Math.log(largest) : 0;
  const ratioAt = (place: number): number => Math.exp(place - unit);
  const evidenceAt = (place: number): number => {
    const figures = figuresAt(spectrum, ratioAt(place), prior);
    return logEvidence(figures) + (prior ? logPrecisionPrior(figures.noisePrecision, prior) : 0);
  };
  let [best, value] = [lowest, evidenceAt(lowest)];
  for (let place = lowest + 1; place <= highest; place++) {
    const candidate = evidenceAt(place);
    if (candidate > value) [best, value] = [place, candidate];
  }
  const bound = boundAt(best, slopeAt(spectrum, ratioAt(best), prior));
  if (!bound) {
    const { point } = runSync(
      brent((place) => -evidenceAt(place), {
        lower: Math.max(lowest, best - 1),
        upper: Math.min(highest, best + 1),
        start: best,
      }),
    );
    best = point[0];
  }
  const ratio = ratioAt(best);
  const figures = figuresAt(spectrum, ratio, prior);
  const { noisePrecision, effective } = figures;
  return {
    ratio,
    functionPrecision: noisePrecision / ratio,
    noisePrecision,
    logEvidence: logEvidence(figures),
    effective,
    bound,
  };
}

/** ∂/∂log ϱ of the evidence at its best scale, which is −∂/∂log μ there. */
function slopeAt(spectrum: EvidenceSpectrum, ratio: number, prior: PrecisionPrior | undefined): number {
  const figures = figuresAt(spectrum, ratio, prior);
  return -precisionSlopes(figures, figures.effective).functionPrecision;
}

function boundAt(best: number, slope: number): "lower" | "upper" | undefined {
  if (best === lowest && slope <= 0) return "lower";
  return best === highest && slope >= 0 ? "upper" : undefined;
}
