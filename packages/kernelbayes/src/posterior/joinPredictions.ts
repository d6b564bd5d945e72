import type { Matrix } from "../engine/matrix.ts";
import { concatenate, stackRows } from "../matrix/row.ts";
import { withMethods, type PointPrediction, type Prediction, type PredictionMethods } from "./prediction.ts";

/** A prediction without its methods: plain data that can be sent between threads. */
export type PredictedPart = Omit<Prediction, keyof PredictionMethods> | Omit<PointPrediction, keyof PredictionMethods>;

/** The plain data of a prediction. */
export function partOf(prediction: Prediction | PointPrediction): PredictedPart {
  return { ...prediction };
}

/** The predictions of parts of some rows as one, in their order. There is at least one part, and all have intervals or none. */
export function joinPredictions(parts: readonly PredictedPart[]): Prediction | PointPrediction {
  const [first] = parts;
  const below = (matrixOf: (part: PredictedPart) => Matrix | undefined): Matrix =>
    stackRows(parts.map((part) => matrixOf(part)!));
  const distances = parts.map(({ outside }) => outside.distance);
  const all = {
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    classes: first.classes,
    labels: parts.flatMap(({ labels }) => labels),
    probabilities: below((part) => part.probabilities),
    logProbabilities: below((part) => part.logProbabilities),
    outside: {
      columns: parts.flatMap(({ outside }) => outside.columns),
      distance: first.outside.distance && concatenate(distances.map((part) => part!)),
    },
  };
  if (!first.intervals) return withMethods({ ...all, intervals: false });
  const ofIntervals = (name: IntervalPart): Matrix => below((part) => (part.intervals ? part[name] : undefined));
  return withMethods({
    ...all,
    intervals: true,
    level: first.level,
    lower: ofIntervals("lower"),
    upper: ofIntervals("upper"),
    latentMean: ofIntervals("latentMean"),
    latentDeviation: ofIntervals("latentDeviation"),
  });
}

type IntervalPart = "lower" | "upper" | "latentMean" | "latentDeviation";
