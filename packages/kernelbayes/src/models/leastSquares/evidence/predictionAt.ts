import type { Matrix } from "../../../engine/matrix.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";
import { columnSquares } from "../../../rows/kernel/rootProblem.ts";
import type { EvidencePosterior } from "./evidencePosterior.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/**
 * Mean and variance of f + b at new rows, from their kernel with the training rows (n × t, training rows down) and their
 * prior variances k(x, x), both in units of 1/μ; without the noise 1/ζ. With k̃ = √w k(x)
 *
 *     mean = k(x)ᵀα + b,   variance = (k(x, x) − ϱ k̃ᵀB⁻¹k̃)/μ + (1 − ϱ k̃ᵀB⁻¹√w)²/(ζ √wᵀB⁻¹√w),
 *
 * the last part being the uncertainty of the bias. Log odds of the classes and intervals are those of targets ±1 with noise
 * 1/ζ: `classLogOdds` and `probabilityInterval` with precision ζ and distance 2; or see `aroundClassMeans`.
 */
export function predictionAt(posterior: EvidencePosterior, cross: Matrix, prior: Float64Array): LatentMoments {
  const { weights, coefficients, bias, factor, constant, constantTotal, functionPrecision, noisePrecision } = posterior;
  requireLength(prior.length, cross.columns, "The number of prior variances");
  const ratio = noisePrecision / functionPrecision;
  const ones = new Float64Array(cross.columns).fill(1);
  const scaled = scaleRowsAndColumns(cross, weights.map(Math.sqrt), ones);
  const explained = columnSquares(factor.halfSolve(scaled));
  const ofConstant = multiplyVector(scaled, constant, { transpose: true });
  return {
    mean: multiplyVector(cross, coefficients, { transpose: true }).map((value) => value + bias),
    variance: prior.map(
      (own, t) =>
        requireVariance(own - ratio * explained[t], own) / functionPrecision +
        (1 - ratio * ofConstant[t]) ** 2 / (noisePrecision * constantTotal),
    ),
  };
}
