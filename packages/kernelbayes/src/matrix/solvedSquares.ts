import type { Engine } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import { columnSquares, rowSquares } from "./dot.ts";

/** |L⁻¹q|² for vectors q and one lower triangular L: what the data explain of the variance of new rows. */
export interface SolvedSquares {
  /** For each row q of Q. */
  ofRows(engine: Engine, Q: Matrix): Float64Array;
  /** For each column q of Q. */
  ofColumns(engine: Engine, Q: Matrix): Float64Array;
}

/**
 * Squares for an L that does not change. An engine that copies L for every solve would spend most of the time of a single vector on that: it keeps L from the first single vector on.
 * Its result then differs from that among several vectors by rounding, as those of products with one vector do anyway.
 */
export function solvedSquares(lower: Matrix): SolvedSquares {
  let kept: { readonly engine: Engine; readonly squareOf: (q: Float64Array) => number } | undefined;
  const ofOne = (engine: Engine, { data: q }: Matrix): Float64Array | undefined => {
    if (!engine.solvedSquares) return undefined;
    if (kept?.engine !== engine) kept = { engine, squareOf: engine.solvedSquares(lower) };
    return Float64Array.of(kept.squareOf(q));
  };
  return {
    ofRows: (engine, Q) =>
      (Q.rows === 1 ? ofOne(engine, Q) : undefined) ??
      rowSquares(engine.solveTriangular(lower, Q, { side: "right", transpose: true })),
    ofColumns: (engine, Q) =>
      (Q.columns === 1 ? ofOne(engine, Q) : undefined) ?? columnSquares(engine.solveTriangular(lower, Q)),
  };
}
