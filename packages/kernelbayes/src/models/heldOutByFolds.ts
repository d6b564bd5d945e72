import { matrix, type Matrix } from "../engine/matrix.ts";
import { contentFolds } from "../evaluate/splits/contentFolds.ts";
import { groupedFolds } from "../evaluate/splits/groupedFolds.ts";
import type { Split } from "../evaluate/splits/split.ts";
import { selectRows } from "../matrix/selectRows.ts";
import { progress, type Work } from "../run/work.ts";
import type { Problem } from "./model.ts";

/** What a model says about its own training rows when it has not seen them. */
export interface HeldOutByFolds {
  /** As many matrices as `score` returns, a row for each row of the problem; zeros in rows that have no score. */
  readonly scores: readonly Matrix[];
  /** The rows with scores, ascending. */
  readonly tested: Int32Array;
  /** The other rows, ascending. */
  readonly omitted: readonly number[];
}

export interface FoldScoring {
  /** How many folds at most. */
  readonly folds: number;
  readonly seed: number;
  /** Stage of the progress. */
  readonly stage: string;
  /** Scores of rows, one a class, by fits to the training rows; undefined where there is no valid fit. */
  score(training: Problem, rows: Matrix): readonly Matrix[] | undefined;
}

/**
 * Leaves every row out once, in folds, with everything learned again from the rest. Rows whose training part lacks a class
 * or has no valid fit get no score.
 */
export function* heldOutByFolds(problem: Problem, { folds, seed, stage, score }: FoldScoring): Work<HeldOutByFolds> {
  const splits = ownFolds(problem, folds, seed);
  const n = problem.X.rows;
  const isTested = new Uint8Array(n);
  let scores: Matrix[] = [];
  for (const [index, { train, test }] of splits.entries()) {
    const training = problemRows(problem, train);
    const found = hasAllClasses(training) ? score(training, selectRows(problem.X, test)) : undefined;
    if (found && scores.length === 0) scores = found.map(({ columns }) => matrix(n, columns));
    found?.forEach(({ data, columns }, at) =>
      test.forEach((row, i) => scores[at].data.set(data.subarray(i * columns, (i + 1) * columns), row * columns)),
    );
    if (found) for (const row of test) isTested[row] = 1;
    yield progress(stage, index + 1, splits.length);
  }
  const rows = Int32Array.from(isTested.keys());
  return {
    scores,
    tested: rows.filter((row) => isTested[row] === 1),
    omitted: Array.from(rows).filter((row) => isTested[row] === 0),
  };
}

/** The folds that a model leaves out of its own training rows: groups together where there are groups. */
export function ownFolds({ X, classes, rowGroups }: Problem, folds: number, seed: number): Split[] {
  if (!rowGroups) return contentFolds(X, classes, { folds, seed });
  const movable = movableGroups(classes, rowGroups);
  return movable < 2 ? [] : groupedFolds(classes, rowGroups, { folds: Math.min(folds, movable), seed });
}

/** The number of groups that can be left out: those that do not hold all rows of a class. */
function movableGroups(classes: Int32Array, groups: Int32Array): number {
  const groupsOfClass = new Map<number, Set<number>>();
  classes.forEach((q, row) => groupsOfClass.set(q, (groupsOfClass.get(q) ?? new Set()).add(groups[row])));
  const needed = new Set([...groupsOfClass.values()].filter((own) => own.size === 1).flatMap((own) => [...own]));
  return new Set(groups).size - needed.size;
}

/** Some rows of a problem, with all its classes kept by number even where a class has no row left. */
export function problemRows(problem: Problem, rows: Int32Array): Problem {
  const { X, classes, weights, rowGroups } = problem;
  return {
    ...problem,
    X: selectRows(X, rows),
    classes: Int32Array.from(rows, (row) => classes[row]),
    weights: Float64Array.from(rows, (row) => weights[row]),
    rowGroups: rowGroups && Int32Array.from(rows, (row) => rowGroups[row]),
  };
}

/** Whether every class has a row. */
export function hasAllClasses({ classes, classCount }: Pick<Problem, "classes" | "classCount">): boolean {
  return new Set(classes).size === classCount;
}
