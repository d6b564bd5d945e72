import type { Matrix } from "kernelbayes";
import { checkLength } from "./planeMarks.ts";

/** Rows with the class probabilities that were given to them, and their true classes. */
export interface JudgedRows {
  readonly classes: readonly string[];
  /** A row for each row, a column for each class. */
  readonly probabilities: Matrix;
  /** The number of each row's true class. */
  readonly truth: ArrayLike<number>;
  /** A row of weight w counts as w rows. Default 1. */
  readonly weights?: ArrayLike<number> | undefined;
}

/** Whether each row is of one class, and how probable that was said to be. */
export interface ClassEvent {
  /** The number of the class. */
  readonly number: number;
  readonly label: string;
  readonly probability: Float64Array;
  /** 1 where the row is of the class, 0 where not. */
  readonly happened: Int32Array;
  readonly weights?: ArrayLike<number> | undefined;
}

/** So many classes can be told apart in one chart. */
export const mostClasses = 10;

/**
 * The events that curves are drawn of: of two classes the second, of more each class against the rest; of more than ten the
 * ten with the most rows. Classes without a row have no curve; rows of one class alone are
 * refused.
 */
export function classEvents(rows: JudgedRows): ClassEvent[] {
  checkJudged(rows);
  const counts = rows.classes.map((_, q) => countOf(rows.truth, q));
  const numbers = Array.from(counts.keys()).filter((q) => counts[q] > 0 && counts[q] < rows.truth.length);
  if (numbers.length === 0) throw new RangeError("There must be rows of more than one class.");
  const drawn = rows.classes.length === 2 ? numbers.filter((q) => q === 1) : largestFirst(numbers, counts);
  return drawn.map((q) => eventOf(rows, q));
}

function largestFirst(numbers: readonly number[], counts: readonly number[]): number[] {
  return numbers
    .toSorted((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, mostClasses)
    .toSorted((a, b) => a - b);
}

function eventOf({ classes, probabilities, truth, weights }: JudgedRows, q: number): ClassEvent {
  const { data, columns, rows } = probabilities;
  return {
    number: q,
    label: classes[q],
    probability: Float64Array.from({ length: rows }, (_, row) => data[row * columns + q]),
    happened: Int32Array.from({ length: rows }, (_, row) => (truth[row] === q ? 1 : 0)),
    weights,
  };
}

function countOf(truth: ArrayLike<number>, q: number): number {
  let count = 0;
  for (let row = 0; row < truth.length; row++) if (truth[row] === q) count++;
  return count;
}

/** Refuses what does not belong together. */
export function checkJudged({ classes, probabilities, truth, weights }: JudgedRows): void {
  if (truth.length === 0) throw new RangeError("There must be rows.");
  checkLength("Rows of probabilities, as many as true classes", probabilities.rows, truth.length);
  checkLength("Columns of probabilities, one for each class", probabilities.columns, classes.length);
  if (weights) checkLength("Weights, as many as rows", weights.length, truth.length);
}
