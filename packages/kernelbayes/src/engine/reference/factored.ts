import { matrix, type Matrix } from "../matrix.ts";
import { requireSquare } from "./shape.ts";
import { solveTriangular } from "./solveTriangular.ts";
import { symmetricProduct } from "./symmetricProduct.ts";

/** (L Lᵀ)⁻¹ B = L⁻ᵀ (L⁻¹ B). */
export function solveFactored(lower: Matrix, b: Matrix): Matrix {
  return solveTriangular(lower, solveTriangular(lower, b), { transpose: true });
}

/** (L Lᵀ)⁻¹ = (L⁻¹)ᵀ L⁻¹, as a symmetric product. */
export function inverseFactored(lower: Matrix): Matrix {
  const n = requireSquare(lower, "inverseFactored");
  const identity = new Float64Array(n * n);
  for (let i = 0; i < n; i++) identity[i * n + i] = 1;
  return symmetricProduct(solveTriangular(lower, matrix(n, n, identity)), { transpose: true });
}
