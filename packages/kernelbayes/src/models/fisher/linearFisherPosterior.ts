import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { classLogOdds } from "./posterior/classLogOdds.ts";
import { featureContrasts, type FeatureRule } from "./features/featureLaw.ts";
import { identityCurve, type OddsCurve } from "../../calibration/oddsCurve.ts";
import { largestEncodedValue } from "../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  flag,
  matrixDocument,
  matrixReader,
  numberList,
  optional,
  record,
  refuse,
} from "../../schema.ts";
import {
  correctedOdds,
  curveDocument,
  oddsLogProbabilities,
  oddsPrediction,
  readCurve,
  type Odds,
} from "../../calibration/oddsPrediction.ts";

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
}

/** Rows that are predicted at a time, to bound the memory that they take beside each other. */
const chunkRows = 4096;

/** The posterior of a linear discriminant: class probabilities with the uncertainty of its weights integrated out. */
export function linearFisherPosterior(engine: Engine, fit: LinearFisherFit, figures: FitFigures): NumericPosterior {
  const { curve } = fit;
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (rows) => correctedOdds(claimedOdds(engine, fit, rows), curve)),
    parameters: () => fitDocument(fit),
  };
}

/** The log probabilities of both classes that the discriminant itself claims, under the class frequencies. */
export function linearFisherLogProbabilities(engine: Engine, fit: ClaimingFit, X: Matrix): Matrix {
  return oddsLogProbabilities(claimedOdds(engine, fit, X));
}

/** What log odds need of a fit before its curve. */
type ClaimingFit = Pick<LinearFisherFit, "rule" | "precision" | "distance" | "sizes">;

/** The log odds of class 1 under the class frequencies, and their deviation d√v_g/(v_g + 1/β). */
function claimedOdds(engine: Engine, { rule, precision, distance, sizes }: ClaimingFit, X: Matrix): Odds {
  const moments = featureContrasts(engine, rule, X);
  return {
    logits: classLogOdds(moments, { precision, distance, priorLogOdds: Math.log(sizes[1] / sizes[0]) }),
    deviations: moments.variance.map((v) => (distance * Math.sqrt(v)) / (v + 1 / precision)),
  };
}

function fitDocument(fit: LinearFisherFit): Record<string, unknown> {
  const { rule, priorPrecision, precision, distance, sizes, curve } = fit;
  return {
    weights: Array.from(rule.weights),
    midpoint: Array.from(rule.midpoint),
    spread: matrixDocument(rule.spread),
    explains: rule.priorVariance !== undefined,
    priorPrecision: Array.from(priorPrecision),
    precision,
    distance,
    sizes: [...sizes],
    ...(curve !== identityCurve && { curve: curveDocument(curve) }),
  };
}

const schema = record({
  weights: numberList,
  midpoint: numberList,
  spread: matrixReader,
  explains: flag,
  priorPrecision: numberList,
  precision: finiteNumber,
  distance: finiteNumber,
  sizes: numberList,
  curve: optional(readCurve),
});

/** Reads the parameters back and checks that they belong together. */
export function readLinearFisherFit(document: unknown, path: string): LinearFisherFit {
  const { weights, midpoint, spread, explains, priorPrecision, precision, distance, sizes, curve } = schema(
    document,
    path,
  );
  const p = weights.length;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  const isBounded = (value: number): boolean => Math.abs(value) <= largestEncodedValue;
  expect(p > 0 && weights.every(isBounded), "weights", `numbers up to ${largestEncodedValue}, at least one`, weights);
  expect(midpoint.length === p && midpoint.every(isBounded), "midpoint", `${p} numbers`, midpoint);
  expect(spread.columns === p && spread.data.every(isBounded), "spread", `a matrix of ${p} columns`, spread);
  expect(
    priorPrecision.length === p && priorPrecision.every(isPositive),
    "priorPrecision",
    `${p} positive numbers`,
    priorPrecision,
  );
  expect(precision > 0, "precision", "a positive number", precision);
  expect(distance > 0, "distance", "a positive number", distance);
  expect(sizes.length === 2 && sizes.every(isPositive), "sizes", "2 positive numbers", sizes);
  return {
    rule: { weights, midpoint, spread, priorVariance: explains ? priorPrecision.map((a) => 1 / a) : undefined },
    priorPrecision,
    precision,
    distance,
    sizes: [sizes[0], sizes[1]],
    curve: curve ?? identityCurve,
  };
}
