import { dot } from "../../../matrix/dot.ts";
import { copyTerms } from "../../../rows/kernel/kernelOnRows.ts";
import type { PrecisionPrior } from "../../../search/precisionPrior.ts";
import type { CanonicalForm } from "../canonical/canonicalForm.ts";
import type { Response } from "../canonical/leaveOneOutAt.ts";
import { bestNoisePrecision, type SlopeFigures } from "./logEvidence.ts";
import { totalWeight } from "./evidenceProblem.ts";

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
export interface RatioFigures extends SlopeFigures {
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
