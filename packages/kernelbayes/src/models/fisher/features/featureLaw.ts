import type { Engine } from "../../../engine/engine.ts";
import { type Matrix, matrix } from "../../../engine/matrix.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { type EvidenceFigures, type ScatterFigures, constraintFactor } from "../evidence/fisherEvidence.ts";
import type { LeaveOneOutFigures } from "../posterior/fisherLeaveOneOut.ts";
import { diagonal, diagonalMatrix } from "../../../matrix/diagonal.ts";
import { dot, multiplyVector, columnSquares } from "../../../matrix/dot.ts";
import {
  featureMoments,
  featurePosterior,
  momentsWithin,
  type FeaturePosterior,
  weightMoments,
} from "./featurePosterior.ts";
import { contrastCoefficients, featureDiagonalOfM } from "../evidence/evaluateLowRank.ts";
import { centerColumns } from "../../../matrix/centerColumns.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { scaleMatrix, scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { weightedRows } from "../../../rows/classGroups.ts";
import { notSeparable } from "../../../rows/kernel/rootProblem.ts";
import { requireSettings } from "../posterior/fisherPosterior.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";

/** The prior precisions a_j of the weights, one a column, and β. */
export interface FeaturePoint {
  readonly priorPrecision: Float64Array;
  readonly precision: number;
}

/**
 * The posterior of weights w ~ N(0, A⁻¹), A = diag(a), with f = Xw, whichever way it was computed: all that evidence, search,
 * leave-one-out and prediction ask for. With B = βXᵀLX + A, b = B⁻¹Δ and s = ΔᵀB⁻¹Δ
 *
 *     w̄ = d b/s,   Cov(w) = B⁻¹ − bbᵀ/s,   S_w = Cov(w) + w̄w̄ᵀ,   log |I + βKL| = log |A⁻¹B|.
 */
export interface FeatureLaw extends EvidenceFigures, ScatterFigures, LeaveOneOutFigures {
  readonly contrasts: FisherContrasts;
  readonly priorPrecision: Float64Array;
  /** w̄. */
  readonly weights: Float64Array;
  /** a_j (S_w)_jj for each column: near 1 where the rows say nothing of a weight that its prior did not. */
  scaledMoments(): Float64Array;
  /** What predictions need. */
  rule(): FeatureRule;
}

/** Rows and labels, ready to be looked at with any prior precisions and β. */
export interface FeatureProblem {
  readonly contrasts: FisherContrasts;
  readonly columns: number;
  at(point: FeaturePoint): FeatureLaw;
}

/**
 * The form that is cheaper: in the space of the columns where there are no more of them than rows, O(np²) once and then O(p³) a
 * point; in that of the rows otherwise, O(n²p) a point.
 */
export function featureProblem(
  engine: Engine,
  X: Matrix,
  contrasts: FisherContrasts,
  { distance = 2 }: { readonly distance?: number } = {},
): FeatureProblem {
  return X.columns <= X.rows
    ? columnsProblem(engine, X, contrasts, distance)
    : rowsProblem(engine, X, contrasts, distance);
}

/** The weights in the space of the columns: one factorization of the p × p matrix A^-½BA^-½ a point. */
export function columnsProblem(
  engine: Engine,
  X: Matrix,
  contrasts: FisherContrasts,
  distance: number,
): FeatureProblem {
  const moments = featureMoments(engine, X, contrasts);
  const own = new Float64Array(X.rows);
  return {
    contrasts,
    columns: X.columns,
    at({ priorPrecision, precision }): FeatureLaw {
      const posterior = featurePosterior(engine, moments, { priorPrecision, precision, distance });
      let u: Float64Array | undefined;
      return {
        ...posterior,
        own,
        get u() {
          return (u ??= contrastCoefficients(posterior));
        },
        diagonalOfM: () => featureDiagonalOfM(engine, posterior),
        scaledMoments: () => weightMoments(posterior).map((moment, j) => priorPrecision[j] * moment),
        rule: () => ruleOfColumns(engine, posterior),
      };
    },
  };
}

/**
 * With RRᵀ = B and q = R⁻¹Δ the covariance is R⁻ᵀ(I − qqᵀ/qᵀq)R⁻¹, and I − qqᵀ/qᵀq is its own square: T = (I − qqᵀ/qᵀq)R⁻¹.
 */
function ruleOfColumns(engine: Engine, { factor, priorDeviation, moments, weights }: FeaturePosterior): FeatureRule {
  const { difference, center, midpoint } = moments;
  const p = difference.length;
  const spread = engine.solveTriangular(factor.lower, diagonalMatrix(priorDeviation));
  const q = multiplyVector(spread, difference);
  const along = multiplyVector(spread, q, { transpose: true });
  const inner = dot(q, q);
  const T = matrix(p, p);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) T.data[i * p + j] = spread.data[i * p + j] - (q[i] * along[j]) / inner;
  }
  return { midpoint: center.map((value, j) => value + midpoint[j]), weights, spread: T, priorVariance: undefined };
}

/** What does not depend on the point. */
interface RowMoments {
  readonly contrasts: FisherContrasts;
  /** D^½ times the rows less the mean of their class. */
  readonly within: Matrix;
  /** Δ, the difference of the class means. */
  readonly difference: Float64Array;
  /** Xᵀh. */
  readonly midpoint: Float64Array;
  readonly distance: number;
}

/**
 * The weights where there are more columns than rows. With S = D^½(X − class means)A^-½ (n × p) and G = I + βSSᵀ, Woodbury gives
 *
 *     A^½B⁻¹A^½ = (I + βSᵀS)⁻¹ = I − βSᵀG⁻¹S,   log |A⁻¹B| = log |G|.
 *
 * So with Δ̃ = A^-½Δ, t = G⁻¹SΔ̃ and c = Δ̃ − βSᵀt, which is A^½B⁻¹Δ, and T₀ = √β R⁻¹S for G = RRᵀ,
 *
 *     s = cᵀc + β tᵀt,   a_j(S_w)_jj = 1 − ‖T₀e_j‖² + (d²/s² − 1/s)c_j²,   tr(LΣ) = ‖T₀‖²/β.
 */
export function rowsProblem(engine: Engine, X: Matrix, contrasts: FisherContrasts, distance: number): FeatureProblem {
  const { center, within, difference, midpoint } = momentsWithin(X, contrasts);
  const moments: RowMoments = {
    contrasts,
    within: weightedRows(within, contrasts.weights),
    difference,
    midpoint: center.map((value, j) => value + midpoint[j]),
    distance,
  };
  return { contrasts, columns: X.columns, at: (point) => rowsLaw(engine, moments, point) };
}

function rowsLaw(engine: Engine, moments: RowMoments, { priorPrecision, precision }: FeaturePoint): FeatureLaw {
  const { contrasts, within, difference, distance } = moments;
  const { kappa, roots, sizes, classes, delta } = contrasts;
  const beta = requireSettings({ precision, distance }).precision;
  const n = within.rows;
  requireLength(priorPrecision.length, within.columns, "The number of prior precisions");
  const deviation = priorPrecision.map((a) => 1 / Math.sqrt(a));
  const S = scaleRowsAndColumns(within, new Float64Array(n).fill(1), deviation);
  const scaled = difference.map((value, j) => deviation[j] * value);
  const gram = engine.symmetricProduct(S);
  const trace = diagonal(gram).reduce((sum, value) => sum + value, 0);
  const between = dot(scaled, scaled);
  const spread = (trace + between / kappa) / contrasts.total;
  if (!(between > 1e-12 * kappa * spread)) throw notSeparable(between, kappa * spread);
  // S has no part along the classes; a mean eigenvalue there keeps diagonals of the inverse from being differences of ones.
  const level = 1 + (beta * trace) / n;
  const factor = factorize(engine, leveled(gram, contrasts, beta, level - 1), { jitter: true });
  const t = factor.solveVector(multiplyVector(S, scaled));
  const back = multiplyVector(S, t, { transpose: true });
  const c = scaled.map((value, j) => value - beta * back[j]);
  const scatterAlong = dot(t, t);
  const s = dot(c, c) + beta * scatterAlong;
  const weights = c.map((value, j) => (distance * deviation[j] * value) / s);
  let explained: Matrix | undefined;
  const explainedOf = (): Matrix => (explained ??= explainedPart(factor, S, beta));
  return {
    contrasts,
    precision: beta,
    distance,
    s,
    priorPrecision,
    weights,
    logDeterminant: factor.logDeterminant - 2 * Math.log(level),
    projectedScatter: scatterAlong,
    own: new Float64Array(n),
    u: delta.map((value, i) => value - beta * roots[i] * t[i]),
    withinTrace: () => explainedOf().data.reduce((sum, value) => sum + value * value, 0) / beta,
    diagonalOfM: () =>
      factor.inverseDiagonal().map((entry, i) => beta * (entry - roots[i] ** 2 / (sizes[classes[i]] * level))),
    scaledMoments() {
      const constraint = constraintFactor({ distance, s });
      return columnSquares(explainedOf()).map((square, j) => 1 - square + constraint * c[j] * c[j]);
    },
    rule: () => ruleOfRows(moments, weights, { explained: explainedOf(), deviation, c, s }),
  };
}

/** The lower triangle of I + β SSᵀ + τ Σ_q r_q r_qᵀ/n_q, r_q the roots of the weights of class q. */
function leveled(gram: Matrix, { roots, classes, sizes }: FisherContrasts, beta: number, tau: number): Matrix {
  const n = gram.rows;
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) {
    const share = (tau * roots[i]) / sizes[classes[i]];
    for (let j = 0; j <= i; j++) {
      const own = classes[i] === classes[j] ? share * roots[j] : 0;
      result.data[i * n + j] = beta * gram.data[i * n + j] + own + (i === j ? 1 : 0);
    }
  }
  return result;
}

/** T₀ = √β R⁻¹S. */
function explainedPart(factor: Factor, S: Matrix, beta: number): Matrix {
  return scaleMatrix(factor.halfSolve(S), Math.sqrt(beta));
}

/** Cov(w) = A⁻¹ − A^-½(T₀ᵀT₀ + ccᵀ/s)A^-½: T is T₀ with the row c/√s below, times A^-½. */
function ruleOfRows(
  { midpoint }: RowMoments,
  weights: Float64Array,
  parts: { readonly explained: Matrix; readonly deviation: Float64Array; readonly c: Float64Array; readonly s: number },
): FeatureRule {
  const { explained, deviation, c, s } = parts;
  const { rows: n, columns: p } = explained;
  const spread = matrix(n + 1, p);
  for (let j = 0; j < p; j++) {
    for (let i = 0; i < n; i++) spread.data[i * p + j] = explained.data[i * p + j] * deviation[j];
    spread.data[n * p + j] = (c[j] * deviation[j]) / Math.sqrt(s);
  }
  return { midpoint, weights, spread, priorVariance: deviation.map((each) => each * each) };
}

/**
 * The position of a row x relative to the midpoint of the class means, z = x − Xᵀh, as a Gaussian: mean w̄ᵀz and variance
 *
 *     zᵀCov(w)z = ‖Tz‖²                      without `priorVariance`: nothing cancels, and nothing is ever negative,
 *     zᵀCov(w)z = Σ_j z_j²/a_j − ‖Tz‖²       with it: what the few training rows explain of the prior variance.
 */
export interface FeatureRule {
  /** Xᵀh, one entry a column. */
  readonly midpoint: Float64Array;
  /** w̄. */
  readonly weights: Float64Array;
  /** T, with as many columns as there are weights. */
  readonly spread: Matrix;
  /** 1/a_j. */
  readonly priorVariance: Float64Array | undefined;
}

/** ḡ and v_g of new rows; O(rows of T · columns) each. */
export function featureContrasts(engine: Engine, rule: FeatureRule, rows: Matrix): LatentMoments {
  const z = centerColumns(rows, rule.midpoint);
  return { mean: multiplyVector(z, rule.weights), variance: functionalVariance(engine, rule, z) };
}

/** The variance of wᵀz for each row z. */
export function functionalVariance(engine: Engine, { spread, priorVariance }: FeatureRule, z: Matrix): Float64Array {
  const squares = rowSums(engine.multiply(z, spread, { transposeB: true }), () => 1);
  return priorVariance
    ? rowSums(z, (j) => priorVariance[j]).map((prior, t) => requireVariance(prior - squares[t], prior))
    : squares;
}

/** Σ_j c_j a_j² over the entries of each row. */
function rowSums({ data, rows, columns }: Matrix, coefficient: (j: number) => number): Float64Array {
  const result = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let j = 0; j < columns; j++) sum += coefficient(j) * data[i * columns + j] ** 2;
    result[i] = sum;
  }
  return result;
}
