import { equalRows, type EqualRows } from "../evaluate/equalRows.ts";
import { selectRows } from "../matrix/row.ts";
import type { LabelledRows, Problem } from "./labelledRows.ts";

/** Rows of a problem that differ in their values or in their class. */
export interface DistinctRows extends LabelledRows {
  /** The row that stands for each row of the problem. */
  readonly setOf: Int32Array;
}

/**
 * The rows without repetitions, in an order that does not depend on where they stand. Copies of a row become weight, but
 * for copies within a group, which count as one, the heaviest: they repeat one observation, and an evidence that took them
 * for several would choose the narrowest kernel, by which every row is predicted from its own copies.
 */
export function distinctRows({ X, classes, classCount, weights, rowGroups }: Problem): DistinctRows {
  const once =
    rowGroups &&
    heaviestCopies(
      equalRows(
        X,
        classes.map((q, row) => classCount * rowGroups[row] + q),
        weights,
      ),
      weights,
    );
  const { representatives, setOf, weights: sums } = equalRows(X, classes, once ?? weights);
  return {
    X: selectRows(X, representatives),
    classes: Int32Array.from(representatives, (row) => classes[row]),
    weights: sums,
    setOf,
  };
}

/** Weights of which each set of copies keeps the largest, on its first row of that weight. */
function heaviestCopies({ setOf }: EqualRows, weights: Float64Array): Float64Array {
  const heaviest = new Map<number, number>();
  setOf.forEach((set, row) => {
    const known = heaviest.get(set);
    if (known === undefined || weights[row] > weights[known]) heaviest.set(set, row);
  });
  return weights.map((weight, row) => (heaviest.get(setOf[row]) === row ? weight : 0));
}
