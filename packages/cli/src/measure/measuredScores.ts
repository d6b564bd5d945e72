import { type Scores } from "kernelbayes";
import { scoreIntervals, type ScoreInterval } from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
import { evaluate } from "kernelbayes/evaluate";
import type { HeldOutRows } from "@kernelbayes/report";
import { calibrationByChance } from "kernelbayes/evaluate";

/** The main measures of predictions, each with an interval. */
export interface MeasuredScores {
  /** The rows that were predicted. */
  readonly rows: number;
  /** The level of the intervals. */
  readonly level: number;
  /** The share of wrong decisions. */
  readonly errorRate: ScoreInterval;
  /** In nats per row. */
  readonly logLoss: ScoreInterval;
  /** Undefined where all rows are of one class. */
  readonly areaUnderCurve: ScoreInterval | undefined;
  /** mean (P − y)² for two classes, the sum of squares over classes for more. */
  readonly brier: ScoreInterval;
  /**
   * The calibration error; what perfect probabilities would show on average on as many rows; and between which ends it would lie
   * then: above `upper` something is wrong with the probabilities.
   */
  readonly calibration: ScoreInterval & { readonly byChance: number };
  /** Measures of the class frequencies of the same rows: what a model has to beat. */
  readonly guessing: { readonly errorRate: number; readonly logLoss: number; readonly brier: number };
  /** All measures, without intervals. */
  readonly scores: Scores;
}

export interface MeasureOptions {
  readonly seed: number;
  /** Default 0.95. */
  readonly level?: number;
  /** The group of each row: rows of one group are not independent. */
  readonly groups?: ArrayLike<number> | undefined;
}

/** Measures predictions of rows that the model had not seen, two at least. */
export function measuredScores(
  { truth, logProbabilities, decided, weights, intervals }: HeldOutRows,
  { seed, level = 0.95, groups }: MeasureOptions,
): MeasuredScores {
  const { rows, columns, data } = logProbabilities;
  const probabilities = matrix(rows, columns, data.map(Math.exp));
  const predicted = { probabilities, logProbabilities, ...(decided && { decided }) };
  const scores = evaluate(predicted, truth, weights);
  const { errorRate, logLoss, areaUnderCurve, brier } =
    intervals ?? scoreIntervals(predicted, truth, { seed, level, weights, groups });
  return {
    rows,
    level,
    errorRate,
    logLoss,
    areaUnderCurve,
    brier,
    calibration: {
      estimate: scores.calibration.error,
      byChance: scores.calibration.byChance,
      ...calibrationByChance(probabilities, { seed, level, weights }),
    },
    guessing: guessing(truth, columns, weights),
    scores,
  };
}

function guessing(
  truth: ArrayLike<number>,
  classes: number,
  weights: ArrayLike<number> | undefined,
): MeasuredScores["guessing"] {
  const mass = new Float64Array(classes);
  for (let row = 0; row < truth.length; row++) mass[truth[row]] += weights?.[row] ?? 1;
  const total = mass.reduce((sum, one) => sum + one, 0);
  const shares = mass.map((one) => one / total);
  return {
    errorRate: 1 - Math.max(...shares),
    logLoss: shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0),
    // Of two classes one is counted: half of the sum of squares.
    brier: (1 - shares.reduce((sum, share) => sum + share * share, 0)) / (classes === 2 ? 2 : 1),
  };
}
