import type { Matrix } from "../engine/matrix.ts";
import { requireIndex } from "./requireIndex.ts";

/** Column j, as a copy. */
export function column(a: Matrix, j: number): Float64Array {
  requireIndex(j, a.columns, "Column");
  return Float64Array.from({ length: a.rows }, (_, i) => a.data[i * a.columns + j]);
}
