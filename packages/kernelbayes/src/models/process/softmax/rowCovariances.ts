import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { identity } from "../../../matrix/identity.ts";
import type { SoftmaxBlocks } from "./blocks.ts";

/** What the gradient of the evidence and leave-one-out both need of a fit. */
export interface RowCovariances {
  /** Σ^i, the posterior covariance of the latent values of each row, C × C numbers a row. */
  readonly covariances: Matrix;
  /** M⁻¹ E_c for each class. */
  readonly halves: readonly Matrix[];
}

/**
 * The posterior covariance of the latent values of each row,
 *
 *     Σ^i_cd = δ_cd [K − K E_c K]_ii + Σ_k F^c_ki F^d_ki,   F^c = M⁻¹ E_c K.
 *
 * Since E_c K = I − E_c D_c⁻¹, neither product with K is needed: K − K E_c K = K E_c D_c⁻¹, of which the diagonal costs n², and
 * F^c = M⁻¹ − (M⁻¹ E_c) D_c⁻¹. The subtraction loses digits in the share √π of a class in a row, where that class
 * counts with π.
 */
export function rowCovariances(K: Matrix, { precisions, E, sum }: SoftmaxBlocks): RowCovariances {
  const { rows: n, columns: C } = precisions;
  const inverse = sum.halfSolve(identity(n)).data;
  const halves = E.map((block) => sum.halfSolve(block));
  const covariances = matrix(n, C * C);
  const scales = new Float64Array(n);
  const explained = halves.map((half, c) => {
    const result = new Float64Array(n * n);
    for (let i = 0; i < n; i++) scales[i] = 1 / precisions.data[i * C + c];
    for (let k = 0, at = 0; k < n; k++) {
      for (let i = 0; i < n; i++, at++) result[at] = inverse[at] - half.data[at] * scales[i];
    }
    return result;
  });
  for (let c = 0; c < C; c++) {
    for (let i = 0; i < n; i++) {
      let own = 0;
      for (let j = 0; j < n; j++) own += K.data[i * n + j] * E[c].data[i * n + j];
      covariances.data[(i * C + c) * C + c] = own / precisions.data[i * C + c];
    }
    for (let d = 0; d <= c; d++) {
      const sums = columnProducts(explained[c], explained[d], n);
      for (let i = 0; i < n; i++) {
        covariances.data[(i * C + c) * C + d] += sums[i];
        if (d < c) covariances.data[(i * C + d) * C + c] = covariances.data[(i * C + c) * C + d];
      }
    }
  }
  return { covariances, halves };
}

/** Σ_k A_ki B_ki for each column i of two n × n matrices. */
function columnProducts(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const sums = new Float64Array(n);
  for (let k = 0, at = 0; k < n; k++) {
    for (let i = 0; i < n; i++, at++) sums[i] += a[at] * b[at];
  }
  return sums;
}
