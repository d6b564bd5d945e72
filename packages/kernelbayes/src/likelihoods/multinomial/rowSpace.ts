import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../engine/matrix.ts";
import { centerColumns, grandMean } from "../../matrix/centerColumns.ts";

/**
 * Coordinates in which a ridge penalty is the same and the columns are no more than the rows: the columns themselves about
 * their means, or, where there are at least as many columns as rows, those along an orthonormal basis of the space that the
 * rows span. Coefficients of directions outside of it are zero.
 */
export interface RowSpace {
  readonly center: Float64Array;
  /** p × r with orthonormal columns; the columns themselves when absent. */
  readonly basis: Matrix | undefined;
}

/** By the QR decomposition of the transposed rows, which needs no decision about rank: 2 p n². */
export function rowSpaceOf(engine: Engine, X: Matrix, weights: Float64Array): RowSpace {
  const center = grandMean(X, weights);
  return { center, basis: X.columns < X.rows ? undefined : engine.qr(transpose(centerColumns(X, center))).Q };
}

/** Rows in the coordinates of a space. */
export interface SpaceRows {
  /** n × (r + 1): the coordinates, and a last column of ones for the intercept. */
  readonly design: Matrix;
  /** The squared distance of each row from the space. */
  readonly beyond: Float64Array;
}

export function inRowSpace(engine: Engine, { center, basis }: RowSpace, X: Matrix): SpaceRows {
  const centered = centerColumns(X, center);
  const Z = basis ? engine.multiply(centered, basis) : centered;
  const design = matrix(X.rows, Z.columns + 1);
  const beyond = new Float64Array(X.rows);
  for (let i = 0; i < X.rows; i++) {
    const own = Z.data.subarray(i * Z.columns, (i + 1) * Z.columns);
    design.data.set(own, i * design.columns);
    design.data[(i + 1) * design.columns - 1] = 1;
    if (basis) beyond[i] = squaredDistance(centered.data.subarray(i * X.columns, (i + 1) * X.columns), own, basis);
  }
  return { design, beyond };
}

/** |x − B z|², as the sum of squares and not as the difference of two. */
function squaredDistance(x: Float64Array, z: Float64Array, { data, rows: p, columns: r }: Matrix): number {
  let sum = 0;
  for (let j = 0; j < p; j++) {
    let left = x[j];
    for (let k = 0; k < r; k++) left -= data[j * r + k] * z[k];
    sum += left * left;
  }
  return sum;
}
