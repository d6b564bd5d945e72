import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import type { Posterior } from "../posterior/posterior.ts";

/** Training rows as a fit predicts them that did not see them. */
export interface UnseenRows {
  /** The places of the rows in the training table, from 0. */
  readonly rows: Int32Array;
  /** The class number of each. */
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  readonly logProbabilities: Matrix;
  readonly probabilities: Matrix;
}

/**
 * The training rows of a posterior with their leave-one-out probabilities, without those that have none (the only row of a
 * class): what prediction sets without a hold-out, and the search for mislabelled rows, start from.
 */
export function leaveOneOutRows(posterior: Pick<Posterior, "leaveOneOut" | "training">): UnseenRows {
  const { leaveOneOut, training } = posterior;
  const omitted = new Set(leaveOneOut?.omitted);
  const kept = Int32Array.from(training.rows.keys()).filter((row) => !omitted.has(row));
  if (!leaveOneOut || kept.length === 0) {
    throw new InputError(
      "no-leave-one-out",
      "This model holds no leave-one-out probabilities of its training rows.",
      {},
      "Give rows that were not used in the fit instead.",
    );
  }
  const { data, columns: C } = leaveOneOut.logProbabilities;
  const logProbabilities = matrix(kept.length, C);
  kept.forEach((row, at) => logProbabilities.data.set(data.subarray(row * C, (row + 1) * C), at * C));
  return {
    rows: kept.map((row) => training.rows[row]),
    classes: kept.map((row) => training.classes[row]),
    weights: Float64Array.from(kept, (row) => training.weights?.[row] ?? 1),
    logProbabilities,
    probabilities: matrix(kept.length, C, logProbabilities.data.map(Math.exp)),
  };
}
