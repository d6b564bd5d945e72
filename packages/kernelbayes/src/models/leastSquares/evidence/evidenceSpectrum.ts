import { dot } from "../../../matrix/dot.ts";
import { copyTerms } from "../../../rows/kernel/kernelOnRows.ts";
import { type PrecisionPrior, logPrecisionPrior } from "../../../search/precisionPrior.ts";
import type { CanonicalForm } from "../canonical/canonicalForm.ts";
import type { Response } from "../canonical/leaveOneOutAt.ts";
import { bestNoisePrecision, type SlopeFigures, logEvidence, precisionSlopes } from "./logEvidence.ts";
import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/run.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { requireLength } from "../../../matrix/requireLength.ts";

/** A kernel in canonical form with targets in its coordinates: the evidence of any precisions in O(n). */
export interface EvidenceSpectrum {
  readonly form: CanonicalForm;
  readonly response: Response;
  readonly weights: Float64Array;
  /** η of each row; undefined for zeros. */
  readonly own: Float64Array | undefined;
  /** Σ w. */
  readonly total: number;
}

/** The figures of one ratio ϱ = ζ/μ, at the noise precision that is best for it. */
interface RatioFigures extends SlopeFigures {
  /** γ. */
  readonly effective: number;
}

/**
 * Prepares the evidence of a form with a free bias and the penalty of the function: all rows (`kernelForm`, "function") or a
 * few features (`featuresForm`), for which it is the evidence of the kernel that the features have.
 */
export function evidenceSpectrum(form: CanonicalForm, response: Response, own?: Float64Array): EvidenceSpectrum {
  if (form.bias !== "open" && form.bias !== "removed") {
    throw new RangeError(`The evidence needs a form with a free bias; got "${form.bias}".`);
  }
  const weights = form.rootWeights.map((root) => root * root);
  return { form, response, weights, own, total: totalWeight(weights) };
}

/**
 * With ωⱼ = 1/(1 + ϱλⱼ), coordinates zⱼ of the targets and cⱼ of √w, S = Σ cⱼ²ωⱼ and b = Σ cⱼωⱼzⱼ/S,
 *
 *     log |B|₊ = −Σ log ωⱼ + log(S/Σw),   ỹᵀPỹ = Σ ωⱼ(zⱼ − bcⱼ)²,   NᵀN = Σ ωⱼ²(zⱼ − bcⱼ)²,
 *     γ = Σ (1 − ωⱼ) + Σ cⱼ²ωⱼ²/S,
 *
 * where features without the constant have c = 0 and γ one more. For the ratio ϱ the best ζ = ϱμ is that of
 * `bestNoisePrecision`.
 */
export function figuresAt(spectrum: EvidenceSpectrum, ratio: number, prior?: PrecisionPrior): RatioFigures {
  const { form, response, weights, own, total } = spectrum;
  const { coordinates: z, constant: c, outside } = response;
  const shares = form.eigenvalues.map((value) => 1 / (1 + ratio * value));
  let [S, product] = [0, 0];
  c?.forEach((value, j) => {
    S += value * value * shares[j];
    product += value * z[j] * shares[j];
  });
  const bias = c ? product / S : 0;
  const beyond = outside ? dot(outside, outside) : 0;
  const copies = own ? copyTerms(weights, own, ratio) : { logDeterminant: 0, trace: 0 };
  let quadratic = beyond;
  let residualSquares = beyond;
  let logDeterminant = copies.logDeterminant + (c ? Math.log(S / total) : 0);
  let effective = ratio * copies.trace + (c ? 0 : 1);
  shares.forEach((share, j) => {
    const left = z[j] - bias * (c?.[j] ?? 0);
    quadratic += share * left * left;
    residualSquares += share * share * left * left;
    logDeterminant += Math.log1p(ratio * form.eigenvalues[j]);
    effective += ratio * form.eigenvalues[j] * share + (c ? (c[j] * share) ** 2 / S : 0);
  });
  const noisePrecision = bestNoisePrecision(total, quadratic, prior);
  return { total, noisePrecision, quadratic, residualSquares, logDeterminant, effective };
}

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
