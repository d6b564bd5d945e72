import { fitCurveToTargets, type CurveStart } from "./calibrationCurve.ts";

const mostSteps = 8;

const settled = 1e-4;

/** The curve of given outputs from one close by: a few plain Newton steps, and the guarded fit where those do not settle. */
export function curveNear(
  start: CurveStart,
  outputs: Float64Array,
  targets: Float64Array,
  weights: Float64Array,
): CurveStart {
  let { slope, offset } = start;
  for (let step = 0; step < mostSteps && slope > 0; step++) {
    let g1 = 0;
    let g2 = 0;
    let h11 = 0;
    let h12 = 0;
    let h22 = 0;
    for (let j = 0; j < outputs.length; j++) {
      const f = outputs[j];
      // The tail of the exponential that does not matter is 0 either way.
      const p = 1 / (1 + Math.exp(-(slope * f + offset)));
      const d = weights[j] * (p - targets[j]);
      const q = weights[j] * p * (1 - p);
      g1 += d * f;
      g2 += d;
      h11 += q * f * f;
      h12 += q * f;
      h22 += q;
    }
    const determinant = h11 * h22 - h12 * h12;
    const moved = [(h22 * g1 - h12 * g2) / determinant, (h11 * g2 - h12 * g1) / determinant];
    slope -= moved[0];
    offset -= moved[1];
    // A Newton step squares the error: what is left after this one is the square of what it moved by.
    if (Math.abs(moved[0]) <= settled * Math.abs(slope) && Math.abs(moved[1]) <= settled * (1 + Math.abs(offset))) {
      return slope > 0 ? { slope, offset } : fitCurveToTargets(outputs, targets, weights);
    }
  }
  return fitCurveToTargets(outputs, targets, weights);
}
