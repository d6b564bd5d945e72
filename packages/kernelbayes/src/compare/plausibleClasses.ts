import type { Matrix } from "../engine/matrix.ts";

/**
 * The classes of each row whose score is not above the threshold of the class, by their numbers in ascending order. A row without
 * any gets the class that `fallback` names for it, where that is given.
 */
export function plausibleClasses(
  { data, rows, columns }: Matrix,
  thresholds: Float64Array,
  fallback?: ArrayLike<number>,
): Int32Array[] {
  return Array.from({ length: rows }, (_, row) => {
    const members = Array.from(thresholds.keys()).filter((c) => data[row * columns + c] <= thresholds[c]);
    return Int32Array.from(members.length === 0 && fallback ? [fallback[row]] : members);
  });
}
