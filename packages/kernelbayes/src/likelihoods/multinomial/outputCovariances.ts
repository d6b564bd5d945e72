import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";

/** X G Xᵀ for each row, q × q as a row of the result, X = xᵀ ⊗ I and G of size m q: how uncertain the outputs η of a row are. */
export function outputCovariances(engine: Engine, G: Matrix, design: Matrix, q: number): Matrix {
  const { rows: n, columns: m } = design;
  const result = matrix(n, q * q);
  for (let a = 0; a < q; a++) {
    for (let b = 0; b <= a; b++) {
      const block = matrix(m, m);
      for (let j = 0; j < m; j++) {
        for (let k = 0; k < m; k++) block.data[j * m + k] = G.data[(j * q + a) * m * q + k * q + b];
      }
      const product = engine.multiply(design, block);
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let k = 0; k < m; k++) sum += product.data[i * m + k] * design.data[i * m + k];
        result.data[i * q * q + a * q + b] = sum;
        result.data[i * q * q + b * q + a] = sum;
      }
    }
  }
  return result;
}
