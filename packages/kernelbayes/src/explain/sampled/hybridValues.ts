import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { ValueFunction } from "../valueFunction.ts";

/** A row, the rows that absent columns take their values from, and the player of each encoded column. */
export interface HybridParts {
  readonly x: Float64Array;
  readonly background: Matrix;
  readonly groups: Int32Array;
}

/** Whose cells a hybrid has: those of players that are in from the row, the others from background row b. */
export interface Hybrid {
  readonly b: number;
  readonly isIn: (player: number) => boolean;
}

/** Hybrids that are looked at together. */
const together = 4096;

/** The values of so many hybrids. */
export function hybridValues(
  value: ValueFunction,
  { x, background, groups }: HybridParts,
  count: number,
  hybrid: (at: number) => Hybrid,
): Matrix {
  const p = x.length;
  let result: Matrix | undefined;
  for (let from = 0; from < count; from += together) {
    const rows = Math.min(together, count - from);
    const X = matrix(rows, p);
    for (let i = 0; i < rows; i++) {
      const { b, isIn } = hybrid(from + i);
      for (let j = 0; j < p; j++) X.data[i * p + j] = isIn(groups[j]) ? x[j] : background.data[b * p + j];
    }
    const values = value(X);
    result ??= matrix(count, values.columns);
    result.data.set(values.data, from * values.columns);
  }
  return result ?? matrix(0, 0);
}
