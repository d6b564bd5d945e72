import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { featureContrasts, functionalVariance, type FeatureRule } from "./features/featureLaw.ts";
import { identityCurve, type OddsCurve } from "../../calibration/oddsCurve.ts";
import { encodedMatrix, encodedNumber } from "../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior, ProjectionAxis } from "../../posterior/numericPosterior.ts";
import {
  flag,
  mapped,
  numbersOf,
  optional,
  positive,
  record,
  refined,
  that,
  withDefault,
  type RecordCodec,
} from "../../codec.ts";
import {
  oddsCurveCodec,
  oddsLogProbabilities,
  oddsPrediction,
  oddsProbabilities,
} from "../../calibration/oddsPrediction.ts";
import {
  centersCodec,
  correctedPositions,
  curveCorrection,
  positionOdds,
  sizesOfTwo,
  type PositionOdds,
  type SavedAxis,
} from "./posterior.ts";
import { axisOf } from "./posterior/fisherPosterior.ts";
import { dot } from "../../matrix/dot.ts";
import { oneFunction } from "../../posterior/latentExpansion.ts";
import { projectedMoments } from "../parts/projectedMoments.ts";

/** All that a fitted linear discriminant depends on: its size does not grow with the number of rows. */
export interface LinearFisherFit {
  /** Without its prior variances, which are one over the precisions. */
  readonly rule: FeatureRule;
  /** a_j, one a column: one over it is what the column may contribute, and at 1e12 it is switched off. */
  readonly priorPrecision: Float64Array;
  /** β. */
  readonly precision: number;
  readonly distance: number;
  /** Weighted numbers of rows of class 0 and 1. */
  readonly sizes: readonly [number, number];
  /** What its leave-one-out says of its log odds. */
  readonly curve: OddsCurve;
  /** As in `FisherFit`. */
  readonly calibratedSpread?: boolean | undefined;
  /** The mean projections of the classes, for other readers of a document. */
  readonly centers?: SavedAxis["centers"];
}

/** Rows that are predicted at a time, to bound the memory that they take beside each other. */
const chunkRows = 4096;

/** The posterior of a linear discriminant: class probabilities with the uncertainty of its weights integrated out. */
export function linearFisherPosterior(engine: Engine, fit: LinearFisherFit, figures: FitFigures): NumericPosterior {
  const { curve } = fit;
  const axis = axisOfWeights(fit);
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (rows) =>
        correctedPositions(
          claimedOdds(engine, fit, rows),
          curveCorrection(curve),
          fit.distance,
          fit.calibratedSpread ?? false,
        ),
      ),
    probabilities: (X) =>
      oddsProbabilities(X, chunkRows, (rows) => curveCorrection(curve).logits(claimedOdds(engine, fit, rows).logits)),
    project: (X) => projectedMoments(X, chunkRows, (rows) => featureContrasts(engine, fromOrigin(fit.rule), rows)),
    axes: axis && [axis],
    expansion: () => {
      const { midpoint, weights } = fit.rule;
      return oneFunction({
        constant: 0,
        polynomials: [{ center: midpoint, functions: [0], linear: matrix(weights.length, 1, weights) }],
        variance: ({ moves }) => functionalVariance(engine, fit.rule, moves),
      });
    },
    parameters: () => linearFisherCodec.write({ ...fit, centers: axis?.centers }),
  };
}

/** The rule for projections themselves, in place of positions relative to the midpoint of the class means. */
function fromOrigin(rule: FeatureRule): FeatureRule {
  return { ...rule, midpoint: rule.midpoint.map(() => 0) };
}

/** The direction w̄; none where the class means coincide, and every weight is 0. */
function axisOfWeights({ rule: { weights, midpoint }, distance }: LinearFisherFit): ProjectionAxis | undefined {
  if (weights.every((weight) => weight === 0)) return undefined;
  return axisOf({ coefficients: weights, midpoint: dot(weights, midpoint), distance });
}

/** The log probabilities of both classes that the discriminant itself claims, under the class frequencies. */
export function linearFisherLogProbabilities(engine: Engine, fit: ClaimingFit, X: Matrix): Matrix {
  return oddsLogProbabilities(claimedOdds(engine, fit, X));
}

/** What log odds need of a fit before its curve. */
type ClaimingFit = Pick<LinearFisherFit, "rule" | "precision" | "distance" | "sizes">;

function claimedOdds(engine: Engine, fit: ClaimingFit, X: Matrix): PositionOdds {
  return positionOdds(featureContrasts(engine, fit.rule, X), fit, fit.sizes);
}

/** The parameters of a fit. */
export const linearFisherCodec: RecordCodec<LinearFisherFit> = mapped(
  refined(
    record({
      weights: that(numbersOf(encodedNumber), "at least one number", (weights) => weights.length > 0),
      midpoint: numbersOf(encodedNumber),
      spread: encodedMatrix,
      explains: flag,
      priorPrecision: numbersOf(positive),
      precision: positive,
      distance: positive,
      sizes: sizesOfTwo,
      centers: centersCodec,
      curve: withDefault(oddsCurveCodec, identityCurve),
      calibratedSpread: optional(flag),
    }),
    ({ weights: { length: p }, midpoint, spread, priorPrecision }, expect) => {
      expect.length(midpoint, ".midpoint", p);
      expect.shape(spread, ".spread", spread.rows, p);
      expect.length(priorPrecision, ".priorPrecision", p);
    },
  ),
  ({ weights, midpoint, spread, explains, ...fit }): LinearFisherFit => ({
    ...fit,
    rule: { weights, midpoint, spread, priorVariance: explains ? fit.priorPrecision.map((a) => 1 / a) : undefined },
  }),
  ({ rule, ...fit }) => ({
    ...fit,
    ...rule,
    explains: rule.priorVariance !== undefined,
    centers: fit.centers,
    calibratedSpread: fit.calibratedSpread,
  }),
);
