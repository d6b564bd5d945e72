import { curveSlope, tailOf, type OddsCurve } from "./oddsCurve.ts";

/** Variance of the logit that a curve gives to an output f that is known: (f, 1) Cov (f, 1)ᵀ, with a bend (f, 1, tail of f). */
export function curveVariance({ covariance, bend }: Pick<OddsCurve, "covariance" | "bend">, output: number): number {
  const straight = covariance[0][0] * output * output + 2 * covariance[0][1] * output + covariance[1][1];
  if (bend === undefined) return straight;
  const tail = tailOf(output);
  return straight + tail * (2 * (covariance[0][2] * output + covariance[1][2]) + covariance[2][2] * tail);
}

/**
 * Deviation of the logit that a calibration curve gives to an output f, from the two things that are uncertain, the output
 * (of variance s²) and the curve (Cov of slope a and offset b):
 *
 *     √(a² s² + (f, 1) Cov (f, 1)ᵀ)
 *
 * A curve with a bend has the slope it has at f, and the variance of its bend. With `logitInterval` it gives the interval of the probability. Machines whose outputs have no variance pass 0, and their
 * interval is that of the curve alone. A variance that overflowed means that nothing is known, and the deviation is Infinity.
 * It is a working figure: labels are not Gaussian around the outputs, and the kernel is taken as known.
 */
export function calibratedDeviation(curve: Omit<OddsCurve, "offset">, output: number, outputVariance: number): number {
  const variance = curveSlope(curve, output) ** 2 * outputVariance + curveVariance(curve, output);
  return Number.isNaN(variance) ? Infinity : Math.sqrt(Math.max(0, variance));
}
