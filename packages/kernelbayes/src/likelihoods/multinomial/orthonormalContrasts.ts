import { matrix, type Matrix } from "../../engine/matrix.ts";

/**
 * C − 1 orthonormal directions that each sum to zero over the classes (Helmert's), as the columns of a C × (C − 1) matrix Q.
 * Scores s = Qη with the penalty |η|² are the same, to the last digit of mathematics, as C scores with the penalty |s|² on all:
 * no class is special, and for two classes log p₁/p₀ = √2 η up to its sign.
 */
export function orthonormalContrasts(classCount: number): Matrix {
  const q = classCount - 1;
  const Q = matrix(classCount, q);
  for (let a = 0; a < q; a++) {
    const norm = Math.sqrt((a + 1) * (a + 2));
    for (let c = 0; c <= a; c++) Q.data[c * q + a] = -1 / norm;
    Q.data[(a + 1) * q + a] = (a + 1) / norm;
  }
  return Q;
}
