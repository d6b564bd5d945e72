import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { CountedRows } from "../../rows/labelledRows.ts";

/** Where chains are asked for probabilities. */
export interface JudgedPoints {
  /** Training rows. */
  readonly sets: Int32Array;
  /** Their columns, and below them those half way to rows of other classes. */
  readonly points: Matrix;
}

/** At most so many rows, and the middle between each of them and the nearest row of another class, the other classes in turn. */
export function judgedPoints(
  design: Matrix,
  { classes, classCount }: Pick<CountedRows, "classes" | "classCount">,
  most: number,
): JudgedPoints {
  const sets = evenlySpaced(design.rows, most);
  const { data, columns: p } = design;
  const points = matrix(2 * sets.length, p);
  sets.forEach((set, at) => {
    const other = (classes[set] + 1 + (at % (classCount - 1))) % classCount;
    const near = nearestOf(design, set, (row) => classes[row] === other);
    for (let j = 0; j < p; j++) {
      points.data[at * p + j] = data[set * p + j];
      points.data[(sets.length + at) * p + j] = (data[set * p + j] + data[near * p + j]) / 2;
    }
  });
  return { sets, points };
}

/** The row nearest to a row of those that are wanted; the row itself where none is. */
function nearestOf({ data, rows, columns: p }: Matrix, from: number, isWanted: (row: number) => boolean): number {
  let nearest = from;
  let least = Infinity;
  for (let row = 0; row < rows; row++) {
    if (!isWanted(row)) continue;
    let distance = 0;
    for (let j = 0; j < p; j++) distance += (data[row * p + j] - data[from * p + j]) ** 2;
    if (distance < least) [least, nearest] = [distance, row];
  }
  return nearest;
}

/** Some of so many rows. */
export function evenlySpaced(rows: number, most: number): Int32Array {
  const count = Math.min(most, rows);
  return Int32Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * rows) / count));
}
