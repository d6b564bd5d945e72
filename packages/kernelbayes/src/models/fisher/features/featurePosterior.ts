import type { Engine } from "../../../engine/engine.ts";
import { type Matrix, transpose } from "../../../engine/matrix.ts";
import { addToDiagonal } from "../../../matrix/diagonal.ts";
import { centerColumns, grandMean } from "../../../matrix/centerColumns.ts";
import { dot, minus, multiplyVector, traceOfProduct, columnSquares } from "../../../matrix/dot.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";
import { row } from "../../../matrix/row.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { scaleMatrix, scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { classMoments, weightedRows } from "../../../rows/classGroups.ts";
import { requireRows, type FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { type EvidenceFigures, type ScatterFigures, constraintFactor } from "../evidence/fisherEvidence.ts";
import { notSeparable } from "../../../rows/kernel/rootProblem.ts";
import { requireSettings, type FisherSettings } from "../posterior/fisherPosterior.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/** What features contribute whatever β and the prior are: made once for a set of rows, O(np²). */
export interface FeatureMoments {
  readonly contrasts: FisherContrasts;
  /** Weighted grand mean of the rows, which is taken off everywhere: nothing here depends on it. */
  readonly center: Float64Array;
  /** Rows less the mean of their class. */
  readonly within: Matrix;
  /** Z = XᵀLX. */
  readonly scatter: Matrix;
  /** Δ = Xᵀδ, the difference of the class means. */
  readonly difference: Float64Array;
  /** Class means relative to the center, class 0 first (2 × p). */
  readonly means: Matrix;
  /** Xᵀh relative to the center. */
  readonly midpoint: Float64Array;
}

export function featureMoments(engine: Engine, X: Matrix, contrasts: FisherContrasts): FeatureMoments {
  const moments = momentsWithin(X, contrasts);
  const rows = weightedRows(moments.within, contrasts.weights);
  return { ...moments, scatter: engine.symmetricProduct(rows, { transpose: true }) };
}

/** The same without the scatter. */
export function momentsWithin(X: Matrix, contrasts: FisherContrasts): Omit<FeatureMoments, "scatter"> {
  const { classes, weights } = contrasts;
  requireRows(X.rows, contrasts);
  const center = grandMean(X, weights);
  const { means, within } = classMoments(centerColumns(X, center), classes, weights, 2);
  const [lower, upper] = [row(means, 0), row(means, 1)];
  const midpoint = upper.map((value, j) => (value + lower[j]) / 2);
  return { contrasts, center, within, difference: minus(upper, lower), means, midpoint };
}

interface FeatureSettings extends FisherSettings {
  /** a_j, the prior precision of each weight; default: 1 each. */
  readonly priorPrecision?: Float64Array | undefined;
  /** η, the variance of each row's own, besides what the features say. Default 0. */
  readonly nugget?: number;
}

/**
 * The discriminant in the space of weights: f = Xw + ε, w ~ N(0, A⁻¹), A = diag(a), ε ~ N(0, ηI). It is the Gaussian-process
 * form with the kernel K = XA⁻¹Xᵀ + ηI, in O(np² + p³). A nugget is integrated out exactly: with β' = β/(1 + βη),
 *
 *     B = β'XᵀLX + A,   b = B⁻¹Δ,   s = ΔᵀB⁻¹Δ + κη,
 *     w̄ = d b/s,   Cov(w) = B⁻¹ − bbᵀ/s,   log |I + βKL| = log |A⁻¹B| + (N − 2) log(1 + βη).
 *
 * B is factored as A^½(I + A^-½β'ZA^-½)A^½, so that a_j may be as large as it likes.
 */
export interface FeaturePosterior extends EvidenceFigures, ScatterFigures {
  readonly moments: FeatureMoments;
  readonly contrasts: FisherContrasts;
  readonly nugget: number;
  readonly priorPrecision: Float64Array;
  /** β' = β/(1 + βη). */
  readonly effectivePrecision: number;
  /** b = B⁻¹Δ. */
  readonly b: Float64Array;
  /** w̄. */
  readonly weights: Float64Array;
  /** Posterior mean of the midpoint of the class means, w̄ᵀXᵀh + ½ηd(1/n₁ − 1/n₀)/s; new rows are at w̄ᵀx. */
  readonly midpoint: number;
  /** What had to be added to the diagonal of I + A^-½β'ZA^-½; 0 normally. */
  readonly jitter: number;
  /** The factor of I + A^-½β'ZA^-½. */
  readonly factor: Factor;
  /** A^-½. */
  readonly priorDeviation: Float64Array;
  /** B⁻¹. */
  inverse(): Matrix;
}

export function featurePosterior(engine: Engine, moments: FeatureMoments, settings: FeatureSettings): FeaturePosterior {
  const { precision, distance } = requireSettings(settings);
  const { contrasts, scatter, difference, midpoint, center } = moments;
  const { kappa, total } = contrasts;
  const p = scatter.rows;
  const { nugget = 0, priorPrecision = new Float64Array(p).fill(1) } = settings;
  requireLength(priorPrecision.length, p, "The number of prior precisions");
  if (!priorPrecision.every((a) => a > 0 && a < Infinity)) {
    throw new RangeError("Prior precisions must be positive and finite.");
  }
  if (!(nugget >= 0 && nugget < Infinity)) throw new RangeError(`The nugget must not be negative; got ${nugget}.`);
  const shrink = 1 / (1 + precision * nugget);
  const effectivePrecision = precision * shrink;
  const deviation = priorPrecision.map((a) => 1 / Math.sqrt(a));
  const scaled = scaleRowsAndColumns(scaleMatrix(scatter, effectivePrecision), deviation);
  const factor = factorize(engine, addToDiagonal(scaled, 1), { jitter: true });
  const scaledDifference = difference.map((value, j) => deviation[j] * value);
  const between = dot(scaledDifference, scaledDifference);
  const separation = between + kappa * nugget;
  // The mean of the diagonal of K about the grand mean.
  const spread = (priorTrace(moments, deviation) + between / kappa) / total + nugget;
  if (!(separation > 1e-12 * kappa * spread)) throw notSeparable(separation, kappa * spread);
  const b = factor.solveVector(scaledDifference).map((value, j) => deviation[j] * value);
  const s = dot(difference, b) + kappa * nugget;
  const weights = b.map((value) => (distance * value) / s);
  const scatterAlong = dot(b, multiplyVector(scatter, b));
  let inverse: Matrix | undefined;
  const inverseOf = (): Matrix => (inverse ??= scaleRowsAndColumns(factor.inverse(), deviation));
  return {
    moments,
    contrasts,
    precision,
    distance,
    nugget,
    priorPrecision,
    effectivePrecision,
    s,
    b,
    weights,
    midpoint:
      dot(weights, midpoint) + dot(weights, center) + (nugget * distance * kappa * contrasts.imbalance) / (2 * s),
    logDeterminant: factor.logDeterminant + (total - 2) * Math.log1p(precision * nugget),
    projectedScatter: shrink * shrink * scatterAlong,
    jitter: factor.jitter,
    factor,
    priorDeviation: deviation,
    inverse: inverseOf,
    withinTrace: () => (total - 2) * nugget * shrink + shrink * shrink * traceOfProduct(inverseOf(), scatter),
  };
}

/** tr(A^-½ Z A^-½). */
function priorTrace({ scatter }: FeatureMoments, deviation: Float64Array): number {
  return deviation.reduce((sum, each, j) => sum + each * each * scatter.data[j * scatter.rows + j], 0);
}

/** The diagonal of the second moment S_w = Cov(w) + w̄w̄ᵀ = B⁻¹ + (d²/s² − 1/s)bbᵀ. */
export function weightMoments(posterior: FeaturePosterior): Float64Array {
  const inverse = posterior.inverse();
  const factor = constraintFactor(posterior);
  return posterior.b.map((value, j) => inverse.data[j * inverse.columns + j] + factor * value * value);
}

/**
 * ∂ℰ/∂log η for the nugget: −½[(N − 2)β/(1 + βη) − β'² tr(B⁻¹Z)] + ½(d²/s² − 1/s)(κ + β'² bᵀZb), times η.
 */
export function nuggetSlope(posterior: FeaturePosterior): number {
  const { contrasts, moments, b, effectivePrecision: beta, nugget } = posterior;
  const { scatter } = moments;
  const inTrace = (contrasts.total - 2) * beta - beta * beta * traceOfProduct(posterior.inverse(), scatter);
  const inSpread = contrasts.kappa + beta * beta * dot(b, multiplyVector(scatter, b));
  return 0.5 * nugget * (constraintFactor(posterior) * inSpread - inTrace);
}

/** A prior precision as large as this has switched its feature off. */
export const largestPriorPrecision = 1e12;

/**
 * The position relative to the midpoint, as `contrastAt`, with x − Xᵀh for x and for the nugget η
 *
 *     mean d qᵀu/s,   qᵀu = (x − Xᵀh)ᵀb − ½η(1/n₁ − 1/n₀),   variance ‖R⁻¹(x − Xᵀh)‖² + ¼κη − (qᵀu)²/s.
 */
export function featureContrastAt(
  engine: Engine,
  posterior: FeaturePosterior,
  rows: Matrix,
  extra: Float64Array = new Float64Array(rows.rows),
): LatentMoments {
  requireLength(extra.length, rows.rows, "The number of extra variances");
  const { moments, contrasts, nugget, distance } = posterior;
  const { center, midpoint } = moments;
  const relative = centerColumns(
    rows,
    center.map((value, j) => value + midpoint[j]),
  );
  const { squares, along } = projections(engine, posterior, relative);
  const { s } = posterior;
  const inner = dot(moments.difference, posterior.b); // qᵀq
  const { kappa, imbalance } = contrasts;
  const half = (nugget * kappa * imbalance) / 2;
  return {
    mean: along.map((value) => (distance * (value - half)) / s),
    // (a²/inner) + κη/4 − (a − κηε/2)²/s with s = inner + κη, written as a sum of terms that are not negative:
    // κη/(s·inner) · (a + ½ε·inner)² + ¼κη(1 − ε²).
    variance: squares.map(
      (square, t) =>
        square +
        (inner > 0 ? ((kappa * nugget) / (s * inner)) * (along[t] + (imbalance * inner) / 2) ** 2 : 0) +
        (kappa * nugget * (1 - imbalance * imbalance)) / 4 +
        extra[t],
    ),
  };
}

/**
 * The latent function f* itself, as `latentAt`: mean w̄ᵀx and variance xᵀB⁻¹x − (xᵀb)²/s, the latter as a sum of terms that are not
 * negative. What features leave out, the nugget among it, is `extra`.
 */
export function featureLatentAt(
  engine: Engine,
  posterior: FeaturePosterior,
  rows: Matrix,
  extra: Float64Array,
): LatentMoments {
  const { squares, along } = projections(engine, posterior, rows);
  const { s, distance, contrasts, nugget } = posterior;
  const inner = dot(posterior.moments.difference, posterior.b);
  const unknown = inner > 0 ? (contrasts.kappa * nugget) / (s * inner) : 0;
  return {
    mean: along.map((value) => (distance * value) / s),
    variance: squares.map((square, t) => square + unknown * along[t] ** 2 + extra[t]),
  };
}

/** For rows x: ‖v − q(qᵀv)/(qᵀq)‖² and qᵀv = xᵀb. */
function projections(
  engine: Engine,
  posterior: FeaturePosterior,
  rows: Matrix,
): { readonly squares: Float64Array; readonly along: Float64Array } {
  const { factor, priorDeviation, b } = posterior;
  const scaled = scaleRowsAndColumns(rows, new Float64Array(rows.rows).fill(1), priorDeviation);
  const V = engine.solveTriangular(factor.lower, transpose(scaled));
  const q = scaledDifference(engine, posterior);
  const along = multiplyVector(rows, b);
  const inner = dot(q, q);
  if (inner > 0) {
    for (let j = 0; j < V.rows; j++) {
      for (let t = 0; t < V.columns; t++) V.data[j * V.columns + t] -= (q[j] * along[t]) / inner;
    }
  }
  return { squares: columnSquares(V), along };
}

/** q = R⁻¹Δ. */
function scaledDifference(engine: Engine, { factor, priorDeviation, moments }: FeaturePosterior): Float64Array {
  const { difference } = moments;
  const scaled = difference.map((value, j) => priorDeviation[j] * value);
  return engine.solveTriangular(factor.lower, { rows: scaled.length, columns: 1, data: scaled }).data;
}
