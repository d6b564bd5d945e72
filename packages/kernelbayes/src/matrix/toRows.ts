import type { Matrix } from "../engine/matrix.ts";
import { row } from "./row.ts";

/** The rows as plain arrays, for documents and reports. */
export function toRows(a: Matrix): number[][] {
  return Array.from({ length: a.rows }, (_, i) => Array.from(row(a, i)));
}
