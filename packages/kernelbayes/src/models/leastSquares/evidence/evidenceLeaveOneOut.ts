import { diagonal } from "../../../matrix/diagonal.ts";
import { logSigmoid } from "../../../numeric/sigmoid.ts";
import type { EvidencePosterior } from "./evidencePosterior.ts";

export interface EvidenceLeaveOneOut {
  /** The output at each row, from the fit without one unit of it. */
  readonly mean: Float64Array;
  /** The variance of that row's target: of the output, and the noise 1/ζ. */
  readonly totalVariance: Float64Array;
  /** Log odds of the positive class, with the class frequencies of the remaining rows. */
  readonly logOdds: Float64Array;
  /** log P(own class). */
  readonly logDensity: Float64Array;
  /** Rows without which their class would be empty: NaN in the log odds and densities. */
  readonly omitted: readonly number[];
}

/**
 * Exact leave-one-out at fixed kernel and precisions, O(1) a row after Π = ζP. For rows of weight 1
 *
 *     mean = yᵢ − aᵢ/Πᵢᵢ,   total variance = 1/Πᵢᵢ,   log odds = 2 mean Πᵢᵢ + log n₊'/n₋'.
 *
 * Of a row of weight w > 1 one copy is left out, whose entries in the problem with all copies are aᵢ/√w and
 * πᵢ = Πᵢᵢ/w + (1 − 1/w)/v, v = η/μ + 1/ζ. A row of w ≤ 1 is left out as a whole; its target, which has noise 1/(ζw) in
 * the fit, is predicted as one with noise 1/ζ: variance (1/Πᵢᵢ − v)/w + v.
 */
export function evidenceLeaveOneOut(posterior: EvidencePosterior): EvidenceLeaveOneOut {
  const { targets, weights, own, residuals, functionPrecision, noisePrecision } = posterior;
  const P = diagonal(posterior.residualMatrix());
  const sizes = { positive: 0, negative: 0 };
  targets.forEach((target, i) => (sizes[target > 0 ? "positive" : "negative"] += weights[i]));
  const n = targets.length;
  const result = {
    mean: new Float64Array(n),
    totalVariance: new Float64Array(n),
    logOdds: new Float64Array(n).fill(NaN),
    logDensity: new Float64Array(n).fill(NaN),
  };
  const omitted: number[] = [];
  for (let i = 0; i < n; i++) {
    const w = weights[i];
    const alone = own[i] / functionPrecision + 1 / noisePrecision;
    const entry = noisePrecision * P[i];
    const copies = Math.max(w, 1);
    const ofUnit = entry / copies + (1 - 1 / copies) / alone;
    const share = Math.min(w, 1);
    const mean = targets[i] - (noisePrecision * residuals[i]) / (Math.sqrt(w) * ofUnit);
    const totalVariance = (1 / ofUnit - alone) / share + alone;
    result.mean[i] = mean;
    result.totalVariance[i] = totalVariance;
    const isPositive = targets[i] > 0;
    const left = {
      positive: sizes.positive - (isPositive ? share : 0),
      negative: sizes.negative - (isPositive ? 0 : share),
    };
    if (Math.min(left.positive, left.negative) <= 1e-9) {
      omitted.push(i);
      continue;
    }
    result.logOdds[i] = (2 * mean) / totalVariance + Math.log(left.positive / left.negative);
    result.logDensity[i] = logSigmoid(isPositive ? result.logOdds[i] : -result.logOdds[i]);
  }
  return { ...result, omitted };
}
