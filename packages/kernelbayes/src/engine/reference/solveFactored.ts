import type { InverseDiagonalOptions } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireRoom, requireSquare } from "./shape.ts";
import { solveTriangular } from "./solveTriangular.ts";
import { symmetricProduct } from "./symmetricProduct.ts";

/** (L Lᵀ)⁻¹ B = L⁻ᵀ (L⁻¹ B). */
export function solveFactored(lower: Matrix, b: Matrix): Matrix {
  return solveTriangular(lower, solveTriangular(lower, b), { transpose: true });
}

/** (L Lᵀ)⁻¹ = (L⁻¹)ᵀ L⁻¹, as a symmetric product. */
export function inverseFactored(lower: Matrix): Matrix {
  return symmetricProduct(inverseLower(lower, "inverseFactored"), { transpose: true });
}

/** The squared lengths of the columns of L⁻¹. */
export function inverseDiagonal(lower: Matrix, { room }: InverseDiagonalOptions = {}): Float64Array {
  requireRoom(room, lower.rows, lower.columns, "inverseDiagonal");
  return lowerColumnSquares(inverseLower(lower, "inverseDiagonal"));
}

/** The squared lengths of the columns of a lower triangular matrix; what stands above its diagonal is not read. */
export function lowerColumnSquares({ data, rows: n }: Matrix): Float64Array {
  const squares = new Float64Array(n);
  for (let i = 0, start = 0; i < n; i++, start += n) {
    for (let j = 0; j <= i; j++) squares[j] += data[start + j] * data[start + j];
  }
  return squares;
}

function inverseLower(lower: Matrix, operation: string): Matrix {
  const n = requireSquare(lower, operation);
  const identity = new Float64Array(n * n);
  for (let i = 0; i < n; i++) identity[i * n + i] = 1;
  return solveTriangular(lower, matrix(n, n, identity));
}
