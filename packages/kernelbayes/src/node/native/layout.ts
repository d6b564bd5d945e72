import type { Matrix } from "../../engine/matrix.ts";
import { requireFinite, requireFiniteLower } from "../../engine/reference/requireShape.ts";
import { doubles } from "./run.ts";

/** Rows and columns of a tile: small enough for two of them to stay in the first-level cache. */
const tile = 32;

/** A copy of the lower triangle with zeros above it, in new memory or in the room that is given for it, which may be that of the matrix. */
export function lowerCopy({ data, rows: n }: Matrix, into?: Float64Array): Float64Array {
  if (into && into !== data) into.set(data);
  const copy = into ?? data.slice();
  for (let i = 0; i < n; i++) copy.fill(0, i * n + i + 1, (i + 1) * n);
  return copy;
}

/** As `lowerCopy`; an entry that is NaN or infinite is a `NumericalError`. */
export function finiteLowerCopy(a: Matrix, operation: string): Float64Array {
  const copy = lowerCopy(a);
  if (!areFinite(copy)) requireFiniteLower(a, operation);
  return copy;
}

/** A copy of a matrix; an entry that is NaN or infinite is a `NumericalError`. */
export function finiteCopy(a: Matrix, operation: string): Float64Array {
  if (!areFinite(a.data)) requireFinite(a, operation);
  return a.data.slice();
}

/**
 * The transpose of a matrix, which is to say the same matrix stored column by column; an entry that is NaN or infinite is
 * a `NumericalError`.
 */
export function finiteTransposed(a: Matrix, operation: string): Float64Array {
  if (!areFinite(a.data)) requireFinite(a, operation);
  return transposed(a.data, a.rows, a.columns);
}

/** From rows to columns: the entry (i, j) of a matrix of the given shape goes to (j, i). */
export function transposed(data: Float64Array, rows: number, columns: number): Float64Array {
  const result = doubles(data.length);
  for (let top = 0; top < rows; top += tile) {
    const bottom = Math.min(rows, top + tile);
    for (let left = 0; left < columns; left += tile) {
      const right = Math.min(columns, left + tile);
      for (let i = top; i < bottom; i++) {
        for (let j = left; j < right; j++) result[j * rows + i] = data[i * columns + j];
      }
    }
  }
  return result;
}

/** Copies what is below the diagonal to above it. */
export function mirrorLowerInPlace(data: Float64Array, n: number): void {
  for (let top = 0; top < n; top += tile) {
    const bottom = Math.min(n, top + tile);
    for (let left = 0; left <= top; left += tile) {
      for (let i = top; i < bottom; i++) {
        const right = Math.min(i, left + tile);
        for (let j = left; j < right; j++) data[j * n + i] = data[i * n + j];
      }
    }
  }
}

/**
 * Whether all numbers are finite: a number times zero is zero, unless it is NaN or infinite. Four sums do not wait for each
 * other.
 */
function areFinite(data: Float64Array): boolean {
  const naught = 0;
  const length = data.length - (data.length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < length; i += 4) {
    a += data[i] * naught;
    b += data[i + 1] * naught;
    c += data[i + 2] * naught;
    d += data[i + 3] * naught;
  }
  for (let i = length; i < data.length; i++) a += data[i] * naught;
  return a + b + c + d === 0;
}
