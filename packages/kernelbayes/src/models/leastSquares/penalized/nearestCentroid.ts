import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import type { ClassGroups } from "../../../rows/classGroups.ts";

/** The projections of rows, one a row, from their kernel with the training rows (training rows down). */
export function projectionsOf(engine: Engine, cross: Matrix, coefficients: Matrix): Matrix {
  return engine.multiply(cross, coefficients, { transposeA: true });
}

/** The mean projection of each class, weights counted as copies, from the projections of the training rows. */
export function centroidsOf(projections: Matrix, { classes, weights, sizes }: ClassGroups): Matrix {
  requireLength(projections.rows, classes.length, "The number of projections");
  const m = projections.columns;
  const result = matrix(sizes.length, m);
  classes.forEach((c, i) => {
    for (let j = 0; j < m; j++) result.data[c * m + j] += (weights[i] / sizes[c]) * projections.data[i * m + j];
  });
  return result;
}

/** For each row the class whose value is the least, the first of them on ties: nearest centroids from squared distances. */
export function nearestClasses({ data, rows, columns }: Matrix): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => {
    const own = data.subarray(i * columns, (i + 1) * columns);
    return own.reduce((best, value, c) => (value < own[best] ? c : best), 0);
  });
}
