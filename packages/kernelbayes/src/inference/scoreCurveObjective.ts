import { matrix, type Matrix } from "../engine/matrix.ts";
import { logSoftmaxInPlace } from "../numeric/logSoftmax.ts";

/** Value, gradient and curvature of the objective at one point. */
export interface CurveDerivatives {
  readonly value: number;
  readonly gradient: Float64Array;
  readonly hessian: Matrix;
}

/**
 * The cross entropy that a calibration curve minimizes, −Σᵢ wᵢ Σ_c τ_c log p_c with p = softmax(slope · score_c + offset_c),
 * as a function of (slope, offset 1, …, offset C − 1); the offset of the first class is zero. `targets` holds the τ of a
 * row of class q in its row q. With z the scores of a row, its gradient and curvature in the logits are p − τ and
 * diag p − p pᵀ.
 */
export function scoreCurveObjective(
  scores: Matrix,
  classes: Int32Array,
  weights: Float64Array,
  targets: Matrix,
): (point: Float64Array) => CurveDerivatives {
  const C = scores.columns;
  return (point) => {
    const gradient = new Float64Array(C);
    const hessian = matrix(C, C);
    const logits = new Float64Array(C);
    const p = new Float64Array(C);
    let value = 0;
    for (let i = 0; i < scores.rows; i++) {
      const weight = weights[i];
      const z = scores.data.subarray(i * C, (i + 1) * C);
      for (let c = 0; c < C; c++) logits[c] = point[0] * z[c] + (c > 0 ? point[c] : 0);
      logSoftmaxInPlace(logits);
      let mean = 0; // Σ p_c z_c
      for (let c = 0; c < C; c++) {
        const target = targets.data[classes[i] * C + c];
        p[c] = Math.exp(logits[c]);
        // A class that is no target may be as improbable as it likes.
        if (target > 0) value -= weight * target * logits[c];
        gradient[0] += weight * (p[c] - target) * z[c];
        if (c > 0) gradient[c] += weight * (p[c] - target);
        mean += p[c] * z[c];
      }
      for (let c = 0; c < C; c++) {
        const deviation = z[c] - mean;
        hessian.data[0] += weight * p[c] * deviation * deviation;
        if (c === 0) continue;
        hessian.data[c] += weight * p[c] * deviation;
        for (let l = 1; l <= c; l++) hessian.data[c * C + l] += weight * p[c] * ((l === c ? 1 : 0) - p[l]);
      }
    }
    for (let c = 1; c < C; c++) {
      hessian.data[c * C] = hessian.data[c];
      for (let l = 1; l < c; l++) hessian.data[l * C + c] = hessian.data[c * C + l];
    }
    return { value, gradient, hessian };
  };
}
