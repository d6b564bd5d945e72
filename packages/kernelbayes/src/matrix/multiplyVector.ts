import type { Matrix } from "../engine/matrix.ts";
import { dot } from "./dot.ts";
import { requireLength } from "./requireLength.ts";

/** A x, or Aᵀ x with `transpose`. */
export function multiplyVector(
  a: Matrix,
  x: Float64Array,
  { transpose = false }: { readonly transpose?: boolean } = {},
): Float64Array {
  requireLength(x.length, transpose ? a.rows : a.columns, "The length of the vector");
  return transpose ? transposed(a, x) : plain(a, x);
}

/** Four rows at a time, so that no sum waits for another. */
function plain({ data, rows, columns }: Matrix, x: Float64Array): Float64Array {
  const result = new Float64Array(rows);
  const whole = rows - (rows % 4);
  for (let i = 0; i < whole; i += 4) {
    let p = 0;
    let q = 0;
    let r = 0;
    let s = 0;
    for (let j = 0, at = i * columns; j < columns; j++, at++) {
      const value = x[j];
      p += data[at] * value;
      q += data[at + columns] * value;
      r += data[at + 2 * columns] * value;
      s += data[at + 3 * columns] * value;
    }
    result[i] = p;
    result[i + 1] = q;
    result[i + 2] = r;
    result[i + 3] = s;
  }
  for (let i = whole; i < rows; i++) result[i] = dot(data.subarray(i * columns, (i + 1) * columns), x);
  return result;
}

function transposed({ data, rows, columns }: Matrix, x: Float64Array): Float64Array {
  const result = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    const factor = x[i];
    for (let j = 0, at = i * columns; j < columns; j++, at++) result[j] += factor * data[at];
  }
  return result;
}
