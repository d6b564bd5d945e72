import type { Matrix } from "../engine/matrix.ts";
import { selectRows } from "../matrix/row.ts";
import { InputError } from "../errors.ts";

/** Rows with what each counts. */
export interface WeightedRows {
  readonly X: Matrix;
  /** Positive; a row of weight w counts as w rows. */
  readonly weights: Float64Array;
}

/** Rows with their classes: what a model, a search or a sample works on. */
export interface LabelledRows extends WeightedRows {
  /** Class number of each row, from 0. */
  readonly classes: Int32Array;
  /** The probability that each row is of class 1, where labels of two classes may be wrong. Default: they are right. */
  readonly memberships?: Float64Array | undefined;
  /** Rows with equal numbers belong together and are left out together. */
  readonly rowGroups?: Int32Array | undefined;
}

/** Labelled rows of any number of classes, some of which may have no row here. */
export interface CountedRows extends LabelledRows {
  readonly classCount: number;
}

/** Encoded rows with their classes: what a model learns from. Every class occurs. */
export interface Problem extends CountedRows {
  /** The labels of the classes, for messages. */
  readonly classNames?: readonly string[] | undefined;
  /** The source column, by number, that each column of X came from: the indicators of a category share one. */
  readonly columnGroups: readonly number[];
  readonly rowGroups: Int32Array | undefined;
  /** The training rows that are not here because there are too many; models with `sums` learn from them as well. */
  readonly others?: OtherRows | undefined;
}

/** Training rows that are not in memory: sums over them are asked for by `sumOver`. */
interface OtherRows {
  /** The summed weight of each class. */
  readonly sizes: Float64Array;
}

/** What rows have one value each of: classes as numbers, or two classes as signs. */
interface RowFields extends WeightedRows, Partial<Pick<LabelledRows, "classes" | "memberships" | "rowGroups">> {
  readonly signs?: Float64Array;
}

/** The chosen rows, in the order of their numbers in `chosen`; all else, such as the number of classes, stays as it is. */
export function takeRows<R extends RowFields>(rows: R, chosen: Int32Array): R {
  const { X, weights, classes, memberships, signs, rowGroups } = rows;
  return {
    ...rows,
    X: selectRows(X, chosen),
    weights: Float64Array.from(chosen, (row) => weights[row]),
    ...(classes && { classes: chosen.map((row) => classes[row]) }),
    ...(memberships && { memberships: Float64Array.from(chosen, (row) => memberships[row]) }),
    ...(signs && { signs: Float64Array.from(chosen, (row) => signs[row]) }),
    ...(rowGroups && { rowGroups: chosen.map((row) => rowGroups[row]) }),
  };
}

/** The rows that have a positive weight, with these weights in place of their own. */
export function weightedRows<R extends RowFields>(rows: R, weights: Float64Array): R {
  return takeRows({ ...rows, weights }, positiveEntries(weights));
}

/** The summed weight of each class. */
export function classSizes({ classes, weights, classCount }: Omit<CountedRows, "X">): Float64Array {
  const sizes = new Float64Array(classCount);
  classes.forEach((q, row) => (sizes[q] += weights[row]));
  return sizes;
}

/** The summed weight of each class, with the rows that are not in memory. */
export function allSizes(problem: Problem): Float64Array {
  return classSizes(problem).map((size, q) => size + (problem.others?.sizes[q] ?? 0));
}

export function positiveEntries(weights: Float64Array): Int32Array {
  return Int32Array.from(weights.keys()).filter((row) => weights[row] > 0);
}

/**
 * The classes in an order that depends on their rows and not on their names: by the weighted mean place of a class among the
 * rows, equal inputs having one place. Entry k is the number of the class that stands in place k. What is computed in this
 * order is the same whatever the classes are called.
 */
export function classOrder({ X, classes, weights }: LabelledRows, classCount: number): Int32Array {
  const sums = new Float64Array(classCount);
  const totals = new Float64Array(classCount);
  const p = X.columns;
  let place = 0;
  classes.forEach((c, i) => {
    const isNew = i === 0 || X.data.subarray(i * p, (i + 1) * p).some((x, j) => x !== X.data[(i - 1) * p + j]);
    if (isNew) place++;
    sums[c] += weights[i] * place;
    totals[c] += weights[i];
  });
  const means = sums.map((sum, c) => sum / totals[c]);
  return Int32Array.from(means.keys()).toSorted((a, b) => means[a] - means[b] || totals[a] - totals[b] || a - b);
}

/** The rows of each group, in the order in which the groups occur. */
export function membersOf(groups: Int32Array): Int32Array[] {
  const rows = new Map<number, number[]>();
  groups.forEach((group, row) => {
    const own = rows.get(group);
    if (own) own.push(row);
    else rows.set(group, [row]);
  });
  return [...rows.values()].map((own) => Int32Array.from(own));
}

/** Each value by its number among those that differ, from 0 in the order in which they occur. */
export function numbered(values: ArrayLike<number | string>): Int32Array {
  const numbers = new Map<number | string, number>();
  return Int32Array.from(values, (value) => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
}

/** The error of a fit to rows that are all equal, for models that need a distance between rows. */
export function rowsDoNotDiffer(): InputError {
  return new InputError(
    "rows-do-not-differ",
    "All rows are equal, so nothing separates the classes.",
    {},
    "Add columns.",
  );
}
