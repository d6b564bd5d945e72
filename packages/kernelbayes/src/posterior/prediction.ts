import { matrix, type Matrix } from "../engine/matrix.ts";
import { mostProbable } from "../evaluate/probabilities.ts";
import type { OutsideRows } from "./outsideRows.ts";
import type { NumericPrediction, NumericProbabilities } from "./numericPosterior.ts";
import { predictedRows, predictionData, type PredictedRow, type PredictionData } from "./predictedRows.ts";

/** What predictions with and without intervals have in common. Matrices have a row for each row and a column for each class. */
interface Predicted {
  readonly rows: number;
  readonly classes: readonly string[];
  /** The most probable class of each row (the first of equals), unless the model was asked to decide by another rule. */
  readonly labels: readonly string[];
  readonly probabilities: Matrix;
  readonly logProbabilities: Matrix;
  /** What is unlike the training rows, row by row: there the probabilities say less than they claim. */
  readonly outside: OutsideRows;
  /** An object for each row, with its label and its probabilities by class: for programs and services. */
  toRows(): PredictedRow[];
  /** What `JSON.stringify` writes: plain arrays, a list for each row. Logarithms and latent values are left out, because they may be infinite. */
  toJSON(): PredictionData;
}

/** Predictions for the rows of a table. Matrices have a row for each of them and a column for each class. */
export interface Prediction extends Predicted {
  readonly intervals: true;
  /** The level of the intervals. */
  readonly level: number;
  /** Ends of the interval that each probability lies in: how sure the probability is, not a range for the label. */
  readonly lower: Matrix;
  readonly upper: Matrix;
  /** Mean and deviation of the latent quantity behind each probability, on the scale of the logit. */
  readonly latentMean: Matrix;
  readonly latentDeviation: Matrix;
}

/** Predictions for the rows of a table without intervals: `predict(rows, { intervals: false })`. */
export interface PointPrediction extends Predicted {
  readonly intervals: false;
  readonly level?: undefined;
  readonly lower?: undefined;
  readonly upper?: undefined;
}

/** What a prediction can do beside holding data. */
export type PredictionMethods = Pick<Predicted, "toRows" | "toJSON">;

/** Not among the properties of a prediction itself, so that it can be sent to another thread. */
const methods: PredictionMethods = {
  toRows(this: Prediction | PointPrediction) {
    return predictedRows(this);
  },
  toJSON(this: Prediction | PointPrediction) {
    return predictionData(this);
  },
};

/** The data of a prediction as a prediction. */
export function withMethods<Data extends object>(data: Data): Data & PredictionMethods {
  return Object.assign(Object.create(methods) as PredictionMethods, data);
}

export function predictionOf(
  { decisions, ...numeric }: NumericPrediction,
  classes: readonly string[],
  level: number,
  outside: OutsideRows = nothingOutside(numeric.logProbabilities.rows),
): Prediction {
  const { rows, labels, probabilities } = labelled(numeric.logProbabilities, decisions, classes);
  const lower = touching(numeric.lower, probabilities, Math.min);
  const upper = touching(numeric.upper, probabilities, Math.max);
  const all = { ...numeric, lower, upper };
  return withMethods({ rows, classes, labels, probabilities, intervals: true, level, ...all, outside });
}

export function pointPredictionOf(
  { decisions, logProbabilities }: NumericProbabilities,
  classes: readonly string[],
  outside: OutsideRows = nothingOutside(logProbabilities.rows),
): PointPrediction {
  const { rows, labels, probabilities } = labelled(logProbabilities, decisions, classes);
  return withMethods({ rows, classes, labels, probabilities, logProbabilities, intervals: false, outside });
}

const noColumns: readonly string[] = Object.freeze([]);

function nothingOutside(rows: number): OutsideRows {
  return { columns: new Array<readonly string[]>(rows).fill(noColumns), distance: undefined };
}

function labelled(
  { rows, columns, data }: Matrix,
  decisions: Int32Array | undefined,
  classes: readonly string[],
): Pick<Predicted, "rows" | "labels" | "probabilities"> {
  const probabilities = matrix(rows, columns);
  for (let at = 0; at < data.length; at++) probabilities.data[at] = Math.exp(data[at]);
  const numbers = decisions ?? mostProbable(probabilities);
  const labels = new Array<string>(rows);
  for (let row = 0; row < rows; row++) labels[row] = classes[numbers[row]];
  return { rows, labels, probabilities };
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
