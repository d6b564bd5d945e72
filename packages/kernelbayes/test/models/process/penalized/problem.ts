import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import type { SignedRows } from "../../../../src/models/process/latent/latentApproximation.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { scaleMatrix } from "../../../../src/matrix/addMatrices.ts";
import { normal, stream } from "../../../../src/random/index.ts";

export interface SmallProblem extends SignedRows {
  readonly engine: Engine;
  readonly X: Matrix;
  /** C K. */
  readonly A: Matrix;
}

/** Two overlapping clouds in two columns, of which every third row is of the class −1. */
export function smallProblem(
  n: number,
  C: number,
  weights: Float64Array = new Float64Array(n).fill(1),
  seed = 3,
): SmallProblem {
  const engine = selectEngine();
  const random = stream(seed);
  const signs = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? -1 : 1));
  const X = matrix(
    n,
    2,
    Float64Array.from({ length: 2 * n }, (_, at) => normal(random) + 0.8 * signs[at >> 1]),
  );
  return { engine, X, signs, weights, A: scaleMatrix(gaussian({ lengthScale: 1.3 }).matrix(engine, X), C) };
}

/** The same problem without some of its rows. */
export function withoutRows(
  { engine, X, A, signs, weights }: SmallProblem,
  leave: (row: number) => boolean,
): SmallProblem {
  const kept = Array.from(signs.keys()).filter((row) => !leave(row));
  const part = (of: Matrix, columns: readonly number[]): Matrix =>
    matrix(
      kept.length,
      columns.length,
      Float64Array.from(kept.flatMap((i) => columns.map((j) => of.data[i * of.columns + j]))),
    );
  return {
    engine,
    X: part(X, [0, 1]),
    A: part(A, kept),
    signs: Float64Array.from(kept, (i) => signs[i]),
    weights: Float64Array.from(kept, (i) => weights[i]),
  };
}
