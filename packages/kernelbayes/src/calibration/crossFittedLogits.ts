import { rowTargets, type CalibrationCurve, fitCurveToTargets, type CurveStart } from "./calibrationCurve.ts";
import { sigmoid } from "../numeric/sigmoid.ts";
import { curveVariance } from "./oddsCurve.ts";

/**
 * Leave-one-out logits where `nestedLogits` would take too long, or where groups of rows are left out: half way between the
 * curve of all rows, by which a row helps to judge itself, and the curve without the row (or its group), by which it pays
 * twice, because the others' outputs were made with it. The two errors are of the same size.
 *
 * Without groups the curve without a row is one Newton step from that of all rows: with h = (f, 1) Cov (f, 1)ᵀ, target τ,
 * probability p and weight u of what is left out, the logit moves by −h u(τ − p)/(1 − u p(1 − p) h).
 */
export function crossFittedLogits(
  outputs: Float64Array,
  signs: Float64Array,
  weights: Float64Array,
  curve: Pick<CalibrationCurve, "slope" | "offset" | "covariance">,
  groups: readonly Int32Array[] | undefined,
): Float64Array {
  const { slope, offset } = curve;
  const targets = rowTargets(signs, weights);
  if (slope === 0) return outputs.map(() => offset);
  if (!groups) {
    return outputs.map((f, i) => {
      const logit = slope * f + offset;
      const p = sigmoid(logit);
      const unit = Math.min(1, weights[i]);
      const h = curveVariance(curve, f);
      return logit - (0.5 * h * unit * (targets[i] - p)) / Math.max(1e-3, 1 - unit * p * (1 - p) * h);
    });
  }
  const logits = new Float64Array(outputs.length);
  const left = weights.slice();
  for (const rows of groups) {
    for (const row of rows) left[row] = 0;
    const without = curveNear(curve, outputs, targets, left);
    for (const row of rows) {
      logits[row] = 0.5 * (slope * outputs[row] + offset + without.slope * outputs[row] + without.offset);
      left[row] = weights[row];
    }
  }
  return logits;
}

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
