import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import {
  positionsToMeans,
  separateScoreDraws,
  sharedScoreDraws,
  type DrawOptions,
  type ScoreDraws,
} from "../inference/discriminantDraws.ts";
import { logitDeviations, logitInterval } from "../inference/logitIntervals.ts";
import { applyScoreCurve, type ScoreCurve } from "../inference/scoreCurve.ts";
import { spanOfRows } from "../inference/spanOfRows.ts";
import { dimensionOf, logDeterminant, whiten, type SpectralCovariance } from "../inference/spectralCovariance.ts";
import { logOfRest, logSoftmaxInPlace } from "../numeric/logSoftmax.ts";
import { quantileOfSorted } from "../numeric/quantile.ts";
import { gaussianClassesDocument } from "./gaussianDiscriminantDocument.ts";
import type { FitFigures, NumericPosterior, NumericPrediction } from "./numericPosterior.ts";

/** Gaussian classes with their parameters: what the linear, quadratic and shrunken discriminants predict from. */
export interface GaussianClasses {
  /** Weighted number of rows of each class. */
  readonly sizes: Float64Array;
  readonly logPriors: Float64Array;
  readonly priorsAreEmpirical: boolean;
  /** Grand mean, and the class means less the grand mean (one row a class). */
  readonly center: Float64Array;
  readonly means: Matrix;
  /** One shared covariance, or one a class. */
  readonly covariances: readonly SpectralCovariance[];
  /** Whether the covariances were pulled towards a simpler one: their posterior is then no inverse Wishart. */
  readonly shrunk: boolean;
  readonly curve: ScoreCurve | undefined;
  readonly seed: number;
}

const drawCount = 500;

/** The posterior of Gaussian classes. */
export function gaussianDiscriminantPosterior(
  engine: Engine,
  classes: GaussianClasses,
  figures: FitFigures,
): NumericPosterior {
  return {
    ...figures,
    predict: (X, level) => predictGaussianClasses(engine, classes, X, level),
    parameters: () => gaussianClassesDocument(classes),
  };
}

/** Scores log π_k + log N(x; m_k, Σ_k) without what all classes have in common, and what their uncertainty depends on. */
interface RowScores {
  /** n × C. */
  readonly scores: Matrix;
  /** Covariance of the scores of one row (delta method). */
  covariance(row: number): Matrix;
  /** Draws of the scores, where the delta method is not trusted. */
  readonly draws: ScoreDraws | undefined;
}

export function predictGaussianClasses(
  engine: Engine,
  classes: GaussianClasses,
  X: Matrix,
  level: number,
): NumericPrediction {
  const n = X.rows;
  const C = classes.sizes.length;
  const { scores, covariance, draws } =
    classes.covariances.length === 1 ? sharedScores(engine, classes, X) : separateScores(engine, classes, X);
  const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () => matrix(n, C));
  for (let i = 0; i < n; i++) {
    const rowScores = scores.data.subarray(i * C, (i + 1) * C);
    const row = rowLogProbabilities(rowScores, classes.curve);
    const rest = logOfRest(row);
    const deviations = logitDeviations(row, rest, curvedCovariance(covariance(i), rowScores, classes.curve));
    const sorted = draws && sortedProbabilityDraws(draws, i, C);
    for (let c = 0; c < C; c++) {
      const at = i * C + c;
      const logit = row[c] - rest[c];
      const probability = Math.exp(row[c]);
      const [low, high] = sorted
        ? [quantileOfSorted(sorted[c], 0.5 - level / 2), quantileOfSorted(sorted[c], 0.5 + level / 2)]
        : logitInterval(logit, deviations[c], level);
      logProbabilities.data[at] = row[c];
      lower.data[at] = Math.min(low, probability);
      upper.data[at] = Math.max(high, probability);
      latentMean.data[at] = logit;
      latentDeviation.data[at] = deviations[c];
    }
  }
  return { logProbabilities, lower, upper, latentMean, latentDeviation };
}

/**
 * Log probabilities of one row of scores. Scores that overflowed to −∞ in every class belong to a row too far away for
 * doubles; `separateScores` never lets that happen.
 */
function rowLogProbabilities(scores: Float64Array, curve: ScoreCurve | undefined): Float64Array {
  if (curve) return applyScoreCurve(curve, scores);
  const row = scores.slice();
  logSoftmaxInPlace(row);
  return row;
}

/** One covariance: scores are linear in x, and the common quadratic term, which would cancel far from the data, is left out. */
function sharedScores(engine: Engine, classes: GaussianClasses, X: Matrix): RowScores {
  const { sizes, logPriors, priorsAreEmpirical, means, seed, shrunk } = classes;
  const covariance = classes.covariances[0] as SpectralCovariance;
  const C = sizes.length;
  const white = whiten(engine, covariance, less(X, classes.center));
  const whiteMeans = whiten(engine, covariance, means);
  const width = white.columns;
  const products = engine.multiply(white, whiteMeans, { transposeB: true });
  const offsets = logPriors.map((logPrior, k) => logPrior - 0.5 * rowProduct(whiteMeans, k, whiteMeans, k));
  const scores = matrix(
    X.rows,
    C,
    products.data.map((value, at) => value + (offsets[at % C] as number)),
  );
  const degrees = sizes.reduce((sum, size) => sum + size, 0) - C;
  const dimension = dimensionOf(covariance);
  const difference = matrix(C, width);
  return {
    scores,
    covariance(row) {
      for (let k = 0; k < C; k++) {
        for (let j = 0; j < width; j++) {
          difference.data[k * width + j] = white.data[row * width + j] - whiteMeans.data[k * width + j];
        }
      }
      const result = matrix(C, C);
      for (let k = 0; k < C; k++) {
        for (let l = 0; l < C; l++) {
          const form = rowProduct(difference, k, difference, l);
          const own = k === l ? (form + (priorsAreEmpirical ? 1 : 0)) / sizes[k] : 0;
          result.data[k * C + l] = own + (form * form) / (2 * degrees);
        }
      }
      return result;
    },
    draws:
      shrunk || !needsDraws(sizes, dimension) || degrees <= dimension - 1
        ? undefined
        : sharedScoreDraws(
            positionsToMeans(white, whiteMeans, spanOfRows(engine, differencesToFirst(whiteMeans))),
            degrees,
            { ...drawOptions(classes, dimension), seed },
          ),
  };
}

/** One covariance a class: scores are quadratic in x. */
function separateScores(engine: Engine, classes: GaussianClasses, X: Matrix): RowScores {
  const { sizes, logPriors, priorsAreEmpirical, means, covariances, shrunk, curve } = classes;
  const n = X.rows;
  const C = sizes.length;
  const p = X.columns;
  const centered = less(X, classes.center);
  const quadratics = matrix(n, C);
  covariances.forEach((covariance, k) => {
    const white = whiten(engine, covariance, less(centered, means.data.subarray(k * p, (k + 1) * p)));
    for (let i = 0; i < n; i++) quadratics.data[i * C + k] = rowProduct(white, i, white, i);
  });
  const logDeterminants = Float64Array.from(covariances, logDeterminant);
  const scores = matrix(n, C);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < C; k++) {
      scores.data[i * C + k] = logPriors[k] - 0.5 * (quadratics.data[i * C + k] + logDeterminants[k]);
    }
  }
  const dimension = dimensionOf(covariances[0] as SpectralCovariance);
  return {
    scores,
    covariance(row) {
      const result = matrix(C, C);
      for (let k = 0; k < C; k++) {
        const form = quadratics.data[row * C + k];
        // The variance of a log determinant and a quadratic form of a Wishart matrix, to first order.
        const shape = (form * form - 2 * form + dimension) / (2 * Math.max(1, sizes[k] - 1));
        result.data[k * C + k] = (form + (priorsAreEmpirical ? 1 : 0)) / sizes[k] + Math.max(0, shape);
      }
      return result;
    },
    draws:
      shrunk || curve || !needsDraws(sizes, dimension)
        ? undefined
        : separateScoreDraws(quadratics, logDeterminants, drawOptions(classes, dimension)),
  };
}

/** Below ten rows a class and direction the delta method is short by more than a fifth: draw instead. */
function needsDraws(sizes: Float64Array, dimension: number): boolean {
  return Math.min(...sizes) < 10 * dimension;
}

function drawOptions(classes: GaussianClasses, dimension: number): DrawOptions {
  const { seed, sizes, logPriors, priorsAreEmpirical } = classes;
  return { seed, count: drawCount, sizes, logPriors, priorsAreEmpirical, dimension };
}

/** The probabilities of all draws of one row, each class in ascending order. */
function sortedProbabilityDraws(draws: ScoreDraws, row: number, C: number): Float64Array[] {
  const probabilities = Array.from({ length: C }, () => new Float64Array(draws.count));
  const scores = new Float64Array(C);
  for (let s = 0; s < draws.count; s++) {
    draws.fill(s, row, scores);
    logSoftmaxInPlace(scores);
    probabilities.forEach((draw, c) => (draw[s] = Math.exp(scores[c])));
  }
  return probabilities.map((draw) => draw.toSorted());
}

/** Covariance of slope · score + offset, from those of the scores and of the curve. */
function curvedCovariance(covariance: Matrix, scores: Float64Array, curve: ScoreCurve | undefined): Matrix {
  if (!curve) return covariance;
  const C = scores.length;
  // Of class c: derivative `score c` in the slope and 1 in its own offset (the first class has none).
  const entry = (a: number, b: number): number => curve.covariance.data[a * C + b];
  return matrix(
    C,
    C,
    covariance.data.map((value, at) => {
      const k = Math.floor(at / C);
      const l = at % C;
      const slopes = scores[k] * scores[l] * entry(0, 0);
      const mixed = (l > 0 ? scores[k] * entry(0, l) : 0) + (k > 0 ? scores[l] * entry(k, 0) : 0);
      return curve.slope ** 2 * value + slopes + mixed + (k > 0 && l > 0 ? entry(k, l) : 0);
    }),
  );
}

function differencesToFirst(means: Matrix): Matrix {
  const { rows: C, columns: r } = means;
  const result = matrix(Math.max(0, C - 1), r);
  for (let k = 1; k < C; k++) {
    for (let j = 0; j < r; j++) result.data[(k - 1) * r + j] = means.data[k * r + j] - means.data[j];
  }
  return result;
}

function less(rows: Matrix, center: Float64Array): Matrix {
  const p = rows.columns;
  return matrix(
    rows.rows,
    p,
    rows.data.map((value, at) => value - (center[at % p] as number)),
  );
}

function rowProduct(a: Matrix, i: number, b: Matrix, k: number): number {
  const width = a.columns;
  let sum = 0;
  for (let j = 0; j < width; j++) sum += a.data[i * width + j] * b.data[k * width + j];
  return sum;
}
