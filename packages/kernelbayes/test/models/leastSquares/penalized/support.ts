import type { Engine } from "../../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import type { LatentPrior } from "../../../../src/rows/kernel/rootProblem.ts";
import { contrastSpread } from "../../../../src/models/leastSquares/penalized/projectedClasses.ts";
import type { PenalizedForm, PenaltyMatrix } from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import type { Kernel } from "../../../../src/kernels/index.ts";
import { column, dot, fromRows, multiplyVector, toRows } from "../../../../src/matrix/index.ts";
import { copied, engine, sample, smooth, type Sample } from "../../fisher/samples.ts";
import { identityRows, type Rows } from "../../naive.ts";

/** A kernel on rows with and without copies: the same problem twice. */
export interface Twice {
  readonly weighted: { readonly prior: LatentPrior; readonly contrasts: FisherContrasts; readonly cross: Matrix };
  readonly copies: { readonly prior: LatentPrior; readonly contrasts: FisherContrasts; readonly cross: Matrix };
  /** The coefficients of copies, summed over the copies of each row. */
  summed(coefficients: ArrayLike<number>): number[];
}

export const newRows: Matrix = fromRows([
  [0.3, -1.2],
  [2, 0.4],
  [-0.7, 0.1],
]);

export function twice(given: Sample, kernel: Kernel = smooth()): Twice {
  const part = (rows: Sample, weights?: number[]): Twice["weighted"] => {
    const contrasts = fisherContrasts(rows.labels, weights);
    return {
      prior: kernelOnRows(engine, kernel, rows.X, contrasts),
      contrasts,
      cross: kernel.cross(engine, rows.X, newRows),
    };
  };
  return {
    weighted: part(given, given.weights),
    copies: part(copied(given)),
    summed(coefficients) {
      let next = 0;
      return given.weights.map((w) => Array.from({ length: w }, () => coefficients[next++]).reduce((a, b) => a + b, 0));
    },
  };
}

/** A symmetric positive definite matrix without any structure. */
export function penaltyRows(n: number): Rows {
  const { X } = sample(n, n, 5);
  const product = engine.symmetricProduct(matrix(n, n, X.data));
  return toRows(product).map((row, i) => row.map((value, j) => value / n + (i === j ? 0.5 : 0)));
}

/** A as rows. */
export function rowsOf(penalty: PenaltyMatrix, K: Matrix): Rows {
  if (penalty === "identity") return identityRows(K.rows);
  return toRows(penalty === "kernel" ? K : penalty);
}

/** qᵀ(KHK + rA)⁻¹q with q = k(x) − K1/n for each new row, from their kernel with the training rows. */
export function contrastForms(on: Engine, penalized: PenalizedForm, r: number, cross: Matrix): Float64Array {
  const { spread, shift } = contrastSpread(on, penalized, r);
  return Float64Array.from({ length: cross.columns }, (_, t) => {
    const at = multiplyVector(spread, column(cross, t)).map((value, j) => value - shift[j]);
    return dot(at, at);
  });
}
