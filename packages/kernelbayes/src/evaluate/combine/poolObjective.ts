import type { Matrix } from "../../engine/matrix.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import type { ConvexObjective } from "../../optimize/projectedNewton.ts";

/**
 * The pull of the offsets to 0: ½ b² / v with v = 1/25, so that the difference of two offsets, which is added to the log odds of two
 * classes, has a normal prior of deviation 0.28. It does not depend on the number of rows or classes.
 */
const OFFSET_PULL = 12.5;

/**
 * Value, gradient and Hessian in the coefficients and offsets. A row's scores are linear in them with features
 * φ_c = (log p_1c, …, log p_mc, e_c) beside the fixed part log s_c, s_c the share of the class that was scored, so the gradient is
 * Σ w (Σ_c p_c φ_c − φ_y) and the Hessian Σ w Σ_c p_c δ_c δ_cᵀ with δ_c = φ_c − Σ p φ. A class of share 0 has p_c = 0. Offsets
 * that move together change nothing; (Σ b)² is added, which is 0 at the minimum.
 */
export function poolObjective(
  members: readonly Matrix[],
  truth: Int32Array,
  mass: Float64Array,
  lambda: number,
  shares: Float64Array,
): ConvexObjective {
  const m = members.length;
  const C = members[0].columns;
  const size = m + C;
  const logShares = shares.map(Math.log);
  return (point) => {
    let value = 0;
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    const logs = new Float64Array(C);
    const mean = new Float64Array(size);
    const apart = new Float64Array(size);
    const featureOf = (k: number, c: number, at: number): number => {
      if (k < m) return members[k].data[at + c];
      return k - m === c ? 1 : 0;
    };
    for (let i = 0; i < truth.length; i++) {
      if (mass[i] === 0) continue;
      const at = i * C;
      for (let c = 0; c < C; c++) {
        logs[c] = point[m + c] + logShares[c];
        for (let k = 0; k < m; k++) logs[c] += point[k] * members[k].data[at + c];
      }
      logSoftmaxInPlace(logs);
      value -= mass[i] * logs[truth[i]];
      mean.fill(0);
      for (let c = 0; c < C; c++) {
        const p = Math.exp(logs[c]);
        for (let k = 0; k < m; k++) mean[k] += p * members[k].data[at + c];
        mean[m + c] = p;
      }
      for (let k = 0; k < size; k++) gradient[k] += mass[i] * (mean[k] - featureOf(k, truth[i], at));
      for (let c = 0; c < C; c++) {
        const weight = mass[i] * Math.exp(logs[c]);
        for (let k = 0; k < size; k++) apart[k] = featureOf(k, c, at) - mean[k];
        for (let k = 0; k < size; k++) {
          const scaled = weight * apart[k];
          if (scaled === 0) continue;
          for (let l = 0; l <= k; l++) hessian[k * size + l] += scaled * apart[l];
        }
      }
    }
    value = addPullsInPlace(value, point, m, lambda, gradient, hessian);
    for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) hessian[l * size + k] = hessian[k * size + l];
    return { value, gradient, hessian };
  };
}

/** The value with what pulls coefficients to an even share and offsets to 0, and with the square of the sum of the offsets; gradient and lower Hessian are changed. */
function addPullsInPlace(
  likelihood: number,
  point: Float64Array,
  m: number,
  lambda: number,
  gradient: Float64Array,
  hessian: Float64Array,
): number {
  const size = point.length;
  let value = likelihood;
  for (let k = 0; k < m; k++) {
    const away = point[k] - 1 / m;
    value += lambda * away * away;
    gradient[k] += 2 * lambda * away;
    hessian[k * size + k] += 2 * lambda;
  }
  const sum = point.subarray(m).reduce((all, offset) => all + offset, 0);
  value += sum * sum;
  for (let k = m; k < size; k++) {
    value += OFFSET_PULL * point[k] * point[k];
    gradient[k] += 2 * OFFSET_PULL * point[k] + 2 * sum;
    hessian[k * size + k] += 2 * OFFSET_PULL;
    for (let l = m; l <= k; l++) hessian[k * size + l] += 2;
  }
  return value;
}
