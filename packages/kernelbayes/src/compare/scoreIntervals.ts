import { matrix, type Matrix } from "../engine/matrix.ts";
import { areaUnderCurveInterval } from "../evaluate/areaUnderCurve.ts";
import type { Predicted } from "../evaluate/evaluate.ts";
import { LOG_DENSITY_FLOOR } from "../evaluate/elpd.ts";
import { mostProbable, probabilityMatrix } from "../evaluate/probabilities.ts";
import { wilsonInterval } from "../evaluate/wilsonInterval.ts";
import { InputError } from "../errors.ts";
import { bootstrapMean } from "./bootstrap.ts";
import { resampledIntervals } from "./resampledIntervals.ts";

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
  /** Bootstrap over rows, and one row more that is misjudged. */
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
  /** A row of weight w counts as w rows. Intervals are then percentiles of resampled rows. */
  readonly weights?: ArrayLike<number> | undefined;
  /** The group of each row: rows of one group are not independent, and are resampled together. */
  readonly groups?: ArrayLike<number> | undefined;
  /** Further predictions of the same rows, such as those of other divisions into folds. All are averaged row by row. */
  readonly further?: readonly Predicted[];
  /** The factor by which the intervals are wider than those of independent rows. Default 1; see `measure`. */
  readonly dependence?: number;
  /** How far the intervals of the error and of the log loss reach in place of `dependence`; see `measure`. */
  readonly reach?: Partial<Readonly<Record<"errorRate" | "logLoss", Reach>>>;
}

/** How far an interval reaches beyond that of independent rows. */
interface Reach {
  /** The factor by which both sides are longer. */
  readonly factor: number;
  /**
   * Fits to fewer rows are worse than the one whose figure is wanted: the share of the estimate that the missing rows may bring. The lower
   * end moves down by it.
   */
  readonly unseen: number;
}

/** Rows that are drawn for one interval, in all resamples together: seconds, however many rows there are. */
const mostDrawn = 2e7;

/**
 * Intervals for the error rate, the log loss, the Brier score and the area under the curve of predictions, as `evaluate` measures them.
 * They speak of new rows for the model at hand, not of the same model trained on other rows, and suppose that rows or groups are
 * independent.
 *
 * Where all rows were predicted well, resampled log losses know of no mistake, though new rows may bring some. The upper end therefore allows
 * for one row more whose most probable class is wrong, as the rule of succession does for proportions; dependence widens the resampled end alone.
 *
 * @example scoreIntervals({ probabilities }, truth, { seed: 1 }).logLoss.upper
 */
export function scoreIntervals(
  predicted: Predicted,
  truth: ArrayLike<number>,
  { seed, level = 0.95, weights, groups, further = [], dependence = 1, reach = {} }: ScoreIntervalOptions,
): ScoreIntervals {
  const rounds = [predicted, ...further].map(completed);
  const { rows, columns } = rounds[0].probabilities;
  if (rows < 2) throw new InputError("too-few-rows", `Intervals need at least 2 rows; got ${rows}.`);
  const all: Reach = { factor: dependence, unseen: 0 };
  const { errorRate: ofError = all, logLoss: ofLoss = all } = reach;
  const mostBrier = columns === 2 ? 1 : 2;
  if (weights !== undefined || groups !== undefined) {
    const each = rounds.map((round) => resampledIntervals(round, truth, { seed, level, weights, groups }));
    const areas = each.flatMap(({ areaUnderCurve }) => areaUnderCurve ?? []);
    return {
      level,
      errorRate: widened(meanInterval(each.map(({ errorRate }) => errorRate)), ofError, 1),
      logLoss: widened(meanInterval(each.map(({ logLoss }) => logLoss)), ofLoss, Infinity),
      brier: widened(meanInterval(each.map(({ brier }) => brier)), all, mostBrier),
      areaUnderCurve: areas.length < each.length ? undefined : widened(meanInterval(areas), all, 1),
    };
  }
  const { wrong, losses, squares, ifWrong } = meanRows(rounds, truth);
  const share = mean(wrong);
  const effective = rows / ofError.factor ** 2;
  const [lower, upper] = wilsonInterval(Math.min(1, share) * effective, effective, level);
  const ofMean = resampledMean(rows, seed, level);
  const logLoss = ofMean(losses);
  const withMistake = new Float64Array(rows + 1);
  withMistake.set(losses);
  withMistake[rows] = Math.max(logLoss.estimate, mean(ifWrong));
  const ofLogLoss = widened(logLoss, ofLoss, Infinity);
  const areas = rounds.map(({ probabilities }) => areaUnderCurveInterval(probabilities, truth, level));
  return {
    level,
    errorRate: { estimate: share, lower: Math.max(0, lower - ofError.unseen * share), upper },
    logLoss: { ...ofLogLoss, upper: Math.max(ofLogLoss.upper, ofMean(withMistake).upper) },
    brier: widened(ofMean(squares), all, mostBrier),
    areaUnderCurve: areas.some(({ estimate }) => Number.isNaN(estimate))
      ? undefined
      : widened(meanInterval(areas), all, 1),
  };
}

function widened({ estimate, lower, upper }: ScoreInterval, { factor, unseen }: Reach, most: number): ScoreInterval {
  return {
    estimate,
    lower: Math.max(0, estimate - factor * (estimate - lower) - unseen * estimate),
    upper: Math.min(most, estimate + factor * (upper - estimate)),
  };
}

/** Bootstrap intervals of means, with as many resamples as the rows allow. */
function resampledMean(rows: number, seed: number, level: number): (values: Float64Array) => ScoreInterval {
  const fewest = Math.ceil(10 / (1 - level));
  const resamples = Math.max(fewest, 400, Math.min(2000, Math.floor(mostDrawn / rows)));
  return (values) => {
    const { estimate, lower, upper } = bootstrapMean(values, { seed, level, resamples });
    return { estimate, lower, upper };
  };
}

interface Round {
  readonly probabilities: Matrix;
  readonly logProbabilities: Matrix;
  readonly decided: ArrayLike<number>;
}

function completed({ probabilities, logProbabilities, decided }: Predicted): Round {
  const P = probabilityMatrix(probabilities);
  return {
    probabilities: P,
    logProbabilities:
      logProbabilities ??
      matrix(
        P.rows,
        P.columns,
        P.data.map((value) => Math.log(Math.max(0, value))),
      ),
    decided: decided ?? mostProbable(P),
  };
}

/** Of each row, on average over the rounds: whether it was wrong, its log loss, its squares, and the loss if its likeliest class were wrong. */
function meanRows(
  rounds: readonly Round[],
  truth: ArrayLike<number>,
): Readonly<Record<"wrong" | "losses" | "squares" | "ifWrong", Float64Array>> {
  const { rows, columns } = rounds[0].probabilities;
  const [wrong, losses, squares, ifWrong] = Array.from({ length: 4 }, () => new Float64Array(rows));
  const part = 1 / rounds.length;
  for (const { probabilities, logProbabilities, decided } of rounds) {
    for (let row = 0; row < rows; row++) {
      const start = row * columns;
      const p = probabilities.data.subarray(start, start + columns);
      if (decided[row] !== truth[row]) wrong[row] += part;
      losses[row] -= part * Math.max(LOG_DENSITY_FLOOR, logProbabilities.data[start + truth[row]]);
      for (let q = columns === 2 ? 1 : 0; q < columns; q++)
        squares[row] += part * (p[q] - (truth[row] === q ? 1 : 0)) ** 2;
      const others = 1 - Math.max(...p);
      ifWrong[row] -= part * Math.max(LOG_DENSITY_FLOOR, Math.log(Math.max(0, others)));
    }
  }
  return { wrong, losses, squares, ifWrong };
}

function meanInterval(intervals: readonly ScoreInterval[]): ScoreInterval {
  return {
    estimate: mean(intervals.map(({ estimate }) => estimate)),
    lower: mean(intervals.map(({ lower }) => lower)),
    upper: mean(intervals.map(({ upper }) => upper)),
  };
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at];
  return sum / values.length;
}
