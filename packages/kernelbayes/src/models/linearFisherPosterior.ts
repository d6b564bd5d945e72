import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { classLogOdds, type OddsSettings } from "../inference/fisher/classOdds.ts";
import { featureContrasts, type FeatureRule } from "../inference/fisher/featureRule.ts";
import { logitInterval } from "../inference/logitIntervals.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import { largestEncodedValue } from "../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../posterior/numericPosterior.ts";
import { finiteNumber, flag, matrixDocument, matrixReader, numberList, optional, record, refuse } from "../schema.ts";

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
  readonly priors: Float64Array | undefined;
}

/** Rows that are predicted at a time, to bound the memory that they take beside each other. */
const chunkRows = 4096;

/** The posterior of a linear discriminant: class probabilities with the uncertainty of its weights integrated out. */
export function linearFisherPosterior(engine: Engine, fit: LinearFisherFit, figures: FitFigures): NumericPosterior {
  return {
    ...figures,
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, 2),
      );
      for (let start = 0; start < X.rows; start += chunkRows) {
        const { logits, deviations } = logitsOf(engine, fit, rowsFrom(X, start));
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
    },
    parameters: () => fitDocument(fit),
  };
}

/** The log probabilities of both classes for each row, under the priors of the fit. */
export function linearFisherLogProbabilities(engine: Engine, fit: LinearFisherFit, X: Matrix): Matrix {
  const result = matrix(X.rows, 2);
  logitsOf(engine, fit, X).logits.forEach((logit, i) => {
    result.data[2 * i] = logSigmoid(-logit);
    result.data[2 * i + 1] = logSigmoid(logit);
  });
  return result;
}

function rowsFrom({ data, rows, columns }: Matrix, start: number): Matrix {
  const count = Math.min(chunkRows, rows - start);
  return matrix(count, columns, data.subarray(start * columns, (start + count) * columns));
}

/** The log odds of class 1 and their deviation d√v_g/(v_g + 1/β). */
function logitsOf(
  engine: Engine,
  { rule, precision, distance, sizes, priors }: LinearFisherFit,
  X: Matrix,
): { readonly logits: Float64Array; readonly deviations: Float64Array } {
  const [lower, upper] = priors ?? sizes;
  const settings: OddsSettings = { precision, distance, priorLogOdds: Math.log(upper / lower) };
  const moments = featureContrasts(engine, rule, X);
  return {
    logits: classLogOdds(moments, settings),
    deviations: moments.variance.map((v) => (distance * Math.sqrt(v)) / (v + 1 / precision)),
  };
}

function fitDocument(fit: LinearFisherFit): Record<string, unknown> {
  const { rule, priorPrecision, precision, distance, sizes, priors } = fit;
  return {
    weights: Array.from(rule.weights),
    midpoint: Array.from(rule.midpoint),
    spread: matrixDocument(rule.spread),
    explains: rule.priorVariance !== undefined,
    priorPrecision: Array.from(priorPrecision),
    precision,
    distance,
    sizes: [...sizes],
    ...(priors && { priors: Array.from(priors) }),
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
  priors: optional(numberList),
});

/** Reads the parameters back and checks that they belong together. */
export function readLinearFisherFit(document: unknown, path: string): LinearFisherFit {
  const { weights, midpoint, spread, explains, priorPrecision, precision, distance, sizes, priors } = schema(
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
  expect(!priors || (priors.length === 2 && priors.every(isPositive)), "priors", "2 positive numbers", priors);
  return {
    rule: { weights, midpoint, spread, priorVariance: explains ? priorPrecision.map((a) => 1 / a) : undefined },
    priorPrecision,
    precision,
    distance,
    sizes: [sizes[0], sizes[1]],
    priors,
  };
}
