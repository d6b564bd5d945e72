/** One division of the rows: those a model may learn from and those it is measured on. Row numbers ascend. */
export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** Splits from the fold number of each row; a row of fold −1 belongs to every training part and is tested in none. */
export function splitsOfFolds(fold: ArrayLike<number>, folds: number): Split[] {
  const rows = Int32Array.from({ length: fold.length }, (_, row) => row);
  return Array.from({ length: folds }, (_, number) => ({
    train: rows.filter((row) => fold[row] !== number),
    test: rows.filter((row) => fold[row] === number),
  }));
}

/** The rows that none of the splits tests, in ascending order. */
export function untestedRows(splits: readonly Split[], rows: number): Int32Array {
  const tested = new Uint8Array(rows);
  for (const { test } of splits) for (const row of test) tested[row] = 1;
  return Int32Array.from(tested.keys()).filter((row) => tested[row] === 0);
}
