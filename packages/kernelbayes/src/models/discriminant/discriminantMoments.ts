import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { centerColumns, grandMean } from "../../matrix/centerColumns.ts";
import { classMoments, weightedRows, type ClassMoments } from "../../rows/classMoments.ts";
import { spanOfRows } from "../../rows/spanOfRows.ts";

/**
 * What Gaussian discriminants need to know of the training rows, in coordinates of the span in which the rows vary. A
 * direction without any variance (a repeated column, the last indicator of a category, directions beyond n rows) says
 * nothing about the classes; leaving it out makes p > n affordable and indicators harmless.
 */
export interface DiscriminantMoments extends ClassMoments {
  /** Number of columns of the rows, p. */
  readonly columns: number;
  /** Grand mean of the rows, in the original coordinates. */
  readonly center: Float64Array;
  /** p × r basis of the span. */
  readonly basis: Matrix;
  /** Rows less the grand mean, in the coordinates of the span (n × r). */
  readonly rows: Matrix;
}

export function discriminantMoments(
  engine: Engine,
  X: Matrix,
  classes: Int32Array,
  weights: Float64Array,
  classCount: number,
): DiscriminantMoments {
  const center = grandMean(X, weights);
  const centered = centerColumns(X, center);
  const basis = spanOfRows(engine, weightedRows(centered, weights));
  const rows = engine.multiply(centered, basis);
  return { ...classMoments(rows, classes, weights, classCount), columns: X.columns, center, basis, rows };
}

/** Scatter matrix by its spectrum: S = Q diag(λ) Qᵀ. */
export interface Scatter {
  readonly vectors: Matrix;
  readonly values: Float64Array;
  readonly trace: number;
  /** Number of eigenvalues that are not rounding. */
  readonly rank: number;
}

/** The scatter of the rows about the means of their classes: of one class, or pooled over all. */
export function withinScatter(
  engine: Engine,
  { within }: ClassMoments,
  classes: Int32Array,
  weights: Float64Array,
  onlyClass?: number,
): Scatter {
  const chosen = onlyClass === undefined ? undefined : (row: number) => classes[row] === onlyClass;
  const { values, vectors } = engine.eigenSymmetric(
    engine.symmetricProduct(weightedRows(within, weights, chosen), { transpose: true }),
  );
  const clipped = values.map((value) => Math.max(0, value));
  const least = 4 * Math.max(within.rows, within.columns) * Number.EPSILON * (clipped.at(-1) ?? 0);
  let trace = 0;
  let rank = 0;
  for (const value of clipped) {
    trace += value;
    if (value > least) rank++;
  }
  return { vectors, values: clipped, trace, rank };
}
