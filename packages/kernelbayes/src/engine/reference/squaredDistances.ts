import type { RoomOptions } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireRoom, requireShape } from "./requireShape.ts";

/** Σⱼ wⱼ (xⱼ − zⱼ)² by differences, so that close rows far from the origin lose nothing. */
export function squaredDistances(x: Matrix, z?: Matrix, weights?: Float64Array): Matrix {
  return ofRows(x, z, weights, (distance) => distance);
}

/** exp(−½ Σⱼ wⱼ (xⱼ − zⱼ)²). */
export function gaussianMatrix(
  x: Matrix,
  z: Matrix | undefined,
  weights: Float64Array,
  { into }: RoomOptions = {},
): Matrix {
  return ofRows(x, z, weights, (distance) => Math.exp(-0.5 * distance), into);
}

/** A function of the weighted squared distance between each row of X and each of Z; without Z each pair counts once. */
function ofRows(
  x: Matrix,
  z: Matrix | undefined,
  weights: Float64Array | undefined,
  transform: (distance: number) => number,
  into?: Matrix,
): Matrix {
  const other = z ?? x;
  requireShape(
    other.columns === x.columns,
    `Distances need rows of one length; got ${x.columns} and ${other.columns} columns.`,
  );
  const w = weights ?? new Float64Array(x.columns).fill(1);
  requireShape(w.length === x.columns, `${x.columns} columns need as many weights; got ${w.length}.`);
  requireRoom(into, x.rows, other.rows, "gaussianMatrix");
  const result = into ?? matrix(x.rows, other.rows);
  for (let i = 0; i < x.rows; i++) {
    const end = z === undefined ? i + 1 : other.rows;
    for (let j = 0; j < end; j++) {
      let distance = 0;
      for (let k = 0; k < w.length; k++) {
        const difference = x.data[i * w.length + k] - other.data[j * w.length + k];
        distance += w[k] * (difference * difference);
      }
      const value = transform(distance);
      result.data[i * other.rows + j] = value;
      if (z === undefined) result.data[j * other.rows + i] = value;
    }
  }
  return result;
}
