import { InputError } from "../../errors.ts";
import { permutation } from "../../random/index.ts";
import { classNumbers, countClasses } from "../classNumbers.ts";
import { splitsOfFolds, type Split } from "./split.ts";
import { streamOfSplits } from "./streamOfSplits.ts";

export interface FoldOptions {
  /** How many folds, at least 2. */
  readonly folds: number;
  readonly seed: number;
}

/**
 * Stratified cross-validation: the rows of each class are shuffled and dealt to the folds in turn, each class going on where
 * the one before it stopped. Fold sizes differ by at most one row, and so do the rows of each class in a fold.
 *
 * Every training part holds each class: the single row of a class that has no other is never left out, and therefore never
 * tested (`untestedRows` tells which these are). All other rows are tested exactly once. A class with fewer rows than
 * folds is missing from the test part of some folds.
 */
export function stratifiedFolds(classes: ArrayLike<number>, { folds, seed }: FoldOptions): Split[] {
  checkFolds(folds);
  const count = countClasses(classes);
  const number = classNumbers(classes, classes.length, count);
  const shuffled = permutation(streamOfSplits(seed), number.length);
  const fold = new Int32Array(number.length).fill(-1);
  let dealt = 0;
  for (let one = 0; one < count; one++) {
    const members = shuffled.filter((row) => number[row] === one);
    if (members.length < 2) continue;
    for (const row of members) fold[row] = dealt++ % folds;
  }
  if (dealt < folds) {
    throw new InputError(
      "too-many-folds",
      `${folds} folds need as many rows that can be left out; there are ${dealt} (the only row of a class stays in training).`,
    );
  }
  return splitsOfFolds(fold, folds);
}

export function checkFolds(folds: number): void {
  if (!Number.isInteger(folds) || folds < 2) {
    throw new InputError("invalid-folds", `The number of folds must be a whole number of at least 2; got ${folds}.`);
  }
}
