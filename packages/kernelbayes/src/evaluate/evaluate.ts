import type { Matrix } from "../engine/matrix.ts";
import { column } from "../matrix/index.ts";
import { areaUnderCurve, areaUnderCurveOneVersusRest } from "./areaUnderCurve.ts";
import { brier } from "./brier.ts";
import { calibrationError, classwiseCalibrationError, type CalibrationError } from "./calibrationError.ts";
import { classNumbers } from "./classNumbers.ts";
import { confusionMatrix, errorRate, matthews, precisionRecall, type PrecisionRecallTable } from "./confusionMatrix.ts";
import { logLoss, logLossFromLogarithms, type LogLoss } from "./logLoss.ts";
import { mostProbable, probabilityMatrix, type Probabilities } from "./probabilities.ts";

/** What is measured: class probabilities, with their logarithms and the decided classes where these are at hand. */
export interface Predicted {
  readonly probabilities: Probabilities;
  /** Used for the log loss, where a probability too small for a double still counts. */
  readonly logProbabilities?: Matrix;
  /** The decided class numbers; by default the most probable ones. */
  readonly decided?: ArrayLike<number>;
}

/** The main measures of a set of predictions. */
export interface Scores {
  readonly rows: number;
  readonly errorRate: number;
  /** Two classes: area under the curve of class 1. More: mean over classes, each against the rest. NaN with one class. */
  readonly areaUnderCurve: number;
  readonly logLoss: LogLoss;
  /** mean (P − y)² for two classes, the sum of squares over classes for more. */
  readonly brier: number;
  /** Of the probability of class 1 for two classes, of the top label for more. */
  readonly calibration: CalibrationError;
  /** The mean of the classes' own calibration errors. */
  readonly classwiseCalibration: CalibrationError;
  readonly precisionRecall: PrecisionRecallTable;
  readonly matthews: number;
  /** True classes in rows, decided ones in columns. */
  readonly confusion: Matrix;
}

/**
 * Measures predictions against the true class numbers. Rows may be weighted; a row of weight w counts as w equal rows.
 *
 * @example evaluate({ probabilities: [0.9, 0.2, 0.6] }, [1, 0, 0]).logLoss.mean
 */
export function evaluate(
  { probabilities, logProbabilities, decided }: Predicted,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
): Scores {
  const P = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, P.rows, P.columns);
  const decisions = decided ?? mostProbable(P);
  const confusion = confusionMatrix(decisions, actual, weights, P.columns);
  const bins = weights === undefined ? {} : { weights };
  return {
    rows: P.rows,
    errorRate: errorRate(decisions, actual, weights),
    areaUnderCurve:
      P.columns === 2
        ? areaUnderCurve(column(P, 1), actual, weights)
        : areaUnderCurveOneVersusRest(P, actual, weights).macro,
    logLoss:
      logProbabilities === undefined
        ? logLoss(P, actual, weights)
        : logLossFromLogarithms(logProbabilities, actual, weights),
    brier: brier(P, actual, weights),
    calibration: calibrationError(P, actual, bins),
    classwiseCalibration: classwiseCalibrationError(P, actual, bins),
    precisionRecall: precisionRecall(confusion),
    matthews: matthews(confusion),
    confusion,
  };
}
