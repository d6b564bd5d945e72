import { matrix, type Matrix } from "../engine/matrix.ts";

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
  const z = scores.data;
  const logits = new Float64Array(C);
  const p = new Float64Array(C);
  return (point) => {
    const gradient = new Float64Array(C);
    const hessian = matrix(C, C);
    const H = hessian.data;
    let value = 0;
    for (let i = 0, row = 0; i < scores.rows; i++, row += C) {
      const weight = weights[i];
      const target = classes[i] * C;
      let most = -Infinity;
      for (let c = 0; c < C; c++) {
        logits[c] = point[0] * z[row + c] + (c > 0 ? point[c] : 0);
        most = Math.max(most, logits[c]);
      }
      let sum = 0;
      for (let c = 0; c < C; c++) sum += p[c] = Math.exp(logits[c] - most);
      const logSum = most + Math.log(sum);
      let mean = 0; // Σ p_c z_c
      for (let c = 0; c < C; c++) {
        p[c] /= sum;
        const tau = targets.data[target + c];
        const residual = weight * (p[c] - tau);
        // A class that is no target may be as improbable as it likes.
        if (tau > 0) value += weight * tau * (logSum - logits[c]);
        gradient[0] += residual * z[row + c];
        if (c > 0) gradient[c] += residual;
        mean += p[c] * z[row + c];
      }
      for (let c = 0; c < C; c++) {
        const deviation = z[row + c] - mean;
        const share = weight * p[c];
        H[0] += share * deviation * deviation;
        if (c === 0) continue;
        H[c] += share * deviation;
        for (let l = 1; l < c; l++) H[c * C + l] -= share * p[l];
        H[c * C + c] += share * (1 - p[c]);
      }
    }
    for (let c = 1; c < C; c++) {
      H[c * C] = H[c];
      for (let l = 1; l < c; l++) H[l * C + c] = H[c * C + l];
    }
    return { value, gradient, hessian };
  };
}
