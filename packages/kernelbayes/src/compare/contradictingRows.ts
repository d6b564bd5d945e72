import type { Matrix } from "../engine/matrix.ts";
import { classNumbers, countClasses } from "../evaluate/classNumbers.ts";
import { equalRows } from "../evaluate/equalRows.ts";

/** Rows that agree in every column and yet have different classes. */
export interface Contradiction {
  /** Their places, from 0, ascending. */
  readonly rows: Int32Array;
  /** The class number of each. */
  readonly classes: Int32Array;
}

/**
 * The sets of rows with equal inputs and different labels: whatever a model says, some of each set's labels cannot be told from
 * these columns, or are wrong. In the order of the first row of each set.
 */
export function contradictingRows(X: Matrix, classes: ArrayLike<number>): Contradiction[] {
  const labels = classNumbers(classes, X.rows, countClasses(classes));
  const { setOf, inputs } = equalRows(X, labels, new Float64Array(X.rows).fill(1));
  const members = new Map<number, number[]>();
  setOf.forEach((set, row) => {
    const others = members.get(inputs[set]);
    if (others) others.push(row);
    else members.set(inputs[set], [row]);
  });
  return Array.from(members.values())
    .filter((rows) => rows.some((row) => labels[row] !== labels[rows[0]]))
    .map((rows) => ({ rows: Int32Array.from(rows), classes: Int32Array.from(rows, (row) => labels[row]) }));
}
