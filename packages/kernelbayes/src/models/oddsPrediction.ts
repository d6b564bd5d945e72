import { matrix, type Matrix } from "../engine/matrix.ts";
import { calibratedDeviation } from "../inference/calibratedDeviation.ts";
import { logitInterval } from "../inference/logitIntervals.ts";
import type { OddsCurve } from "../inference/oddsCurve.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import type { NumericPrediction } from "../posterior/numericPosterior.ts";
import { finiteNumber, numberList, record, refuse } from "../schema.ts";

/** Log odds of class 1 of some rows, and their deviations. */
export interface Odds {
  readonly logits: Float64Array;
  readonly deviations: Float64Array;
}

/** Log odds under the class frequencies, by the curve, and carried over to other priors by `shift`. */
export function correctedOdds({ logits, deviations }: Odds, curve: OddsCurve, shift: number): Odds {
  return {
    logits: logits.map((logit) => curve.slope * logit + curve.offset + shift),
    deviations: deviations.map((deviation, row) => calibratedDeviation(curve, logits[row], deviation ** 2)),
  };
}

/** Probabilities of two classes with their intervals, of so many rows at a time. */
export function oddsPrediction(
  X: Matrix,
  level: number,
  chunkRows: number,
  oddsOf: (rows: Matrix) => Odds,
): NumericPrediction {
  const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
    matrix(X.rows, 2),
  );
  for (let start = 0; start < X.rows; start += chunkRows) {
    const { logits, deviations } = oddsOf(rowsFrom(X, start, chunkRows));
    logits.forEach((logit, i) => {
      for (const [c, sign] of [-1, 1].entries()) {
        const at = 2 * (start + i) + c;
        const log = logSigmoid(sign * logit);
        const [low, high] = logitInterval(sign * logit, deviations[i], level);
        logProbabilities.data[at] = log;
        lower.data[at] = Math.min(Math.exp(log), low);
        upper.data[at] = Math.max(Math.exp(log), high);
        latentMean.data[at] = sign * logit;
        latentDeviation.data[at] = deviations[i];
      }
    });
  }
  return { logProbabilities, lower, upper, latentMean, latentDeviation };
}

/** The log probabilities of both classes. */
export function oddsLogProbabilities({ logits }: Pick<Odds, "logits">): Matrix {
  const result = matrix(logits.length, 2);
  logits.forEach((logit, i) => {
    result.data[2 * i] = logSigmoid(-logit);
    result.data[2 * i + 1] = logSigmoid(logit);
  });
  return result;
}

function rowsFrom({ data, rows, columns }: Matrix, start: number, chunkRows: number): Matrix {
  const count = Math.min(chunkRows, rows - start);
  return matrix(count, columns, data.subarray(start * columns, (start + count) * columns));
}

/** A curve as plain data. */
export function curveDocument({ slope, offset, covariance }: OddsCurve): Record<string, unknown> {
  return { slope, offset, variances: [covariance[0][0], covariance[0][1], covariance[1][1]] };
}

const curveSchema = record({ slope: finiteNumber, offset: finiteNumber, variances: numberList });

/** Reads a curve back: slope, offset, and the three entries of their covariance. */
export function readCurve(document: unknown, path: string): OddsCurve {
  const { slope, offset, variances } = curveSchema(document, path);
  const [slopeVariance, covariance, offsetVariance] = variances;
  const isCovariance =
    variances.length === 3 &&
    slopeVariance >= 0 &&
    offsetVariance >= 0 &&
    covariance * covariance <= slopeVariance * offsetVariance * (1 + 1e-9);
  if (!isCovariance) refuse(`${path}.variances`, "3 entries of a covariance", variances);
  if (!(slope >= 0)) refuse(`${path}.slope`, "a number of at least 0", slope);
  return {
    slope,
    offset,
    covariance: [
      [slopeVariance, covariance],
      [covariance, offsetVariance],
    ],
  };
}
