import { groupedFolds, randomSplits, stratifiedFolds, type Split } from "kernelbayes/evaluate";

/** How the rows are divided, the same for all models. */
export interface SplitPlan {
  /** How many divisions there are. */
  readonly splits: number;
  /** The share of rows that each of them tests; undefined for folds, of which each is tested once. */
  readonly holdout: number | undefined;
  readonly seed: number;
  /** The group of each row: rows of one group are never on both sides. */
  readonly groups?: ArrayLike<number> | undefined;
}

/** The divisions on which all models are measured, and how many rows they learn from and test, on average. */
export interface CommonSplits {
  readonly splits: readonly Split[];
  readonly trainRows: number;
  readonly testRows: number;
  /** What they are, in words: "10 random splits", "5 folds". */
  readonly title: string;
}

/** Random divisions, drawn anew each time, or folds; both with each class in its share. */
export function commonSplits(classes: ArrayLike<number>, { splits, holdout, seed, groups }: SplitPlan): CommonSplits {
  const made =
    holdout !== undefined
      ? randomSplits(classes, { repeats: splits, testShare: holdout, seed })
      : groups
        ? groupedFolds(classes, groups, { folds: splits, seed })
        : stratifiedFolds(classes, { folds: splits, seed });
  const mean = (part: keyof Split): number => made.reduce((sum, split) => sum + split[part].length, 0) / made.length;
  return {
    splits: made,
    trainRows: mean("train"),
    testRows: mean("test"),
    title: holdout === undefined ? `${splits} folds${groups ? " of whole groups" : ""}` : `${splits} random splits`,
  };
}
