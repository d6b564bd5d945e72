import { rowChunks } from "../matrix/row.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { calibratedDeviation, curveOdds, type OddsCurve } from "./oddsCurve.ts";
import { logitInterval, putLogitInPlace } from "./logitInterval.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import { type NumericPrediction, type NumericProbabilities, emptyPrediction } from "../posterior/numericPosterior.ts";
import {
  finiteNumber,
  formerly,
  mapped,
  numbers,
  numberUpTo,
  optional,
  record,
  refined,
  slopeNumber,
  type Codec,
  type RecordCodec,
} from "../codec.ts";

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
  const prediction = emptyPrediction(X.rows, 2);
  for (const [start, chunk] of rowChunks(X, chunkRows)) {
    const { logits, deviations } = oddsOf(chunk);
    logits.forEach((logit, i) => {
      for (const [c, sign] of [-1, 1].entries()) {
        const own = sign * logit;
        const ends = logitInterval(own, deviations[i], level);
        putLogitInPlace(prediction, 2 * (start + i) + c, logSigmoid(own), own, deviations[i], ends);
      }
    });
  }
  return prediction;
}

/** The log probabilities of two classes without their intervals, of so many rows at a time. */
export function oddsProbabilities(
  X: Matrix,
  chunkRows: number,
  logitsOf: (rows: Matrix) => Float64Array,
): NumericProbabilities {
  const logProbabilities = matrix(X.rows, 2);
  for (const [start, chunk] of rowChunks(X, chunkRows)) {
    logitsOf(chunk).forEach((logit, i) => putOddsInPlace(logProbabilities, start + i, logit));
  }
  return { logProbabilities };
}

/** The log probabilities of both classes. */
export function oddsLogProbabilities({ logits }: Pick<Odds, "logits">): Matrix {
  const result = matrix(logits.length, 2);
  logits.forEach((logit, row) => putOddsInPlace(result, row, logit));
  return result;
}

/** Puts the log probabilities of both classes into a row. */
export function putOddsInPlace(logProbabilities: Matrix, row: number, logit: number): void {
  logProbabilities.data[2 * row] = logSigmoid(-logit);
  logProbabilities.data[2 * row + 1] = logSigmoid(logit);
}

/** A curve that does not fall; `variances` are entries 11, 12 and 22 of its covariance, with a bend 13, 23 and 33 too. */
export const oddsCurveCodec: RecordCodec<OddsCurve> = mapped(
  refined(
    record({ slope: slopeNumber, offset: finiteNumber, bend: optional(numberUpTo(1e150)), variances: numbers }),
    ({ slope, bend, variances }, expect) => {
      const entries = bend === undefined ? 3 : 6;
      const isWhole = variances.length === entries && isCovariance(covarianceOf(variances));
      expect.that(isWhole, ".variances", `${entries} entries of a covariance`, variances);
      // What is held at −slope comes back as it was, and a sum may be below 0 by rounding.
      const rises = bend === undefined || slope + bend >= -1e-9 * slope;
      expect.that(rises, ".bend", `a number of at least −${slope}`, bend);
    },
  ),
  ({ slope, offset, bend, variances }): OddsCurve => {
    const covariance = covarianceOf(variances);
    return bend === undefined ? { slope, offset, covariance } : { slope, offset, bend, covariance };
  },
  ({ covariance, bend, ...curve }) => {
    const straight = [covariance[0][0], covariance[0][1], covariance[1][1]];
    return {
      ...curve,
      bend,
      variances: Float64Array.from(bend === undefined ? straight : [...straight, ...covariance[2]]),
    };
  },
);

function covarianceOf([v11, v12, v22, ...bend]: Float64Array): number[][] {
  if (bend.length === 0) {
    return [
      [v11, v12],
      [v12, v22],
    ];
  }
  return [[v11, v12, bend[0]], [v12, v22, bend[1]], bend];
}

/** A property `curve`, and beside it what given priors once added to its log odds: old documents hold it under this name. */
/* @__NO_SIDE_EFFECTS__ */
export function shiftedCurveCodec(curveCodec: Codec<OddsCurve>, shiftName: string): RecordCodec<OddsCurve> {
  const ofCurve = record({ curve: curveCodec });
  const ofShift = record({ [shiftName]: formerly(finiteNumber, 0) });
  return {
    read(value, path) {
      const { curve } = ofCurve.read(value, path);
      const shift = ofShift.read(value, path)[shiftName];
      return shift === 0 ? curve : { ...curve, offset: curve.offset + shift };
    },
    write: (curve) => ({ ...ofCurve.write({ curve }), ...ofShift.write({}) }),
  };
}

/** Variances of at least 0, and no correlation beyond 1 but by rounding. */
function isCovariance(matrix: readonly (readonly number[])[]): boolean {
  const rounding = 1 + 1e-9;
  return matrix.every((row, j) =>
    row.every((entry, k) => (j === k ? entry >= 0 : entry * entry <= row[j] * matrix[k][k] * rounding)),
  );
}
