import { diagonal } from "../../../matrix/diagonal.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { logNormalCdf } from "../../../numeric/normalCdf.ts";
import type { EvidencePosterior } from "./evidencePosterior.ts";
import { logSigmoid } from "../../../numeric/sigmoid.ts";

/**
 * How an output f with total variance s² (its own and the noise 1/ζ) becomes odds of the classes:
 *
 * - "side": the probability that the next target, N(f, s²), is positive: P = Φ(f/s).
 * - "targets": the odds of the two values that a target may have, N(1; f, s²) : N(−1; f, s²), log odds 2f/s².
 * - "empirical": the same with the means m of the latent outputs of the classes, (m₊ − m₋)(f − ½(m₊ + m₋))/s².
 *
 * The bias has learned the base rate with the targets, so that for the first two the class frequencies are in the output; added
 * once more they would count twice. The third does not know the base rate.
 */
export type OddsRule = "side" | "targets" | "empirical";

/** The log odds of the positive class before the class frequencies. Rises with the output. */
export function logOddsOf(
  rule: OddsRule,
  output: number,
  totalVariance: number,
  { negative, positive }: LatentClassMeans,
): number {
  if (rule === "side") {
    const ratio = output / Math.sqrt(totalVariance);
    return logNormalCdf(ratio) - logNormalCdf(-ratio);
  }
  return ((positive - negative) * (output - (negative + positive) / 2)) / totalVariance;
}

/** What the class sizes add to the log odds: see `OddsRule`. */
export function frequencyLogOdds(rule: OddsRule, sizes: readonly [number, number]): number {
  return rule === "empirical" ? Math.log(sizes[1] / sizes[0]) : 0;
}

const targetCenters: LatentClassMeans = { negative: -1, positive: 1 };

/** The posterior means of the latent outputs at the training rows, f = y − (η/μ + 1/ζ) ζ N/√w: what `predictionAt` says of them. */
export function trainingOutputs(posterior: EvidencePosterior): Float64Array {
  const { targets, weights, residuals, noisePrecision } = posterior;
  return unitNoise(posterior).map((v, i) => targets[i] - (v * noisePrecision * residuals[i]) / Math.sqrt(weights[i]));
}

/** v = η/μ + 1/ζ, the variance that one copy of a row has about the latent function. */
function unitNoise({ own, functionPrecision, noisePrecision }: EvidencePosterior): Float64Array {
  return own.map((eta) => eta / functionPrecision + 1 / noisePrecision);
}

/** Where a rule takes the outputs of the two classes to lie. */
export function classCenters(posterior: EvidencePosterior, rule: OddsRule): LatentClassMeans {
  if (rule !== "empirical") return targetCenters;
  return latentClassMeans(trainingOutputs(posterior), posterior.targets, posterior.weights);
}

/**
 * Log odds of the positive class for every row, from the fit without one unit of it at the same kernel and precisions, with
 * the class frequencies of the remaining rows; NaN where nothing of the row's class remains.
 */
export function leaveOneOutOdds(
  posterior: EvidencePosterior,
  rule: OddsRule,
): { readonly logOdds: Float64Array; readonly omitted: readonly number[] } {
  const { mean, totalVariance, omitted } = evidenceLeaveOneOut(posterior);
  const isOmitted = new Set(omitted);
  const sizesLeft = sizesWithout(posterior);
  const centersWithout = rule === "empirical" ? classMeansWithout(posterior, mean) : () => targetCenters;
  const logOdds = mean.map((output, i) => {
    if (isOmitted.has(i)) return NaN;
    return logOddsOf(rule, output, totalVariance[i], centersWithout(i)) + frequencyLogOdds(rule, sizesLeft(i));
  });
  return { logOdds, omitted };
}

/** n₋ and n₊ as sums of weights. */
export function classSizes({ targets, weights }: Pick<EvidencePosterior, "targets" | "weights">): [number, number] {
  const sizes: [number, number] = [0, 0];
  targets.forEach((target, i) => (sizes[target > 0 ? 1 : 0] += weights[i]));
  return sizes;
}

/** The same without one unit of a row, or all of it where it is less. */
function sizesWithout(posterior: EvidencePosterior): (row: number) => [number, number] {
  const { targets, weights } = posterior;
  const [negative, positive] = classSizes(posterior);
  return (row) => {
    const share = Math.min(weights[row], 1);
    return targets[row] > 0 ? [negative, positive - share] : [negative - share, positive];
  };
}

/**
 * The latent class means without one unit u = min(w, 1) of row i. The outputs f of all rows have the posterior covariance
 * Σ = (V − VΠV)/√w√w, V = diag(v), and move by Σ_·i (fᵢ − yᵢ)/(vᵢ/u − Σᵢᵢ) when the unit is taken out; so a class mean cᵀf
 * moves by (Σc)ᵢ times that. Two products with Π serve all rows.
 */
function classMeansWithout(posterior: EvidencePosterior, left: Float64Array): (row: number) => LatentClassMeans {
  const { targets, weights, noisePrecision } = posterior;
  const outputs = trainingOutputs(posterior);
  const v = unitNoise(posterior);
  const roots = weights.map(Math.sqrt);
  const sizes = classSizes(posterior);
  const P = posterior.residualMatrix();
  const leverages = diagonal(P).map((entry) => noisePrecision * entry);
  const sideOf = (row: number): 0 | 1 => (targets[row] > 0 ? 1 : 0);
  const ofClass = ([0, 1] as const).map((side) => {
    const c = weights.map((w, i) => (sideOf(i) === side ? w / sizes[side] : 0));
    const product = multiplyVector(
      P,
      c.map((value, i) => (v[i] * value) / roots[i]),
    );
    const slopes = product.map((value, i) => (v[i] / weights[i]) * c[i] - (v[i] / roots[i]) * noisePrecision * value);
    return { mean: dot(c, outputs), slopes };
  });
  return (row) => {
    const unit = Math.min(weights[row], 1);
    // vᵢ/u − Σᵢᵢ, without the difference that would lose the digits of a small Πᵢᵢ.
    const gap = v[row] * (1 / unit - 1 / weights[row]) + (v[row] ** 2 * leverages[row]) / weights[row];
    const step = (outputs[row] - targets[row]) / gap;
    const meanOf = (side: 0 | 1): number => {
      const moved = ofClass[side].mean + ofClass[side].slopes[row] * step;
      if (side !== sideOf(row)) return moved;
      return (sizes[side] * moved - unit * left[row]) / (sizes[side] - unit);
    };
    return { negative: meanOf(0), positive: meanOf(1) };
  };
}

interface EvidenceLeaveOneOut {
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
  const sizesLeft = sizesWithout(posterior);
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
    const [negative, positive] = sizesLeft(i);
    if (Math.min(negative, positive) <= 1e-9) {
      omitted.push(i);
      continue;
    }
    result.logOdds[i] = (2 * mean) / totalVariance + Math.log(positive / negative);
    result.logDensity[i] = logSigmoid(targets[i] > 0 ? result.logOdds[i] : -result.logOdds[i]);
  }
  return { ...result, omitted };
}

/** Where the latent outputs of the two classes lie. */
export interface LatentClassMeans {
  readonly negative: number;
  readonly positive: number;
}

/** The weighted means of the latent outputs of the training rows of each class (the sign of the target). */
export function latentClassMeans(
  outputs: Float64Array,
  targets: Float64Array,
  weights: Float64Array,
): LatentClassMeans {
  const meanOf = (side: number): number => {
    let [sum, total] = [0, 0];
    outputs.forEach((output, i) => {
      if (Math.sign(targets[i]) !== side) return;
      sum += weights[i] * output;
      total += weights[i];
    });
    return sum / total;
  };
  return { negative: meanOf(-1), positive: meanOf(1) };
}
