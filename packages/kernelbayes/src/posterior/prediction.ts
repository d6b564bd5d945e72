import { matrix, type Matrix } from "../engine/matrix.ts";
import { mostProbable } from "../evaluate/probabilities.ts";
import type { OutsideRows } from "./outsideRows.ts";
import type { NumericPrediction } from "./numericPosterior.ts";

/** Predictions for the rows of a table. Matrices have a row for each of them and a column for each class. */
export interface Prediction {
  readonly rows: number;
  readonly classes: readonly string[];
  /** The most probable class of each row (the first of equals), unless the model was asked to decide by another rule. */
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
  /** What is unlike the training rows, row by row: there the probabilities say less than they claim. */
  readonly outside: OutsideRows;
}

export function predictionOf(
  { decisions, ...numeric }: NumericPrediction,
  classes: readonly string[],
  level: number,
  outside: OutsideRows = {
    columns: Array.from({ length: numeric.logProbabilities.rows }, () => []),
    distance: undefined,
  },
): Prediction {
  const { rows, columns, data } = numeric.logProbabilities;
  const probabilities = matrix(rows, columns, data.map(Math.exp));
  const labels = Array.from(decisions ?? mostProbable(probabilities), (number) => classes[number]);
  const lower = touching(numeric.lower, probabilities, Math.min);
  const upper = touching(numeric.upper, probabilities, Math.max);
  return { rows, classes, labels, probabilities, level, ...numeric, lower, upper, outside };
}

/** What logarithm and exponential together may change in a probability. */
const rounding = 1e-12;

/** Ends of intervals that missed the probability by the rounding of its logarithm are moved onto it. */
function touching(ends: Matrix, probabilities: Matrix, outer: (end: number, probability: number) => number): Matrix {
  const moved = ends.data.map((end, at) => {
    const probability = probabilities.data[at];
    return Math.abs(end - probability) <= rounding * probability ? outer(end, probability) : end;
  });
  return matrix(ends.rows, ends.columns, moved);
}
