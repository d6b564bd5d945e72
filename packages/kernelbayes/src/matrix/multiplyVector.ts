import type { Matrix } from "../engine/matrix.ts";
import { dot } from "./dot.ts";
import { requireLength } from "./requireLength.ts";
import { row } from "./row.ts";

/** A x, or Aᵀ x with `transpose`. */
export function multiplyVector(
  a: Matrix,
  x: Float64Array,
  { transpose = false }: { readonly transpose?: boolean } = {},
): Float64Array {
  requireLength(x.length, transpose ? a.rows : a.columns, "The length of the vector");
  if (!transpose) return Float64Array.from({ length: a.rows }, (_, i) => dot(row(a, i), x));
  const result = new Float64Array(a.columns);
  for (let i = 0; i < a.rows; i++) row(a, i).forEach((value, j) => (result[j] += x[i] * value));
  return result;
}
