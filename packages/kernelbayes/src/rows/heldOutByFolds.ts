import { matrix, type Matrix } from "../engine/matrix.ts";
import { equalRows } from "../evaluate/equalRows.ts";
import { groupedFolds } from "../evaluate/splits/stratifiedFolds.ts";
import { unitFolds, type WeightedSplit } from "../evaluate/splits/unitFolds.ts";
import { selectRows, stackRows } from "../matrix/row.ts";
import { logSumExp } from "../numeric/logSumExp.ts";
import type { LeaveOneOut } from "../posterior/numericPosterior.ts";
import { progress, type Work } from "../run/work.ts";
import { type Problem, positiveEntries, takeRows, weightedRows } from "./labelledRows.ts";

/** What a model says about its own training rows when it has not seen them: tests of rows, each with a weight. */
export interface HeldOutByFolds {
  /** As many matrices as `score` returns, a row for each test. */
  readonly scores: readonly Matrix[];
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** The number of the fold that each test belongs to, from 0 without gaps. */
  readonly foldOf: Int32Array;
  /** The log probabilities of the tests, as those of the rows of the problem. */
  leaveOneOut(logProbabilities: Matrix): LeaveOneOut;
}

export interface FoldScoring {
  /** How many folds at most. Default 10. */
  readonly folds?: number;
  readonly seed: number;
  /** Stage of the progress. Default "groups", for rows that come in groups. */
  readonly stage?: string;
  /** Scores of rows, one per class, by fits to the training rows; undefined where there is no valid fit. */
  score(training: Problem, rows: Matrix): readonly Matrix[] | undefined;
}

/**
 * Leaves every row out in folds, with everything learned again from the rest. Equal rows are dealt to the folds one by
 * one: where a table has few different rows, new rows will meet the same ones again, and a test should too. Rows whose
 * training part lacks a class or has no valid fit are not tested.
 */
export function* heldOutByFolds(
  problem: Problem,
  { folds = 10, seed, stage = "groups", score }: FoldScoring,
): Work<HeldOutByFolds> {
  const { sets, setOf, splits } = ownFolds(problem, folds, seed);
  const tests: { readonly set: number; readonly weight: number; readonly fold: number }[] = [];
  let tested = 0;
  const found: Matrix[][] = [];
  for (const [index, { train, test }] of splits.entries()) {
    const training = weightedRows(sets, train);
    const rows = positiveEntries(test);
    const scores = hasAllClasses(training) ? score(training, selectRows(sets.X, rows)) : undefined;
    scores?.forEach((matrices, at) => (found[at] ??= []).push(matrices));
    if (scores) {
      for (const set of rows) tests.push({ set, weight: test[set], fold: tested });
      tested++;
    }
    yield progress(stage, index + 1, splits.length);
  }
  return {
    scores: found.map((parts) => stackRows(parts)),
    classes: Int32Array.from(tests, ({ set }) => sets.classes[set]),
    weights: Float64Array.from(tests, ({ weight }) => weight),
    foldOf: Int32Array.from(tests, ({ fold }) => fold),
    leaveOneOut: (logProbabilities) => ({
      method: "folds",
      ...rowsOfTests(tests, setOf, logProbabilities, problem.classCount),
    }),
  };
}

/** Folds for tables whose rows come in groups. */
const groupFolds = 10;

/** Groups of rows left out in folds, at what was chosen on all rows, which a fit without them might choose otherwise. */
export function* leaveGroupsOut(
  problem: Problem,
  seed: number,
  logProbabilitiesBy: (training: Problem, rows: Matrix) => Matrix,
): Work<LeaveOneOut> {
  const score: FoldScoring["score"] = (training, rows) => [logProbabilitiesBy(training, rows)];
  const { scores, leaveOneOut } = yield* heldOutByFolds(problem, { folds: groupFolds, seed, stage: "groups", score });
  return { ...leaveOneOut(scores[0] ?? matrix(0, problem.classCount)), method: "approximate" };
}

/** The rows of a problem without repetitions, and the folds that a model leaves out of them. */
export interface OwnFolds {
  readonly sets: Problem;
  /** The row of `sets` that stands for each row of the problem. */
  readonly setOf: Int32Array;
  readonly splits: readonly WeightedSplit[];
}

export function ownFolds(problem: Problem, folds: number, seed: number): OwnFolds {
  const { X, classes, weights, rowGroups } = problem;
  if (!rowGroups) {
    const { setOf, representatives, weights: sums, inputs } = equalRows(X, classes, weights);
    const sets = { ...takeRows(problem, representatives), weights: sums };
    return { sets, setOf, splits: unitFolds(sets.classes, sums, { folds, seed, inputs }) };
  }
  const movable = movableGroups(classes, rowGroups);
  const splits = movable < 2 ? [] : groupedFolds(classes, rowGroups, { folds: Math.min(folds, movable), seed });
  const part = (rows: Int32Array): Float64Array => {
    const share = new Float64Array(weights.length);
    for (const row of rows) share[row] = weights[row];
    return share;
  };
  return {
    sets: problem,
    setOf: Int32Array.from(classes.keys()),
    splits: splits.map(({ train, test }) => ({ train: part(train), test: part(test) })),
  };
}

/** A row that was tested in several folds gets the mean of its probabilities there. */
export function rowsOfTests(
  tests: readonly { readonly set: number; readonly weight: number }[],
  setOf: Int32Array,
  logProbabilities: Matrix,
  C: number,
): { logProbabilities: Matrix; omitted: number[] } {
  const testsOf = new Map<number, number[]>();
  tests.forEach(({ set }, test) => testsOf.set(set, [...(testsOf.get(set) ?? []), test]));
  const ofRows = matrix(setOf.length, C);
  const omitted: number[] = [];
  setOf.forEach((set, row) => {
    const own = testsOf.get(set);
    if (!own) {
      omitted.push(row);
      return;
    }
    const total = own.reduce((sum, test) => sum + tests[test].weight, 0);
    for (let c = 0; c < C; c++) {
      const logs = own.map((test) => Math.log(tests[test].weight / total) + logProbabilities.data[test * C + c]);
      ofRows.data[row * C + c] = logSumExp(logs);
    }
  });
  return { logProbabilities: ofRows, omitted };
}

/** The number of groups that can be left out: those that do not hold all rows of a class. */
export function movableGroups(classes: Int32Array, groups: Int32Array): number {
  const groupsOfClass = new Map<number, Set<number>>();
  classes.forEach((q, row) => groupsOfClass.set(q, (groupsOfClass.get(q) ?? new Set()).add(groups[row])));
  const needed = new Set([...groupsOfClass.values()].filter((own) => own.size === 1).flatMap((own) => [...own]));
  return new Set(groups).size - needed.size;
}

/** Whether every class has a row. */
export function hasAllClasses({ classes, classCount }: Pick<Problem, "classes" | "classCount">): boolean {
  return new Set(classes).size === classCount;
}
