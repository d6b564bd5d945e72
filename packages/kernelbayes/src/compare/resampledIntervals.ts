import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { areaUnderCurve, areaUnderCurveOneVersusRest } from "../evaluate/areaUnderCurve.ts";
import { brier } from "../evaluate/brier.ts";
import { errorRate } from "../evaluate/confusionMatrix.ts";
import { logLossFromLogarithms } from "../evaluate/logLoss.ts";
import { mostProbable } from "../evaluate/probabilities.ts";
import { bootstrap } from "./bootstrap.ts";
import type { ScoreInterval } from "./scoreIntervals.ts";

/** Predictions with their logarithms, and the decided classes where these are at hand. */
interface PredictedRows {
  readonly probabilities: Matrix;
  readonly logProbabilities: Matrix;
  readonly decided?: ArrayLike<number> | undefined;
}

interface ResampleOptions {
  readonly seed: number;
  readonly level: number;
  readonly weights: ArrayLike<number> | undefined;
  readonly groups: ArrayLike<number> | undefined;
}

/** The measures that intervals are made for. */
type Measure = "errorRate" | "logLoss" | "areaUnderCurve" | "brier";

/** Rows that are drawn for one interval, in all resamples together. */
const mostDrawn = 2e5;

/**
 * Intervals for the main measures of rows that are weighted or belong together: percentiles of resamples, which draw whole groups, or
 * single rows within their classes. A measure that most resamples have no value of has NaN for its ends.
 */
export function resampledIntervals(
  predicted: PredictedRows,
  truth: ArrayLike<number>,
  { seed, level, weights, groups }: ResampleOptions,
): Record<"errorRate" | "logLoss" | "brier", ScoreInterval> & { areaUnderCurve: ScoreInterval | undefined } {
  const units = unitsOf(truth.length, groups);
  const fewest = Math.ceil(10 / (1 - level));
  const options = {
    seed,
    level,
    resamples: Math.max(fewest, Math.min(1000, Math.round(mostDrawn / truth.length))),
    method: "percentile" as const,
    ...(groups === undefined && { strata: truth }),
  };
  const interval = (measure: Measure): ScoreInterval => {
    const statistic = (drawn: Int32Array): number =>
      measureOf(measure, predicted, truth, weights, Int32Array.from(Array.from(drawn, (unit) => units[unit]).flat()));
    try {
      const { estimate, lower, upper } = bootstrap(units.length, statistic, options);
      return { estimate, lower, upper };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // One group only, or a class in one group only.
      const all = Int32Array.from({ length: units.length }, (_, unit) => unit);
      return { estimate: statistic(all), lower: Number.NaN, upper: Number.NaN };
    }
  };
  const area = interval("areaUnderCurve");
  return {
    errorRate: interval("errorRate"),
    logLoss: interval("logLoss"),
    brier: interval("brier"),
    areaUnderCurve: Number.isNaN(area.estimate) ? undefined : area,
  };
}

/** The rows of each group, or each row by itself. */
function unitsOf(rows: number, groups: ArrayLike<number> | undefined): number[][] {
  const units = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    const group = groups?.[row] ?? row;
    const unit = units.get(group);
    if (unit === undefined) units.set(group, [row]);
    else unit.push(row);
  }
  return [...units.values()];
}

/** One measure of some of the rows. */
function measureOf(
  measure: Measure,
  { probabilities, logProbabilities, decided }: PredictedRows,
  truth: ArrayLike<number>,
  weights: ArrayLike<number> | undefined,
  rows: Int32Array,
): number {
  const pick = (values: ArrayLike<number>): Float64Array => Float64Array.from(rows, (row) => values[row]);
  const [actual, mass] = [pick(truth), weights && pick(weights)];
  if (measure === "logLoss") return logLossFromLogarithms(rowsOf(logProbabilities, rows), actual, mass).mean;
  const P = rowsOf(probabilities, rows);
  if (measure === "errorRate") return errorRate(decided ? pick(decided) : mostProbable(P), actual, mass);
  if (measure === "brier") return brier(P, actual, mass);
  if (P.columns > 2) return areaUnderCurveOneVersusRest(P, actual, mass).macro;
  return areaUnderCurve(
    Float64Array.from(rows, (_, at) => P.data[2 * at + 1]),
    actual,
    mass,
  );
}

function rowsOf({ data, columns }: Matrix, rows: Int32Array): Matrix {
  const picked = new Float64Array(rows.length * columns);
  rows.forEach((row, at) => picked.set(data.subarray(row * columns, (row + 1) * columns), at * columns));
  return matrix(rows.length, columns, picked);
}
