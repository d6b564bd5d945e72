import type { Matrix } from "../../../engine/matrix.ts";
import { transpose } from "../../../matrix/index.ts";

/** Products with the columns of a matrix, for vectors stored one after the other. */
export interface ColumnProducts {
  /** Dᵀ z_k of each vector z_k. */
  inner(vectors: Float64Array, count: number, target: Float64Array): void;
  /** D β_k of each vector β_k. */
  combine(weights: Float64Array, count: number, target: Float64Array): void;
}

/**
 * The columns are laid out one after the other, so that the loops run along rows, of which there are more. Four columns are
 * taken at once: a vector is then read, and a sum written, once for four of them.
 */
export function columnProducts(D: Matrix): ColumnProducts {
  const { rows: n, columns: p } = D;
  const { data } = transpose(D);
  const blocked = p - (p % 4);
  return {
    inner(vectors, count, target) {
      for (let k = 0; k < count; k++) {
        const start = k * n;
        for (let l = 0; l < blocked; l += 4) {
          let first = 0;
          let second = 0;
          let third = 0;
          let fourth = 0;
          for (let i = 0, a = l * n, b = a + n, c = b + n, d = c + n; i < n; i++) {
            const value = vectors[start + i];
            first += data[a + i] * value;
            second += data[b + i] * value;
            third += data[c + i] * value;
            fourth += data[d + i] * value;
          }
          const at = k * p + l;
          target[at] = first;
          target[at + 1] = second;
          target[at + 2] = third;
          target[at + 3] = fourth;
        }
        for (let l = blocked; l < p; l++) {
          let sum = 0;
          for (let i = 0, a = l * n; i < n; i++) sum += data[a + i] * vectors[start + i];
          target[k * p + l] = sum;
        }
      }
    },
    combine(weights, count, target) {
      for (let k = 0; k < count; k++) {
        const start = k * n;
        target.fill(0, start, start + n);
        for (let l = 0; l < blocked; l += 4) {
          const at = k * p + l;
          const first = weights[at];
          const second = weights[at + 1];
          const third = weights[at + 2];
          const fourth = weights[at + 3];
          for (let i = 0, a = l * n, b = a + n, c = b + n, d = c + n; i < n; i++) {
            target[start + i] +=
              first * data[a + i] + second * data[b + i] + third * data[c + i] + fourth * data[d + i];
          }
        }
        for (let l = blocked; l < p; l++) {
          const weight = weights[k * p + l];
          for (let i = 0, a = l * n; i < n; i++) target[start + i] += weight * data[a + i];
        }
      }
    },
  };
}
