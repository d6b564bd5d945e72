import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";

/** An orthonormal basis (columns) of the directions in which the rows vary; directions of rounding size are left out. */
export function spanOfRows(engine: Engine, rows: Matrix): Matrix {
  const { rows: n, columns: p } = rows;
  const wide = p > n;
  const { values, vectors } = engine.eigenSymmetric(engine.symmetricProduct(rows, { transpose: !wide }));
  const size = values.length;
  // An eigenvalue of the product is known to about size · ε relative to the largest.
  const least = 4 * Math.max(n, p) * Number.EPSILON * Math.max(0, values[size - 1] ?? 0);
  let first = 0;
  while (first < size && values[first] <= least) first++;
  const rank = size - first;
  const kept = matrix(size, rank);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < rank; j++) {
      kept.data[i * rank + j] = vectors.data[i * size + first + j] / (wide ? Math.sqrt(values[first + j]) : 1);
    }
  }
  return wide ? engine.multiply(rows, kept, { transposeA: true }) : kept;
}
