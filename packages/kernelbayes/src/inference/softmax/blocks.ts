import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { column } from "../../matrix/column.ts";
import { factorize, type Factor } from "../../matrix/factorize.ts";
import { multiplyVector } from "../../matrix/multiplyVector.ts";
import { scaleRowsAndColumns } from "../../matrix/scaleRowsAndColumns.ts";
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
  const precisions = matrix(
    n,
    C,
    probabilities.data.map((value, at) => weights[Math.floor(at / C)] * Math.max(value, leastProbability)),
  );
  const total = matrix(n, n);
  let logDeterminant = -weights.reduce((sum, weight) => sum + Math.log(weight), 0);
  const E = Array.from({ length: C }, (_, c) => {
    const roots = column(precisions, c).map(Math.sqrt);
    const factor = siteFactor(engine, K, roots);
    logDeterminant += 2 * halfLogDeterminant(factor);
    const block = scaleRowsAndColumns(engine.inverseFactored(factor), roots);
    for (let at = 0; at < n * n; at++) total.data[at] += block.data[at];
    return block;
  });
  const sum = factorize(engine, total);
  return { precisions, E, sum, logDeterminant: logDeterminant + sum.logDeterminant };
}

/** (I + W K)⁻¹ V, one column a class: V_c − E_c K V_c + E_c (Σ E)⁻¹ Σ_k E_k K V_k. */
export function solveCurvature(engine: Engine, { E, sum }: SoftmaxBlocks, K: Matrix, V: Matrix): Matrix {
  const { rows: n, columns: C } = V;
  const KV = engine.multiply(K, V);
  const shared = new Float64Array(n);
  const own = E.map((block, c) => {
    const product = multiplyVector(block, column(KV, c));
    for (let i = 0; i < n; i++) shared[i] += product[i];
    return product;
  });
  const common = sum.solveVector(shared);
  const result = matrix(n, C, V.data.slice());
  E.forEach((block, c) => {
    const back = multiplyVector(block, common);
    for (let i = 0; i < n; i++) result.data[i * C + c] += back[i] - own[c][i];
  });
  return result;
}
