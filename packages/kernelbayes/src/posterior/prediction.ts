import { matrix, type Matrix } from "../engine/matrix.ts";
import { mostProbable } from "../evaluate/mostProbable.ts";
import type { NumericPrediction } from "./numericPosterior.ts";

/** Predictions for the rows of a table. Matrices have a row for each of them and a column for each class. */
export interface Prediction {
  readonly rows: number;
  readonly classes: readonly string[];
  /** The most probable class of each row (the first of equals). */
  readonly labels: readonly string[];
  readonly probabilities: Matrix;
  readonly logProbabilities: Matrix;
  /** The level of the intervals. */
  readonly level: number;
  /** Ends of the interval that each probability lies in: how sure the probability is, not a range for the label. */
  readonly lower: Matrix;
  readonly upper: Matrix;
  /** Mean and deviation of the latent quantity behind each probability, on the scale of the logit. */
  readonly latentMean: Matrix;
  readonly latentDeviation: Matrix;
}

export function predictionOf(numeric: NumericPrediction, classes: readonly string[], level: number): Prediction {
  const { rows, columns, data } = numeric.logProbabilities;
  const probabilities = matrix(rows, columns, data.map(Math.exp));
  const labels = Array.from(mostProbable(probabilities), (number) => classes[number]);
  return { rows, classes, labels, probabilities, level, ...numeric };
}
