import { InputError } from "../../errors.ts";
import { permutation } from "../../random/index.ts";
import { classNumbers, countClasses } from "../classNumbers.ts";
import { splitsOfFolds, type Split, streamOfSplits } from "./split.ts";

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

/**
 * Cross-validation that keeps groups together: rows of the same group (a patient, a batch, a measurement that was repeated)
 * are tested in the same fold, and the classes are spread over the folds as evenly as the groups allow. The groups are
 * taken from the largest to the smallest, in random order among equals, and each goes where it disturbs the balance least:
 * to the fold with the smallest rise of Σ (share of the fold in a class)², summed over the classes and over all rows.
 *
 * A class keeps at least one row in every training part wherever that is possible: a group that holds all rows of a class
 * is never left out, so its rows are never tested (`untestedRows` tells which these are), and the last group of a class
 * avoids a fold that has all the others. Where such wishes of several classes leave no fold, the one that empties the
 * fewest classes is taken.
 */
export function groupedFolds(
  classes: ArrayLike<number>,
  groups: ArrayLike<number | string>,
  { folds, seed }: FoldOptions,
): Split[] {
  checkFolds(folds);
  const { groupOf, sizes, total } = countGroups(classes, groups);
  const all = total.length - 1;
  const shuffled = permutation(streamOfSplits(seed), sizes.length).toSorted((a, b) => sizes[b][all] - sizes[a][all]);
  const movable = shuffled.filter((group) => total.every((n, one) => one === all || n === 0 || sizes[group][one] < n));
  if (movable.length < folds) {
    throw new InputError(
      "too-many-folds",
      `${folds} folds need as many groups that can be left out; there are ${movable.length} (a group with all rows of a class stays in training).`,
    );
  }

  const filled = Array.from({ length: folds }, () => new Float64Array(total.length));
  const foldOf = new Int32Array(sizes.length).fill(-1);
  movable.forEach((group, position) => {
    const size = sizes[group];
    const empty = filled.filter((fold) => fold[all] === 0);
    const open = movable.length - position === empty.length ? empty : filled; // no fold stays empty
    const choices = open.map((fold) => {
      let emptied = 0;
      let cost = 0;
      for (let one = 0; one < total.length; one++) {
        if (size[one] === 0) continue;
        if (fold[one] + size[one] === total[one]) emptied++;
        cost += ((fold[one] + size[one]) ** 2 - fold[one] ** 2) / total[one] ** 2;
      }
      return { fold, emptied, cost };
    });
    const { fold } = choices.reduce((best, next) =>
      next.emptied < best.emptied || (next.emptied === best.emptied && next.cost < best.cost) ? next : best,
    );
    for (let one = 0; one < total.length; one++) fold[one] += size[one];
    foldOf[group] = filled.indexOf(fold);
  });
  return splitsOfFolds(
    groupOf.map((group) => foldOf[group]),
    folds,
  );
}

interface GroupCounts {
  /** The number of the group of each row, in order of first appearance. */
  readonly groupOf: Int32Array;
  /** For each group, its rows of each class and, last, all its rows. */
  readonly sizes: readonly Float64Array[];
  /** The sums of the sizes. */
  readonly total: Float64Array;
}

function countGroups(classes: ArrayLike<number>, groups: ArrayLike<number | string>): GroupCounts {
  if (groups.length !== classes.length) {
    throw new InputError("rows-differ", `There are ${classes.length} classes but ${groups.length} groups of rows.`);
  }
  const count = countClasses(classes);
  const known = new Map<number | string, number>();
  const sizes: Float64Array[] = [];
  const total = new Float64Array(count + 1);
  const groupOf = classNumbers(classes, groups.length, count).map((one, row) => {
    const group = known.get(groups[row]) ?? known.size;
    known.set(groups[row], group);
    sizes[group] ??= new Float64Array(count + 1);
    for (const tally of [sizes[group], total]) {
      tally[one]++;
      tally[count]++;
    }
    return group;
  });
  return { groupOf, sizes, total };
}
