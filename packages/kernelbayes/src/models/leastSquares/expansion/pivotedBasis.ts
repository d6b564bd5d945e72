import type { Engine } from "../../../engine/engine.ts";
import type { Stream } from "../../../random/stream.ts";

/** What may be left of the trace of the kernel matrix before a pivoted choice stops. */
const tolerance = 1e-10;

/** A basis of so many of n rows, each choice equally likely, in random order. */
export function randomBasis(draw: Stream, n: number, size: number): Int32Array {
  return drawToFront(
    draw,
    Int32Array.from({ length: n }, (_, j) => j),
    Math.min(size, n),
  );
}

/**
 * A basis by pivoted incomplete Cholesky factorization of the kernel matrix, given by its diagonal and its columns: each time
 * the row that is explained worst so far, the lowest one among equals. Needs as many kernel columns as it has rows, and no
 * targets. Stops early when the rows chosen span the others.
 */
export function pivotedBasis(
  engine: Engine,
  diagonal: Float64Array,
  column: (index: number) => Float64Array,
  size: number,
): Int32Array {
  return engine.incompleteCholesky(diagonal, column, { rank: size, tolerance }).pivots;
}

/** Draws so many different entries of a pool, which is reordered so that they are its first, and returns a copy of them. */
export function drawToFront(draw: Stream, pool: Int32Array, count: number): Int32Array {
  for (let i = 0; i < count; i++) {
    const j = i + draw.integer(pool.length - i);
    const held = pool[i];
    pool[i] = pool[j];
    pool[j] = held;
  }
  return pool.slice(0, count);
}
