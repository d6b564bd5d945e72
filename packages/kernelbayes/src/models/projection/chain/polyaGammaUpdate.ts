import { normal, polyaGamma, type Stream } from "../../../random/index.ts";
import type { LatentState } from "./chainState.ts";
import { logTotal, logTotalWithout } from "./latentTarget.ts";
import type { LatentUpdate } from "./latentUpdate.ts";

/** The normal law of a predictor given its Pólya-Gamma variable. */
export interface PredictorLaw {
  readonly precision: number;
  readonly mean: number;
}

/**
 * A predictor given its Pólya-Gamma variable ω, the offset C = ln(1 + Σ_{j ≠ k} e^(z_ij)) of the others and its mean D_i β_k:
 *
 *     z_ik ~ N((y_ik − ½ + ω C + D_i β_k/σ²) / (ω + 1/σ²), 1/(ω + 1/σ²))
 */
export function predictorLaw(
  omega: number,
  offset: number,
  isOwnClass: boolean,
  mean: number,
  variance: number,
): PredictorLaw {
  const precision = omega + 1 / variance;
  return { precision, mean: ((isOwnClass ? 0.5 : -0.5) + omega * offset + mean / variance) / precision };
}

/**
 * Renews the predictors by Pólya-Gamma variables (Polson, Scott & Windle 2013), one class after the other:
 * ω_ik ~ PG(1, z_ik − C_ik), then z_ik given ω_ik. Nothing is refused and nothing to tune. The exponentials of a row are kept
 * while its classes take turns; should one overflow, offsets are computed with the largest predictor taken off.
 */
export function polyaGammaUpdate(count: number): LatentUpdate {
  const exponentials = new Float64Array(count);
  const sumWithout = (k: number): number => {
    let sum = 1;
    for (let j = 0; j < count; j++) if (j !== k) sum += exponentials[j];
    return sum;
  };
  return ({ z, means, totals, classes, rows, variance }: LatentState, random: Stream): number => {
    for (let i = 0; i < rows; i++) {
      for (let k = 0, at = i; k < count; k++, at += rows) exponentials[k] = Math.exp(z[at]);
      for (let k = 0, at = i; k < count; k++, at += rows) {
        const others = sumWithout(k);
        const offset = others < Infinity ? Math.log(others) : logTotalWithout(z, i, rows, count, k);
        const omega = polyaGamma(random, z[at] - offset);
        const { precision, mean } = predictorLaw(omega, offset, classes[i] === k, means[at], variance);
        z[at] = mean + normal(random) / Math.sqrt(precision);
        exponentials[k] = Math.exp(z[at]);
      }
      const all = sumWithout(count);
      totals[i] = all < Infinity ? Math.log(all) : logTotal(z, i, rows, count);
    }
    return rows;
  };
}
