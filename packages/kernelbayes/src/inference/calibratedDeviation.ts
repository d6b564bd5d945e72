import type { CalibrationCurve } from "../evaluate/calibrationCurve.ts";

/** Variance of the logit slope · f + offset at an output f that is known: (f, 1) Cov (f, 1)ᵀ. */
export function curveVariance({ covariance }: Pick<CalibrationCurve, "covariance">, output: number): number {
  return covariance[0][0] * output * output + 2 * covariance[0][1] * output + covariance[1][1];
}

/**
 * Deviation of the logit that a calibration curve gives to an output f, from the two things that are uncertain, the output
 * (of variance s²) and the curve (Cov of slope a and offset b):
 *
 *     √(a² s² + (f, 1) Cov (f, 1)ᵀ)
 *
 * With `logitInterval` it gives the interval of the probability. Machines whose outputs have no variance pass 0, and their
 * interval is that of the curve alone. A variance that overflowed means that nothing is known, and the deviation is Infinity.
 * It is a working figure: labels are not Gaussian around the outputs, and the kernel is taken as known.
 */
export function calibratedDeviation(
  curve: Pick<CalibrationCurve, "slope" | "covariance">,
  output: number,
  outputVariance: number,
): number {
  const variance = curve.slope ** 2 * outputVariance + curveVariance(curve, output);
  return Number.isNaN(variance) ? Infinity : Math.sqrt(Math.max(0, variance));
}
