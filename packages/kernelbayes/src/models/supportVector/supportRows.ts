import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { selectRows } from "../../matrix/row.ts";
import { distinctRows } from "../../rows/distinctRows.ts";
import { ownFolds } from "../../rows/heldOutByFolds.ts";
import { positiveEntries, takeRows, type Problem } from "../../rows/labelledRows.ts";

/** Rows that differ, as a support vector machine is trained on them. */
export interface SupportRows {
  readonly X: Matrix;
  /** Of the machine: +1 for the class of the first row in an order that only the values decide, whatever its number. */
  readonly signs: Float64Array;
  /** What turns outputs of the machine into those in favour of class 1. */
  readonly orientation: 1 | -1;
  readonly weights: Float64Array;
  /** How many times its weight the cost of a row is. */
  readonly shares: Float64Array;
  /** The row that stands for each row of the problem. */
  readonly setOf: Int32Array;
}

export type ClassWeights = "none" | "balanced";

/**
 * The different rows, those of one class after those of the other: the steps of the training go through all rows, and
 * processors foresee what comes in long runs. Which class is the positive one depends on the rows and not on its name.
 */
export function supportRows(problem: Problem, classWeights: ClassWeights): SupportRows {
  const { X, classes, weights, setOf } = distinctRows(problem);
  const orientation = classes[0] === 1 ? 1 : -1;
  const signOf = (set: number): number => (classes[set] === classes[0] ? 1 : -1);
  const order = Int32Array.from(classes.keys()).toSorted((a, b) => signOf(b) - signOf(a) || a - b);
  const place = new Int32Array(order.length);
  order.forEach((set, at) => (place[set] = at));
  const signs = Float64Array.from(order, signOf);
  const sorted = Float64Array.from(order, (set) => weights[set]);
  return {
    X: selectRows(X, order),
    signs,
    orientation,
    weights: sorted,
    shares: classWeights === "none" ? new Float64Array(order.length).fill(1) : balancedShares(signs, sorted),
    setOf: setOf.map((set) => place[set]),
  };
}

/** Total/(2 Nₖ) for the rows of class k: both classes then cost the same in all. */
function balancedShares(signs: Float64Array, weights: Float64Array): Float64Array {
  let positive = 0;
  let total = 0;
  signs.forEach((sign, i) => {
    total += weights[i];
    if (sign > 0) positive += weights[i];
  });
  return signs.map((sign) => total / (2 * (sign > 0 ? positive : total - positive)));
}

/** Folds as weights of the rows that differ, so that all fits share one kernel matrix. */
export interface SupportFolds {
  readonly splits: readonly {
    readonly train: Float64Array;
    readonly test: Float64Array;
  }[];
  /** The tests that a row of the problem belongs to: all of its set, or those of its own group; a number below n · folds. */
  readonly testsOf: Int32Array;
  /** Whether the number of a test tells its fold too. */
  readonly isByGroup: boolean;
}

/** The folds of the problem, unit by unit of weight or group by group. */
export function supportFolds(
  problem: Problem,
  { setOf, weights }: SupportRows,
  folds: number,
  seed: number,
): SupportFolds {
  const own = ownFolds(problem, folds, seed);
  const n = weights.length;
  if (!problem.rowGroups) {
    // The sets of the folds are those of the machine in another order.
    const placeOf = new Int32Array(n);
    own.setOf.forEach((set, row) => (placeOf[set] = setOf[row]));
    const placed = (values: Float64Array): Float64Array => {
      const result = new Float64Array(n);
      values.forEach((value, set) => (result[placeOf[set]] = value));
      return result;
    };
    const splits = own.splits.map(({ train, test }) => ({ train: placed(train), test: placed(test) }));
    return { splits, testsOf: setOf, isByGroup: false };
  }
  const testsOf = new Int32Array(setOf.length).fill(-1);
  const splits = own.splits.map(({ train, test }, fold) => {
    for (const row of positiveEntries(test)) testsOf[row] = fold * n + setOf[row];
    return { train: weightsOf(problem, setOf, n, train), test: weightsOf(problem, setOf, n, test) };
  });
  return { splits, testsOf, isByGroup: true };
}

/** The weights of a part of the problem on the sets of the whole; copies within a group count once. */
function weightsOf(problem: Problem, setOf: Int32Array, n: number, part: Float64Array): Float64Array {
  const rows = positiveEntries(part);
  const own = distinctRows(takeRows(problem, rows));
  const weights = new Float64Array(n);
  rows.forEach((row, k) => (weights[setOf[row]] = own.weights[own.setOf[k]]));
  return weights;
}

/** What k(x, x) has beyond its value for two different rows that are equal, a nugget: left-out rows do not get it. */
export function ownTerms(kernel: Kernel, X: Matrix): Float64Array {
  const p = X.columns;
  return kernel.diagonal(X).map((value, i) => {
    const row = X.data.subarray(i * p, (i + 1) * p);
    return value - kernel.evaluate(row, row, false);
  });
}
