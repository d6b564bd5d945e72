import { stream, type Stream } from "../../random/index.ts";
import { InputError } from "../../errors.ts";

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

/** Splits draw from a branch of their own, so that a model with the same seed does not meet the same numbers. */
const BRANCH = 1_936_747_636;

export function streamOfSplits(seed: number, ...path: number[]): Stream {
  return stream(seed, BRANCH, ...path);
}

export interface GivenSplit {
  /** Row numbers from 0. */
  readonly train: ArrayLike<number>;
  /** Row numbers from 0; by default every row that is not in `train`. */
  readonly test?: ArrayLike<number>;
}

/**
 * Divisions that somebody else made, for instance the published partitions of a benchmark: row numbers are checked (whole,
 * in range, none twice, none in both parts, neither part empty) and put in ascending order.
 */
export function givenSplits(splits: readonly GivenSplit[], rows: number): Split[] {
  return splits.map(({ train, test }, position) => {
    const part = new Uint8Array(rows); // 0 neither, 1 train, 2 test
    const mark = (list: ArrayLike<number>, value: number): void => {
      for (let k = 0; k < list.length; k++) {
        const row = list[k];
        if (!Number.isInteger(row) || row < 0 || row >= rows) {
          throw new InputError(
            "invalid-split",
            `Split ${position + 1} names row ${row}; row numbers go from 0 to ${rows - 1}.`,
          );
        }
        if (part[row] !== 0) {
          throw new InputError("invalid-split", `Split ${position + 1} names row ${row} twice.`, { row: row + 1 });
        }
        part[row] = value;
      }
    };
    mark(train, 1);
    if (test === undefined) part.forEach((value, row) => (part[row] = value === 0 ? 2 : value));
    else mark(test, 2);
    const split = { train: placesOf(part, 1), test: placesOf(part, 2) };
    if (split.train.length === 0 || split.test.length === 0) {
      const side = split.train.length === 0 ? "training" : "test";
      throw new InputError("invalid-split", `Split ${position + 1} has no ${side} rows.`);
    }
    return split;
  });
}

/** The places of a value, in ascending order. */
function placesOf(values: Uint8Array, value: number): Int32Array {
  const places = new Int32Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] === value) places[count++] = at;
  return places.slice(0, count);
}

/**
 * Cross-validation by a given fold of each row, numbered from 0; rows of fold −1 are always in training. Every number up to
 * the largest must occur.
 */
export function givenFolds(fold: ArrayLike<number>): Split[] {
  let largest = -1;
  for (let row = 0; row < fold.length; row++) {
    if (!Number.isInteger(fold[row]) || fold[row] < -1) {
      throw new InputError("invalid-split", `A fold number must be a whole number from −1; got ${fold[row]}.`, {
        row: row + 1,
      });
    }
    largest = Math.max(largest, fold[row]);
  }
  return givenSplits(splitsOfFolds(fold, largest + 1), fold.length);
}
