import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import type { PointPrediction } from "kernelbayes/predict";
import type { Prediction } from "kernelbayes";

/** The predictions of some rows, without what answers do not need: plain data that can be sent between threads. */
export interface Predicted {
  readonly rows: number;
  readonly classes: readonly string[];
  readonly labels: readonly string[];
  readonly probabilities: Matrix;
  readonly lower?: Matrix | undefined;
  readonly upper?: Matrix | undefined;
}

/** What answers need of a prediction. */
export function predictedOf({
  rows,
  classes,
  labels,
  probabilities,
  lower,
  upper,
}: Prediction | PointPrediction): Predicted {
  return { rows, classes, labels, probabilities, ...(lower && upper && { lower, upper }) };
}

/** The part of predictions that is about some rows in a sequence. */
export function partOfPredicted(all: Predicted, first: number, rows: number): Predicted {
  if (first === 0 && rows === all.rows) return all;
  // Copies of a few numbers take less time than views of them.
  const part = (numbers: Matrix): Matrix =>
    matrix(rows, numbers.columns, numbers.data.slice(first * numbers.columns, (first + rows) * numbers.columns));
  return {
    rows,
    classes: all.classes,
    labels: all.labels.slice(first, first + rows),
    probabilities: part(all.probabilities),
    ...(all.lower && all.upper && { lower: part(all.lower), upper: part(all.upper) }),
  };
}
