import { InputError } from "../../errors.ts";
import { probabilityMatrix, type Probabilities } from "../probabilities.ts";

export interface ThresholdRule {
  /** The number of the class that is looked for. */
  readonly positive: number;
  /** From this probability on a row is decided to be of that class. */
  readonly threshold: number;
}

/**
 * Decides each row for one class where its probability reaches a threshold, however probable others are, and for the most probable of the others
 * elsewhere.
 *
 * @example decideByThreshold(prediction.probabilities, { positive: 1, threshold: 0.2 })
 */
export function decideByThreshold(probabilities: Probabilities, { positive, threshold }: ThresholdRule): Int32Array {
  const { data, rows, columns } = probabilityMatrix(probabilities);
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new InputError("invalid-threshold", `A threshold must lie between 0 and 1; got ${threshold}.`);
  }
  if (!(Number.isInteger(positive) && positive >= 0 && positive < columns)) {
    throw new InputError("invalid-class", `The class must be a number from 0 to ${columns - 1}; got ${positive}.`);
  }
  return Int32Array.from({ length: rows }, (_, row) => {
    if (data[row * columns + positive] >= threshold) return positive;
    let best = positive === 0 ? 1 : 0;
    for (let number = best + 1; number < columns; number++) {
      if (number !== positive && data[row * columns + number] > data[row * columns + best]) best = number;
    }
    return best;
  });
}
