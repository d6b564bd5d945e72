import type { Matrix } from "../engine/matrix.ts";
import type { Warning } from "../errors.ts";

/** A column with more different values than this is a measurement, where equal rows are no coincidence. */
const manyValues = 50;

/**
 * Warns when more than one row in twenty repeats another in every column and in its class although some column is
 * measured finely: copies of one observation make leave-one-out scores too good, because the twin stays in training.
 */
export function copiedRowsWarning(X: Matrix, classes: Int32Array): Warning[] {
  const { rows: n } = X;
  if (!hasMeasurement(X)) return [];
  const copies = countCopies(X, classes);
  if (copies <= 0.05 * n) return [];
  return [
    {
      code: "copied-rows",
      message:
        `${copies} of ${n} rows repeat another row in every column and in their class. If they are copies of one ` +
        "observation, figures of left-out rows are too good: remove them, or name a group column that holds them together.",
    },
  ];
}

function hasMeasurement({ data, rows, columns }: Matrix): boolean {
  for (let j = 0; j < columns; j++) {
    const values = new Set<number>();
    for (let i = 0; i < rows; i++) {
      values.add(data[i * columns + j]);
      if (values.size > manyValues) return true;
    }
  }
  return false;
}

/** Rows that are equal to an earlier one, found by putting equal rows side by side. */
function countCopies({ data, rows, columns }: Matrix, classes: Int32Array): number {
  const compare = (a: number, b: number): number => {
    if (classes[a] !== classes[b]) return classes[a] - classes[b];
    for (let j = 0; j < columns; j++) {
      const difference = data[a * columns + j] - data[b * columns + j];
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const order = Int32Array.from({ length: rows }, (_, row) => row).toSorted(compare);
  return order.filter((row, at) => at > 0 && compare(order[at - 1], row) === 0).length;
}
