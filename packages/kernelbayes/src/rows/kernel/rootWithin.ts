import { matrix, type Matrix } from "../../engine/matrix.ts";
import { multiplyVector } from "../../matrix/dot.ts";
import type { FisherContrasts } from "../fisherContrasts.ts";

/** L v in root coordinates, where L is a projector: v_i − r_i Σ_j r_j v_j / n_q over the class of row i. */
export function rootWithin({ classes, roots, sizes }: FisherContrasts, v: Float64Array): Float64Array {
  const sums: [number, number] = [0, 0];
  for (let i = 0; i < v.length; i++) sums[classes[i]] += roots[i] * v[i];
  const result = new Float64Array(v.length);
  for (let i = 0; i < v.length; i++) result[i] = v[i] - (roots[i] * sums[classes[i]]) / sizes[classes[i]];
  return result;
}

/** D^½ Q without its part along r = D^½ 1, which nothing but the common level depends on. */
export function toRoots({ weights, roots, total }: FisherContrasts, Q: Matrix): Matrix {
  const means = multiplyVector(Q, weights, { transpose: true }).map((sum) => sum / total);
  const result = matrix(Q.rows, Q.columns);
  for (let i = 0; i < Q.rows; i++) {
    for (let t = 0; t < Q.columns; t++) {
      result.data[i * Q.columns + t] = roots[i] * (Q.data[i * Q.columns + t] - means[t]);
    }
  }
  return result;
}

/** The squared length of each column. */
export function columnSquares({ data, rows, columns }: Matrix): Float64Array {
  const result = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) result[j] += data[i * columns + j] * data[i * columns + j];
  }
  return result;
}
