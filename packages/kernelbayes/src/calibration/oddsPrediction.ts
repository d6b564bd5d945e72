import { matrix, type Matrix } from "../engine/matrix.ts";
import { calibratedDeviation, curveOdds, type OddsCurve } from "./oddsCurve.ts";
import { logitInterval } from "./logitInterval.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import type { NumericPrediction } from "../posterior/numericPosterior.ts";
import { finiteNumber, numberList, optional, record, refuse } from "../schema.ts";

/** Log odds of class 1 of some rows, and their deviations. */
export interface Odds {
  readonly logits: Float64Array;
  readonly deviations: Float64Array;
}

/** Log odds corrected by the curve. */
export function correctedOdds({ logits, deviations }: Odds, curve: OddsCurve): Odds {
  return {
    logits: logits.map((logit) => curveOdds(curve, logit)),
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

/** A curve as plain data; `variances` are entries 11, 12 and 22 of its covariance, with a bend 13, 23 and 33 too. */
export function curveDocument({ slope, offset, bend, covariance }: OddsCurve): Record<string, unknown> {
  const straight = [covariance[0][0], covariance[0][1], covariance[1][1]];
  if (bend === undefined) return { slope, offset, variances: straight };
  return { slope, offset, bend, variances: [...straight, ...covariance[2]] };
}

const curveSchema = record({
  slope: finiteNumber,
  offset: finiteNumber,
  bend: optional(finiteNumber),
  variances: numberList,
});

/** Reads a curve back, and checks that it does not fall. */
export function readCurve(document: unknown, path: string): OddsCurve {
  const { slope, offset, bend, variances } = curveSchema(document, path);
  const entries = bend === undefined ? 3 : 6;
  const [v11, v12, v22, v13, v23, v33] = variances;
  const straight = [
    [v11, v12],
    [v12, v22],
  ];
  const covariance =
    bend === undefined
      ? straight
      : [
          [v11, v12, v13],
          [v12, v22, v23],
          [v13, v23, v33],
        ];
  if (variances.length !== entries || !isCovariance(covariance)) {
    refuse(`${path}.variances`, `${entries} entries of a covariance`, variances);
  }
  if (!(slope >= 0)) refuse(`${path}.slope`, "a number of at least 0", slope);
  if (bend === undefined) return { slope, offset, covariance };
  // What is held at −slope comes back as it was, and a sum may be below 0 by rounding.
  if (slope + bend < -1e-9 * slope) refuse(`${path}.bend`, `a number of at least −${slope}`, bend);
  return { slope, offset, bend, covariance };
}

/** The curve with `shift` added to what it gives; the same curve for none. */
export function shiftedCurve(curve: OddsCurve, shift: number): OddsCurve {
  return shift === 0 ? curve : { ...curve, offset: curve.offset + shift };
}

/** Variances of at least 0, and no correlation beyond 1 but by rounding. */
function isCovariance(matrix: readonly (readonly number[])[]): boolean {
  const rounding = 1 + 1e-9;
  return matrix.every((row, j) =>
    row.every((entry, k) => (j === k ? entry >= 0 : entry * entry <= row[j] * matrix[k][k] * rounding)),
  );
}
