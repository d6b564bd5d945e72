import { curveTargets, type CalibrationCurve } from "./calibrationCurve.ts";
import { sigmoid } from "../numeric/sigmoid.ts";
import { curveVariance } from "./calibratedDeviation.ts";
import { curveNear } from "./curveNear.ts";

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
  const { positive, negative } = curveTargets(signs, weights);
  const { slope, offset } = curve;
  const targets = Float64Array.from(signs, (sign) => (sign === 1 ? positive : negative));
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
