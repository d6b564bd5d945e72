import type { Matrix } from "../engine/matrix.ts";
import { precisionRecall, type PrecisionRecall } from "./confusionMatrix.ts";

/** How decisions fared on the class that has the fewest rows. */
export interface RarestClass extends PrecisionRecall {
  /** Its number. */
  readonly number: number;
  /** Rows of the class (or their weight), those among them that were found, and those that were decided to be another class. */
  readonly rows: number;
  readonly found: number;
  readonly missed: number;
  /** Rows of other classes that were decided to be this one. */
  readonly falseAlarms: number;
  /** Rows of other classes that were not. */
  readonly rest: number;
}

/**
 * Recall, precision and F1 of the rarest class that occurs, from a confusion matrix with true classes in rows: the class that a small error rate
 * says least about. Of equally rare classes the last is taken, which of two classes is the one usually called positive.
 *
 * @example rarestClass(measurement.scores.confusion).recall
 */
export function rarestClass(confusion: Matrix): RarestClass {
  const { data, columns } = confusion;
  const rowsOf = Array.from({ length: columns }, (_, number) =>
    data.subarray(number * columns, (number + 1) * columns).reduce((sum, count) => sum + count, 0),
  );
  let rarest = columns - 1;
  for (let number = columns - 1; number >= 0; number--) {
    if (rowsOf[number] > 0 && (rowsOf[rarest] === 0 || rowsOf[number] < rowsOf[rarest])) rarest = number;
  }
  const found = data[rarest * columns + rarest];
  const decided = rowsOf.reduce((sum, _, number) => sum + data[number * columns + rarest], 0);
  const total = rowsOf.reduce((sum, rows) => sum + rows, 0);
  return {
    number: rarest,
    rows: rowsOf[rarest],
    found,
    missed: rowsOf[rarest] - found,
    falseAlarms: decided - found,
    rest: total - rowsOf[rarest] - (decided - found),
    ...precisionRecall(confusion).perClass[rarest],
  };
}
