import type { Matrix } from "../engine/matrix.ts";
import type { Warning } from "../errors.ts";

/** A column with more different values than this is a measurement, where equal rows are no coincidence. */
const manyValues = 50;

/**
 * Warns when more than one row in twenty repeats another in every column and in its class although some column is
 * measured finely: copies of one observation make leave-one-out scores too good, because the twin stays in training. Rows
 * in which such a column was imputed do not count: they may be equal by chance.
 */
export function copiedRowsWarning(X: Matrix, classes: Int32Array): Warning[] {
  const { rows: n } = X;
  const measured = measuredRows(X);
  if (measured.length === 0) return [];
  const copies = countCopies(X, classes, measured);
  if (copies <= 0.05 * n) return [];
  return [
    {
      code: "copied-rows",
      message:
        `${copies} of ${n} rows repeat another row in every column that is used, and in their class. If they are copies of one ` +
        "observation, figures of left-out rows are too good: remove them, or name a group column that holds them together.",
    },
  ];
}

/** Rows with a value of their own in a column that is measured finely: not the most frequent one, if rows with it differ elsewhere, as imputed ones do. */
function measuredRows(X: Matrix): Int32Array {
  const isMeasured = new Uint8Array(X.rows);
  for (let j = 0; j < X.columns; j++) {
    const values = Float64Array.from(isMeasured, (_, i) => X.data[i * X.columns + j]);
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size <= manyValues) continue;
    const usual = usualValue(X, values, counts);
    values.forEach((value, i) => {
      if (value !== usual) isMeasured[i] = 1;
    });
  }
  return Int32Array.from(isMeasured.keys()).filter((row) => isMeasured[row] === 1);
}

/** The most frequent value of a column, if there is one whose rows are not all the same row. */
function usualValue(
  { data, columns }: Matrix,
  values: Float64Array,
  counts: ReadonlyMap<number, number>,
): number | undefined {
  let [usual, most] = [Number.NaN, 1];
  for (const [value, count] of counts) if (count > most) [usual, most] = [value, count];
  const first = values.indexOf(usual);
  const isFirst = (row: number): boolean =>
    Array.from({ length: columns }, (_, j) => j).every((j) => data[row * columns + j] === data[first * columns + j]);
  return values.some((value, row) => value === usual && !isFirst(row)) ? usual : undefined;
}

/** How many of some rows are equal to an earlier one, found by putting equal rows side by side. */
function countCopies({ data, columns }: Matrix, classes: Int32Array, some: Int32Array): number {
  const compare = (a: number, b: number): number => {
    if (classes[a] !== classes[b]) return classes[a] - classes[b];
    for (let j = 0; j < columns; j++) {
      const difference = data[a * columns + j] - data[b * columns + j];
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const order = some.toSorted(compare);
  return order.filter((row, at) => at > 0 && compare(order[at - 1], row) === 0).length;
}
