import type { Matrix } from "../engine/matrix.ts";
import { dot } from "./dot.ts";
import { requireLength } from "./requireLength.ts";

/** Σ_ij A_ij B_ij = trace(Aᵀ B), which is trace(A B) when A is symmetric, in O(n²). */
export function traceOfProduct(a: Matrix, b: Matrix): number {
  requireLength(b.rows, a.rows, "The number of rows of both matrices");
  requireLength(b.columns, a.columns, "The number of columns of both matrices");
  return dot(a.data, b.data);
}
