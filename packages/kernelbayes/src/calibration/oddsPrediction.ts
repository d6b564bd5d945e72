import { rowChunks } from "../matrix/row.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { calibratedDeviations, curveOdds, type OddsCurve } from "./oddsCurve.ts";
import { bothSides, logitInterval, meanDeviation, putLogitInPlace, sidesOf, type TwoSided } from "./logitInterval.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import { type NumericPrediction, type NumericProbabilities, emptyPrediction } from "../posterior/numericPosterior.ts";
import type { CurveSpread } from "./curveSpread.ts";
import {
  areAscending,
  finiteNumber,
  formerly,
  mapped,
  notNegative,
  numbers,
  numbersOf,
  numberUpTo,
  optional,
  record,
  refined,
  slopeNumber,
  that,
  type Codec,
  type RecordCodec,
} from "../codec.ts";

/** Log odds of class 1 of some rows, and their deviations. */
export interface Odds {
  readonly logits: Float64Array;
  readonly deviations: ArrayLike<number | TwoSided>;
}

/** Outputs of some rows as log odds by the curve. */
export function correctedOdds(
  { outputs, variances }: { readonly outputs: Float64Array; readonly variances?: Float64Array },
  curve: OddsCurve,
): Odds {
  return {
    logits: outputs.map((output) => curveOdds(curve, output)),
    deviations: Array.from(outputs, (output, row) => calibratedDeviations(curve, output, variances?.[row] ?? 0)),
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
      const { below, above } = bothSides(deviations[i]);
      const both = meanDeviation({ below, above });
      for (const [c, sign] of [-1, 1].entries()) {
        const own = sign * logit;
        const ends = logitInterval(own, sidesOf(sign, below, above), level);
        putLogitInPlace(prediction, 2 * (start + i) + c, logSigmoid(own), own, both, ends);
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

/** Places in ascending order, with as many deviations on each side. */
const curveSpreadCodec: RecordCodec<CurveSpread> = refined(
  record({
    places: that(numbers, "ascending numbers, at least two", (places) => places.length > 1 && areAscending(places)),
    below: numbersOf(notNegative),
    above: numbersOf(notNegative),
  }),
  ({ places, below, above }, expect) => {
    expect.length(below, ".below", places.length);
    expect.length(above, ".above", places.length);
  },
);

/** A curve that does not fall; `variances` are entries 11, 12 and 22 of its covariance, with a bend 13, 23 and 33 too. */
export const oddsCurveCodec: RecordCodec<OddsCurve> = mapped(
  refined(
    record({
      slope: slopeNumber,
      offset: finiteNumber,
      bend: optional(numberUpTo(1e150)),
      variances: numbers,
      spread: optional(curveSpreadCodec),
    }),
    ({ slope, bend, variances }, expect) => {
      const entries = bend === undefined ? 3 : 6;
      const isWhole = variances.length === entries && isCovariance(covarianceOf(variances));
      expect.that(isWhole, ".variances", `${entries} entries of a covariance`, variances);
      // What is held at −slope comes back as it was, and a sum may be below 0 by rounding.
      const rises = bend === undefined || slope + bend >= -1e-9 * slope;
      expect.that(rises, ".bend", `a number of at least −${slope}`, bend);
    },
  ),
  ({ bend, variances, ...curve }): OddsCurve => {
    const covariance = covarianceOf(variances);
    return bend === undefined ? { ...curve, covariance } : { ...curve, bend, covariance };
  },
  ({ covariance, bend, spread, ...curve }) => {
    const straight = [covariance[0][0], covariance[0][1], covariance[1][1]];
    return {
      ...curve,
      bend,
      spread,
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
