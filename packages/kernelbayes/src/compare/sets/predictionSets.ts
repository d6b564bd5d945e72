import { probabilityMatrix, type Probabilities, mostProbable } from "../../evaluate/probabilities.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import type { ConformalThreshold } from "./conformalThreshold.ts";
import { rowUniforms, setScores } from "./setScores.ts";
import type { Matrix } from "../../engine/matrix.ts";

export interface PredictionSetOptions {
  /** Whether a set without any class gets the most probable one; coverage only rises by it. Default true. */
  readonly nonEmpty?: boolean;
  /** The place of the first row among all that are predicted, where they come in pieces. Default 0. */
  readonly firstRow?: number;
}

/**
 * The set of classes of each row that are plausible at the level of a threshold, by their numbers in ascending order: those
 * whose score is not above the threshold. One class where the row is clear, several where it is not.
 *
 * @example const sets = predictionSets(prediction.probabilities, threshold);
 */
export function predictionSets(
  probabilities: Probabilities,
  { score, randomize, seed, thresholds }: Omit<ConformalThreshold, "level">,
  { nonEmpty = true, firstRow = 0 }: PredictionSetOptions = {},
): Int32Array[] {
  const P = probabilityMatrix(probabilities);
  requireLength(P.columns, thresholds.length, "The number of classes");
  const uniforms = randomize ? rowUniforms("prediction", seed, P.rows, firstRow) : undefined;
  return plausibleClasses(setScores(P, score, uniforms), thresholds, nonEmpty ? mostProbable(P) : undefined);
}

/**
 * The classes of each row whose score is not above the threshold of the class, by their numbers in ascending order. A row without
 * any gets the class that `fallback` names for it, where that is given.
 */
export function plausibleClasses(
  { data, rows, columns }: Matrix,
  thresholds: Float64Array,
  fallback?: ArrayLike<number>,
): Int32Array[] {
  return Array.from({ length: rows }, (_, row) => {
    const members = Array.from(thresholds.keys()).filter((c) => data[row * columns + c] <= thresholds[c]);
    return Int32Array.from(members.length === 0 && fallback ? [fallback[row]] : members);
  });
}
