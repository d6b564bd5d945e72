import { InputError, NumericalError, type Matrix } from "kernelbayes";
import { evaluate } from "kernelbayes/evaluate";
import type { Measured } from "./experiment.ts";
import { packForecasts } from "./forecasts.ts";

/** Predictions of test rows, by whomever. */
export interface Predictions {
  /** The labels, in the order of the columns. */
  readonly classes: readonly string[];
  readonly probabilities: Matrix;
  readonly logProbabilities?: Matrix;
  /** The labels that were decided for; default: the most probable. */
  readonly labels?: readonly string[];
}

type Scores = Pick<
  Measured,
  | "testRows"
  | "errorRate"
  | "areaUnderCurve"
  | "logLoss"
  | "flooredRows"
  | "brier"
  | "calibrationError"
  | "calibrationByChance"
  | "forecasts"
>;

/** The figures of predictions against the true labels: the same functions for our methods and for peers. */
export function measure(
  { classes, probabilities, logProbabilities, labels: decided }: Predictions,
  labels: readonly (string | undefined)[],
): Scores {
  if (!probabilities.data.every(Number.isFinite)) {
    throw new NumericalError("not-a-number", "The method gave probabilities that are not numbers.");
  }
  const truth = labels.map((label) => classes.indexOf(label ?? ""));
  const unknown = truth.indexOf(-1);
  if (unknown >= 0) {
    throw new InputError("class-not-trained", `No training row has the label "${labels[unknown]}" of a test row.`);
  }
  const scores = evaluate(
    {
      probabilities,
      ...(logProbabilities && { logProbabilities }),
      ...(decided && { decided: decided.map((label) => classes.indexOf(label)) }),
    },
    truth,
  );
  return {
    testRows: scores.rows,
    errorRate: scores.errorRate,
    areaUnderCurve: scores.areaUnderCurve,
    logLoss: scores.logLoss.mean,
    flooredRows: scores.logLoss.floored,
    brier: scores.brier,
    calibrationError: scores.calibration.error,
    calibrationByChance: scores.calibration.byChance,
    forecasts: packForecasts(probabilities, truth),
  };
}
