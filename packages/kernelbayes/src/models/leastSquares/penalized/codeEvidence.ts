import { InputError } from "../../../errors.ts";
import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/run.ts";
import type { Response } from "../canonical/leaveOneOutAt.ts";
import type { PenalizedForm } from "./penalizedForm.ts";
import { requireRegularization } from "./requireRegularization.ts";
import { regularizationScale, widest } from "./regularizationScale.ts";

/**
 * The log density of the code of the classes in Lin's model, the coefficients integrated out: with eigenpairs (g, q) of
 * HKA⁻¹KH on the complement of 1 and z = qᵀy,
 *
 *     −½ Σ [log 2π(σ² + τ²g) + z²/(σ² + τ²g)],   τ² = σ²/r,
 *
 * computed from the decomposition of K itself, without centering it. The code is treated as if it were normal: like other
 * evidences of labels taken for numbers it ranks kernels and r for one data set and nothing else.
 */
export function codeEvidence(penalized: PenalizedForm, response: Response, r: number, noiseVariance: number): number {
  requireRegularization(r);
  if (!(noiseVariance > 0 && noiseVariance < Infinity)) {
    throw new InputError("invalid-option", `The noise variance must be greater than 0; got ${noiseVariance}.`);
  }
  const scaled = residualForm(penalized, response, r) / noiseVariance;
  const degrees = penalized.total - 1;
  return -0.5 * (degrees * Math.log(2 * Math.PI * noiseVariance) + logShares(penalized, r) + scaled);
}

/** σ̂² = (1/(n − 1)) Σ z²/(1 + g/r), the noise variance of greatest evidence at one r. */
export function noiseVarianceAt(penalized: PenalizedForm, response: Response, r: number): number {
  requireRegularization(r);
  return residualForm(penalized, response, r) / (penalized.total - 1);
}

export interface EvidentRegularization {
  readonly regularization: number;
  /** σ̂² of each response. */
  readonly noiseVariances: readonly number[];
  /** The sum over the responses. */
  readonly evidence: number;
  /** Whether the evidence still rises at the end of the range: no noise at all, or nothing but noise. */
  readonly isAtBound: boolean;
}

/**
 * The r of greatest evidence, which all responses share, σ² being σ̂² of each at each r: the best of a grid over 20 powers of e on both sides of the mean
 * eigenvalue, refined between its neighbours; O(n) a value. Copies of rows that share everything, as weights make them
 * where the kernel has no nugget, agree without any noise: the evidence then grows without bound as r → 0.
 */
export function regularizationByEvidence(
  penalized: PenalizedForm,
  responses: readonly Response[],
): EvidentRegularization {
  const center = regularizationScale(penalized);
  const noiseAt = (r: number): number[] => responses.map((response) => noiseVarianceAt(penalized, response, r));
  const profile = (log: number): number => {
    const r = Math.exp(center + log);
    return noiseAt(r).reduce((sum, noise, m) => sum + codeEvidence(penalized, responses[m], r, noise), 0);
  };
  const values = Array.from({ length: 2 * widest + 1 }, (_, k) => profile(k - widest));
  const best = values.reduce((most, value, k) => (value > values[most] ? k : most), 0) - widest;
  const { point, value } = runSync(
    brent((log) => -profile(log), {
      lower: Math.max(-widest, best - 1),
      upper: Math.min(widest, best + 1),
      start: best,
    }),
  );
  const regularization = Math.exp(center + point[0]);
  return {
    regularization,
    noiseVariances: noiseAt(regularization),
    evidence: -value,
    isAtBound: Math.abs(best) === widest,
  };
}

/** Σ z²/(1 + g/r) = Σ ω(c − bρ)² with ω = r/(g + r) in the basis of K, b the free bias. */
function residualForm({ form, constant }: PenalizedForm, { coordinates }: Response, r: number): number {
  const { eigenvalues } = form;
  let S = 0;
  let product = 0;
  eigenvalues.forEach((g, j) => {
    const share = (constant[j] * r) / (g + r);
    S += share * constant[j];
    product += share * coordinates[j];
  });
  const b = product / S;
  return eigenvalues.reduce((sum, g, j) => sum + (r / (g + r)) * (coordinates[j] - b * constant[j]) ** 2, 0);
}

/** Σ log(1 + g/r) over the complement of 1, and over the differences between copies. */
function logShares({ form, constant, total, weights, ofCopies }: PenalizedForm, r: number): number {
  const { eigenvalues } = form;
  const level = eigenvalues.reduce((sum, g, j) => sum + (constant[j] ** 2 * r) / (g + r), 0) / total;
  const all = eigenvalues.reduce((sum, g) => sum + Math.log1p(g / r), 0);
  const copies = weights.reduce((sum, w, i) => sum + (w - 1) * Math.log1p(ofCopies[i] / r), 0);
  return all + Math.log(level) + copies;
}
