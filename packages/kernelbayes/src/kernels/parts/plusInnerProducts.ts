import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";

/** Rows and columns of a tile: small enough for it and its mirror image to stay in the first-level cache. */
const tile = 32;

/** Rows of inner products that are made at a time. */
const blockRows = 64;

/**
 * g·G + A Bᵀ + c for symmetric matrices G and A Bᵀ, of which the lower triangles are taken: exactly symmetric. The inner
 * products are made block by block, so that only the result is as large as G.
 */
export function plusInnerProducts(
  engine: Engine,
  { data: G, rows: n }: Matrix,
  { factor, left, right, level }: Readonly<{ factor: number; left: Matrix; right: Matrix; level: number }>,
): Matrix {
  const K = new Float64Array(n * n);
  for (let first = 0; first < n; first += blockRows) {
    const last = Math.min(n, first + blockRows);
    const inner = engine.multiply(rowsOf(left, first, last), rowsOf(right, 0, last), { transposeB: true }).data;
    for (let start = 0; start < last; start += tile) {
      for (let a = first; a < last; a++) {
        const end = Math.min(a + 1, start + tile);
        const shift = (a - first) * last - a * n;
        for (let at = a * n + start, mirrored = start * n + a; at < a * n + end; at++, mirrored += n) {
          const value = factor * G[at] + inner[at + shift] + level;
          K[at] = value;
          K[mirrored] = value;
        }
      }
    }
  }
  return matrix(n, n, K);
}

/** The rows from `first` to `last − 1`, in the memory where they are. */
function rowsOf({ data, columns }: Matrix, first: number, last: number): Matrix {
  return matrix(last - first, columns, data.subarray(first * columns, last * columns));
}
