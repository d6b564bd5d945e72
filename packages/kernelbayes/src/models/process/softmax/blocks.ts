import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";
import { halfLogDeterminant, siteFactor } from "../latent/siteFactor.ts";

/**
 * The curvature of the softmax likelihood, W = D − D R (Rᵀ D R)⁻¹ Rᵀ D with D_c = diag(w π^c) and R a stack of identities,
 * together with the kernel, in blocks of one class:
 *
 *     E_c = D_c^½ (I + D_c^½ K D_c^½)⁻¹ D_c^½,   M Mᵀ = Σ_c E_c,   (K⁻¹ + W)⁻¹ = K − K (E − E R (M Mᵀ)⁻¹ Rᵀ E) K.
 *
 * One factorization a class and one more, where the whole matrix would have n C rows. Rasmussen & Williams, Algorithm 3.3.
 */
export interface SoftmaxBlocks {
  /** D, one column a class. */
  readonly precisions: Matrix;
  /** E_c for each class, exactly symmetric. */
  readonly E: readonly Matrix[];
  /** The factorization of Σ_c E_c. */
  readonly sum: Factor;
  /** log |I + K W| = Σ_c log |I + D_c^½ K D_c^½| + log |Σ_c E_c| − Σ log w. */
  readonly logDeterminant: number;
}

/** A class of smaller probability in a row is taken to have this one: it still divides, and changes nothing else. */
const leastProbability = 1e-24;

/** The blocks for one kernel matrix, shared by the classes, and the probabilities of classes at its rows. */
export function softmaxBlocks(engine: Engine, K: Matrix, probabilities: Matrix, weights: Float64Array): SoftmaxBlocks {
  const { rows: n, columns: C } = probabilities;
  const precisions = matrix(n, C);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < C; c++) {
      precisions.data[i * C + c] = weights[i] * Math.max(probabilities.data[i * C + c], leastProbability);
    }
  }
  const total = matrix(n, n);
  let logDeterminant = -weights.reduce((sum, weight) => sum + Math.log(weight), 0);
  const E = Array.from({ length: C }, (_, c) => {
    const roots = new Float64Array(n);
    for (let i = 0; i < n; i++) roots[i] = Math.sqrt(precisions.data[i * C + c]);
    const factor = siteFactor(engine, K, roots);
    logDeterminant += 2 * halfLogDeterminant(factor);
    const block = engine.inverseFactored(factor); // ours alone, scaled in place
    for (let i = 0; i < n; i++) {
      const root = roots[i];
      for (let j = 0, at = i * n; j < n; j++, at++) total.data[at] += block.data[at] *= root * roots[j];
    }
    return block;
  });
  const sum = factorize(engine, total);
  return { precisions, E, sum, logDeterminant: logDeterminant + sum.logDeterminant };
}

/** (I + W K)⁻¹ V, one column a class: V_c − E_c K V_c + E_c (Σ E)⁻¹ Σ_k E_k K V_k. */
export function solveCurvature(engine: Engine, { E, sum }: SoftmaxBlocks, K: Matrix, V: Matrix): Matrix {
  const { rows: n, columns: C } = V;
  const KV = engine.multiply(K, V).data;
  const result = matrix(n, C, V.data.slice());
  const shared = new Float64Array(n);
  const one = new Float64Array(n);
  E.forEach((block, c) => {
    for (let i = 0; i < n; i++) one[i] = KV[i * C + c];
    for (let i = 0; i < n; i++) {
      const product = rowProduct(block, i, one);
      shared[i] += product;
      result.data[i * C + c] -= product;
    }
  });
  const common = sum.solveVector(shared);
  E.forEach((block, c) => {
    for (let i = 0; i < n; i++) result.data[i * C + c] += rowProduct(block, i, common);
  });
  return result;
}

/** Row i of A times x, in four sums that do not wait for each other. */
function rowProduct({ data, columns: n }: Matrix, i: number, x: Float64Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const row = i * n;
  let j = 0;
  for (; j + 3 < n; j += 4) {
    s0 += data[row + j] * x[j];
    s1 += data[row + j + 1] * x[j + 1];
    s2 += data[row + j + 2] * x[j + 2];
    s3 += data[row + j + 3] * x[j + 3];
  }
  for (; j < n; j++) s0 += data[row + j] * x[j];
  return s0 + s1 + (s2 + s3);
}
