import { areaUnderCurveInterval } from "../evaluate/areaUnderCurve.ts";
import type { Predicted } from "../evaluate/evaluate.ts";
import { errorRate } from "../evaluate/confusionMatrix.ts";
import { LOG_DENSITY_FLOOR } from "../evaluate/elpd.ts";
import { mostProbable, probabilityMatrix } from "../evaluate/probabilities.ts";
import { wilsonInterval } from "../evaluate/wilsonInterval.ts";
import { InputError } from "../errors.ts";
import { bootstrapMean } from "./bootstrap.ts";

/** A measure with the interval that holds it for new rows. */
export interface ScoreInterval {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** The main measures of a set of predictions, each with an interval. */
export interface ScoreIntervals {
  readonly level: number;
  /** Wilson's interval of a proportion. */
  readonly errorRate: ScoreInterval;
  /** Bootstrap over rows. */
  readonly logLoss: ScoreInterval;
  /** Bootstrap over rows. */
  readonly brier: ScoreInterval;
  /** DeLong's interval; undefined where all rows have one class. */
  readonly areaUnderCurve: ScoreInterval | undefined;
}

export interface ScoreIntervalOptions {
  readonly seed: number;
  /** Default 0.95. */
  readonly level?: number;
}

/** Rows that are drawn for one interval, in all resamples together: seconds, however many rows there are. */
const mostDrawn = 2e7;

/**
 * Intervals for the error rate, the log loss, the Brier score and the area under the curve of predictions, as `evaluate` measures them.
 * They speak of new rows for the model at hand, not of the same model trained on other rows, and suppose that rows are independent.
 *
 * @example scoreIntervals({ probabilities }, truth, { seed: 1 }).logLoss.upper
 */
export function scoreIntervals(
  { probabilities, logProbabilities, decided }: Predicted,
  truth: ArrayLike<number>,
  { seed, level = 0.95 }: ScoreIntervalOptions,
): ScoreIntervals {
  const P = probabilityMatrix(probabilities);
  const { rows, columns, data } = P;
  if (rows < 2) throw new InputError("too-few-rows", `Intervals need at least 2 rows; got ${rows}.`);
  const share = errorRate(decided ?? mostProbable(P), truth);
  const [lower, upper] = wilsonInterval(Math.round(share * rows), rows, level);
  const densities = logProbabilities?.data ?? data.map((value) => Math.log(Math.max(0, value)));
  const losses = new Float64Array(rows);
  const squares = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    losses[row] = -Math.max(LOG_DENSITY_FLOOR, densities[row * columns + truth[row]]);
    for (let q = columns === 2 ? 1 : 0; q < columns; q++) {
      squares[row] += (data[row * columns + q] - (truth[row] === q ? 1 : 0)) ** 2;
    }
  }
  const fewest = Math.ceil(10 / (1 - level));
  const resamples = Math.max(fewest, 400, Math.min(2000, Math.floor(mostDrawn / rows)));
  const mean = (values: Float64Array): ScoreInterval => {
    const interval = bootstrapMean(values, { seed, level, resamples });
    return { estimate: interval.estimate, lower: interval.lower, upper: interval.upper };
  };
  const area = areaUnderCurveInterval(P, truth, level);
  return {
    level,
    errorRate: { estimate: share, lower, upper },
    logLoss: mean(losses),
    brier: mean(squares),
    areaUnderCurve: Number.isNaN(area.estimate)
      ? undefined
      : { estimate: area.estimate, lower: area.lower, upper: area.upper },
  };
}
