import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { thatRow, wording } from "../../../wording.ts";
import {
  curvedDraws,
  positionsToMeans,
  probabilityDraws,
  separateScoreDraws,
  sharedScoreDraws,
  type DrawOptions,
  type ScoreDraws,
} from "./probabilityDraws.ts";
import { separateScoreVariance, sharedScoreVariance, type ScoreVariance } from "./scoreVariance.ts";
import {
  allowedSides,
  bothSides,
  logitDeviations,
  logitInterval,
  putLogitInPlace,
  sidesOf,
  type TwoSided,
} from "../../../calibration/logitInterval.ts";
import { applyScoreCurve, type ScoreCurve } from "../../../calibration/scoreCurve.ts";
import { shareLeft, withReserved, type ReservedShares } from "../../../calibration/reservedShares.ts";
import { spanOfRows } from "../../../rows/spanOfRows.ts";
import { dimensionOf, logDeterminant, unwhiten, whiten, type SpectralCovariance } from "./spectralCovariance.ts";
import { centerColumns } from "../../../matrix/centerColumns.ts";
import { dot } from "../../../matrix/dot.ts";
import { row, selectRows } from "../../../matrix/row.ts";
import { logOfRest, logSoftmaxInPlace } from "../../../numeric/logSumExp.ts";
import { quantileOfSorted } from "../../../numeric/quantile.ts";
import { latentScores } from "./latentScores.ts";
import { gaussianClassesCodec } from "./gaussianClassesCodec.ts";
import {
  emptyPrediction,
  type FitFigures,
  type NumericPosterior,
  type NumericPrediction,
} from "../../../posterior/numericPosterior.ts";

/** Gaussian classes with their parameters: what the linear, quadratic and shrunken discriminants predict from. */
export interface GaussianClasses {
  /** Weighted number of rows of each class. */
  readonly sizes: Float64Array;
  readonly logPriors: Float64Array;
  readonly priorsAreEmpirical: boolean;
  /** Grand mean, and the class means less the grand mean (one row a class). */
  readonly center: Float64Array;
  readonly means: Matrix;
  /** One shared covariance, or one per class. */
  readonly covariances: readonly SpectralCovariance[];
  /** Whether the covariances were pulled towards a simpler one: their posterior is then no inverse Wishart. */
  readonly shrunk: boolean;
  readonly curve: ScoreCurve | undefined;
  /** Shares that the classes keep whatever the scores. */
  readonly reserved: ReservedShares | undefined;
  /** The share of the deviations towards even odds that held-out rows allow (see `widthAllowed`); 1 where absent. */
  readonly width?: number | undefined;
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
    probabilities: (X) => ({ logProbabilities: gaussianLogProbabilities(engine, classes, X) }),
    expansion: () => latentScores(engine, classes),
    parameters: () => gaussianClassesCodec.write(classes),
  };
}

/** Scores log π_k + log N(x; m_k, Σ_k) without what all classes have in common, and what their uncertainty depends on. */
interface RowScores {
  /** n × C. */
  readonly scores: Matrix;
  variance(): ScoreVariance;
  /** Draws of the scores, where the delta method is not trusted. */
  draws(): ScoreDraws | undefined;
}

/** Log probabilities of rows, without the work that intervals are. */
export function gaussianLogProbabilities(engine: Engine, classes: GaussianClasses, X: Matrix): Matrix {
  const { scores } = rowScores(engine, classes, X);
  const C = scores.columns;
  const result = matrix(X.rows, C);
  for (let i = 0; i < X.rows; i++)
    result.data.set(finalLogProbabilities(classes, rowLogProbabilities(classes, scores, i)), i * C);
  return result;
}

export function predictGaussianClasses(
  engine: Engine,
  classes: GaussianClasses,
  X: Matrix,
  level: number,
): NumericPrediction {
  const n = X.rows;
  const C = classes.sizes.length;
  const { curve, reserved, width = 1 } = classes;
  const left = reserved ? shareLeft(reserved) : 1;
  const { scores, variance: varianceOf, draws } = rowScores(engine, classes, X);
  const variance = varianceOf();
  const plainDraws = draws();
  const scoreDraws = plainDraws && curve ? curvedDraws(plainDraws, curve, classes.seed) : plainDraws;
  const prediction = emptyPrediction(n, C);
  for (let i = 0; i < n; i++) {
    const logs = rowLogProbabilities(classes, scores, i);
    const rest = logOfRest(logs);
    const deviations = logitDeviations(logs, rest, (contrast) =>
      curve ? curvedVariance(curve, scores, i, contrast, variance(i, contrast)) : variance(i, contrast),
    );
    const sorted = scoreDraws && probabilityDraws(scoreDraws, i, C).map((values) => values.toSorted());
    const sidesAt = (c: number): TwoSided =>
      curve ? steeperSides(curve, row(scores, i), logs, rest, c, deviations[c]) : bothSides(deviations[c]);
    const finals = finalLogProbabilities(classes, logs);
    const finalRest = reserved ? logOfRest(finals) : rest;
    for (let c = 0; c < C; c++) {
      const logit = logs[c] - rest[c];
      const ends = sorted
        ? quantilesOf(sorted[c], level)
        : logitInterval(logit, allowedSides(logit, sidesAt(c), width), level);
      if (!reserved) {
        putLogitInPlace(prediction, i * C + c, logs[c], logit, deviations[c], ends);
        continue;
      }
      // The reserved share maps the probability to p = (1 − Σ r) q + r; d logit p/d logit q = (1 − Σ r) q(1 − q)/p(1 − p).
      const steepness = left * Math.exp(logs[c] + rest[c] - finals[c] - finalRest[c]);
      const deviation = deviations[c] === Infinity ? Infinity : steepness * deviations[c];
      // What is reserved is doubt about the model, which may also be right: the interval holds what it says by itself.
      const [low, high] = ends.map((end) => left * end + reserved[c]);
      const both = [Math.min(ends[0], low), Math.max(ends[1], high)] as const;
      putLogitInPlace(prediction, i * C + c, finals[c], finals[c] - finalRest[c], deviation, both);
    }
  }
  return prediction;
}

/** The quantiles between which the share `level` of sorted draws lies, with equal tails. */
function quantilesOf(sorted: Float64Array, level: number): readonly [number, number] {
  return [quantileOfSorted(sorted, 0.5 - level / 2), quantileOfSorted(sorted, 0.5 + level / 2)];
}

function rowScores(engine: Engine, classes: GaussianClasses, X: Matrix): RowScores {
  return classes.covariances.length === 1 ? sharedScores(engine, classes, X) : separateScores(engine, classes, X);
}

function finalLogProbabilities({ reserved }: GaussianClasses, logProbabilities: Float64Array): Float64Array {
  return reserved ? withReserved(logProbabilities, reserved) : logProbabilities;
}

/** Of the scores and the curve alone. */
function rowLogProbabilities({ curve }: GaussianClasses, rows: Matrix, i: number): Float64Array {
  const C = rows.columns;
  const scores = rows.data.slice(i * C, (i + 1) * C);
  if (!scores.every(Number.isFinite)) throw tooFar(i);
  if (curve) return applyScoreCurve(curve, scores);
  logSoftmaxInPlace(scores);
  return scores;
}

/** Numbers of a model up to which its products with rows are made here: to hand single rows to the engine takes longer. */
const fewNumbers = 1024;

/** offsets_k + m_kᵀΣ⁻¹(x − center). How they are made depends on the model alone, so that a row has the same scores among others. */
function linearScores(engine: Engine, { weights, offsets }: WhitenedMeans, X: Matrix, center: Float64Array): Matrix {
  const C = weights.rows;
  const p = X.columns;
  if (weights.data.length > fewNumbers) {
    const scores = engine.multiply(centerColumns(X, center), weights, { transposeB: true });
    for (let at = 0; at < scores.data.length; at++) scores.data[at] += offsets[at % C];
    return scores;
  }
  const scores = matrix(X.rows, C);
  for (let i = 0; i < X.rows; i++) {
    for (let k = 0; k < C; k++) {
      let sum = offsets[k];
      for (let j = 0; j < p; j++) sum += (X.data[i * p + j] - center[j]) * weights.data[k * p + j];
      scores.data[i * C + k] = sum;
    }
  }
  return scores;
}

/** One covariance: scores are linear in x, and the common quadratic term, which would cancel far from the data, is left out. */
function sharedScores(engine: Engine, classes: GaussianClasses, X: Matrix): RowScores {
  const { sizes } = classes;
  const covariance = classes.covariances[0];
  const C = sizes.length;
  const ofMeans = whitenedMeans(engine, classes);
  const { whiteMeans } = ofMeans;
  const scores = linearScores(engine, ofMeans, X, classes.center);
  let known: Matrix | undefined;
  const white = (): Matrix => (known ??= whiten(engine, covariance, X, classes.center));
  const degrees = sizes.reduce((sum, size) => sum + size, 0) - C;
  const options = drawOptions(classes, dimensionOf(covariance));
  return {
    scores,
    variance: () => sharedScoreVariance(white(), whiteMeans, degrees, classes),
    draws() {
      if (!needsDraws(classes, degrees, options)) return undefined;
      const span = spanOfRows(engine, differencesToFirst(whiteMeans));
      return sharedScoreDraws(positionsToMeans(white(), whiteMeans, span), degrees, options);
    },
  };
}

/** What scores under one covariance have to do with the classes alone; made once for these, since it is most of the work for a single row. */
interface WhitenedMeans {
  readonly engine: Engine;
  readonly whiteMeans: Matrix;
  /** Σ⁻¹m_k, one row a class. */
  readonly weights: Matrix;
  /** log π_k − ½‖m_k‖². */
  readonly offsets: Float64Array;
}

const knownMeans = new WeakMap<GaussianClasses, WhitenedMeans>();

function whitenedMeans(engine: Engine, classes: GaussianClasses): WhitenedMeans {
  const known = knownMeans.get(classes);
  if (known?.engine === engine) return known;
  const { logPriors, means, covariances } = classes;
  const whiteMeans = whiten(engine, covariances[0], means);
  const offsets = logPriors.map((logPrior, k) => logPrior - 0.5 * squaredNorm(whiteMeans, k));
  const made = { engine, whiteMeans, weights: unwhiten(engine, covariances[0], whiteMeans), offsets };
  knownMeans.set(classes, made);
  return made;
}

/** One covariance a class: scores are quadratic in x. */
function separateScores(engine: Engine, classes: GaussianClasses, X: Matrix): RowScores {
  const { sizes, logPriors, means, covariances } = classes;
  const n = X.rows;
  const C = sizes.length;
  const p = X.columns;
  const centered = centerColumns(X, classes.center);
  const quadratics = matrix(n, C);
  covariances.forEach((covariance, k) => {
    const white = whiten(engine, covariance, centered, means.data.subarray(k * p, (k + 1) * p));
    for (let i = 0; i < n; i++) quadratics.data[i * C + k] = squaredNorm(white, i);
  });
  const logDeterminants = Float64Array.from(covariances, logDeterminant);
  const scores = matrix(n, C);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < C; k++) {
      scores.data[i * C + k] = logPriors[k] - 0.5 * (quadratics.data[i * C + k] + logDeterminants[k]);
    }
  }
  const dimension = dimensionOf(covariances[0]);
  const options = drawOptions(classes, dimension);
  return {
    scores,
    variance: () => separateScoreVariance(quadratics, dimension, classes),
    draws: () =>
      needsDraws(classes, Math.min(...sizes) - 1, options)
        ? separateScoreDraws(quadratics, logDeterminants, options)
        : undefined,
  };
}

/**
 * Below ten rows a class and direction the delta method is short by more than a fifth: draw instead. There are draws where
 * the covariances have an inverse Wishart posterior: not shrunk, and with more degrees of freedom than directions (row
 * weights below one may leave fewer).
 */
function needsDraws({ sizes, shrunk }: GaussianClasses, degrees: number, { dimension }: DrawOptions): boolean {
  return !shrunk && Math.min(...sizes) < 10 * dimension && degrees > dimension - 1;
}

function drawOptions(classes: GaussianClasses, dimension: number): DrawOptions {
  const { seed, sizes, logPriors, priorsAreEmpirical } = classes;
  return { seed, count: drawCount, sizes, logPriors, priorsAreEmpirical, dimension };
}

/** The deviations of logit c, which reaches farther to the side where a steeper curve would carry it. */
function steeperSides(
  { covariance, upward = 0 }: ScoreCurve,
  scores: Float64Array,
  logProbabilities: Float64Array,
  logRest: Float64Array,
  c: number,
  deviation: number,
): TwoSided {
  const contrast = scores.reduce(
    (sum, score, k) => sum + (k === c ? 1 : -Math.exp(logProbabilities[k] - logRest[c])) * score,
    0,
  );
  const extra = Math.max(0, upward ** 2 - covariance.data[0]);
  return sidesOf(contrast, deviation, Math.hypot(deviation, contrast * Math.sqrt(extra)));
}

/**
 * Variance of the contrast Σ g_k (slope · score_k + offset_k): that of the scores, and that of the curve, whose parameters
 * (slope, offset 1, offset 2, …) enter with the factors (Σ g_k score_k, g_1, g_2, …).
 */
export function curvedVariance(
  { slope, covariance }: ScoreCurve,
  scores: Matrix,
  i: number,
  contrast: Float64Array,
  variance: number,
): number {
  const C = scores.columns;
  const factors = contrast.slice();
  factors[0] = dot(contrast, row(scores, i));
  let ofCurve = 0;
  for (let a = 0; a < C; a++) {
    for (let b = 0; b < C; b++) ofCurve += factors[a] * factors[b] * covariance.data[a * C + b];
  }
  return slope ** 2 * variance + Math.max(0, ofCurve);
}

function tooFar(i: number): InputError {
  return new InputError(
    "too-far",
    wording`Row ${thatRow} is so far from the training rows that its class cannot be computed.`,
    { row: i + 1 },
    "Check its units, or leave it out.",
  );
}

function differencesToFirst(means: Matrix): Matrix {
  const others = Int32Array.from({ length: means.rows - 1 }, (_, k) => k + 1);
  return centerColumns(selectRows(means, others), row(means, 0));
}

function squaredNorm(rows: Matrix, i: number): number {
  return dot(row(rows, i), row(rows, i));
}
