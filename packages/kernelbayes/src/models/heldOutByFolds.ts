import { matrix, type Matrix } from "../engine/matrix.ts";
import { contentFolds } from "../evaluate/splits/contentFolds.ts";
import { groupedFolds } from "../evaluate/splits/groupedFolds.ts";
import type { Split } from "../evaluate/splits/split.ts";
import { selectRows } from "../matrix/selectRows.ts";
import type { Problem } from "./model.ts";

/** The folds that a model leaves out of its own training rows: groups together where there are groups. */
export function ownFolds({ X, classes, rowGroups }: Problem, folds: number, seed: number): Split[] {
  if (!rowGroups) return contentFolds(X, classes, { folds, seed });
  const groups = new Set(rowGroups).size;
  return groups < 2 ? [] : groupedFolds(classes, rowGroups, { folds: Math.min(folds, groups), seed });
}

/** Some rows of a problem, with all its classes kept by number even where a class has no row left. */
export function problemRows(problem: Problem, rows: Int32Array): Problem {
  return {
    ...problem,
    X: selectRows(problem.X, rows),
    classes: Int32Array.from(rows, (row) => problem.classes[row] as number),
    weights: Float64Array.from(rows, (row) => problem.weights[row] as number),
    rowGroups: problem.rowGroups && Int32Array.from(rows, (row) => problem.rowGroups?.[row] as number),
  };
}

/** Whether every class has a row. */
export function hasAllClasses({ classes, classCount }: Problem): boolean {
  return new Set(classes).size === classCount;
}

/** Puts the rows of a fold's result where they belong among all rows. */
export function scatterRows(target: Matrix, rows: Int32Array, values: Matrix): void {
  const width = target.columns;
  rows.forEach((row, i) => target.data.set(values.data.subarray(i * width, (i + 1) * width), row * width));
}

/** A matrix of zeros for scores of all rows. */
export function scoresOf({ X, classCount }: Problem): Matrix {
  return matrix(X.rows, classCount);
}
