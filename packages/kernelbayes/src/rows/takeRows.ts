import { selectRows } from "../matrix/row.ts";
import type { LabelledRows, WeightedRows } from "./labelledRows.ts";

/** What rows have one value each of: classes as numbers, or two classes as signs. */
interface RowFields extends WeightedRows, Partial<Pick<LabelledRows, "classes" | "rowGroups">> {
  readonly signs?: Float64Array;
}

/** The chosen rows, in the order of their numbers in `chosen`; all else, such as the number of classes, stays as it is. */
export function takeRows<R extends RowFields>(rows: R, chosen: Int32Array): R {
  const { X, weights, classes, signs, rowGroups } = rows;
  return {
    ...rows,
    X: selectRows(X, chosen),
    weights: Float64Array.from(chosen, (row) => weights[row]),
    ...(classes && { classes: chosen.map((row) => classes[row]) }),
    ...(signs && { signs: Float64Array.from(chosen, (row) => signs[row]) }),
    ...(rowGroups && { rowGroups: chosen.map((row) => rowGroups[row]) }),
  };
}

/** The rows that have a positive weight, with these weights in place of their own. */
export function weightedRows<R extends RowFields>(rows: R, weights: Float64Array): R {
  return takeRows({ ...rows, weights }, positiveEntries(weights));
}

export function positiveEntries(weights: Float64Array): Int32Array {
  return Int32Array.from(weights.keys()).filter((row) => weights[row] > 0);
}
