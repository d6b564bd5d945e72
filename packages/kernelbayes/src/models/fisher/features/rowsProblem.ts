import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { centerColumns, grandMean } from "../../../matrix/centerColumns.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { classMoments, weightedRows } from "../../../rows/classMoments.ts";
import { requireRows, type FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { constraintFactor } from "../evidence/fisherEvidence.ts";
import type { FeatureLaw, FeaturePoint, FeatureProblem } from "./featureLaw.ts";
import type { FeatureRule } from "./featureRule.ts";
import { columnSquares, notSeparable } from "../../../rows/kernel/rootProblem.ts";
import { requireSettings } from "../posterior/fisherSettings.ts";

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
  requireRows(X.rows, contrasts);
  const { classes, weights } = contrasts;
  const p = X.columns;
  const center = grandMean(X, weights);
  const { means, within } = classMoments(centerColumns(X, center), classes, weights, 2);
  const moments: RowMoments = {
    contrasts,
    within: weightedRows(within, weights),
    difference: Float64Array.from({ length: p }, (_, j) => means.data[p + j] - means.data[j]),
    midpoint: center.map((value, j) => value + (means.data[p + j] + means.data[j]) / 2),
    distance,
  };
  return { contrasts, columns: p, at: (point) => rowsLaw(engine, moments, point) };
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
  const trace = traceOf(gram);
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
    rule: () => ruleOf(moments, weights, { explained: explainedOf(), deviation, c, s }),
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
  const half = factor.halfSolve(S);
  return matrix(
    half.rows,
    half.columns,
    half.data.map((value) => Math.sqrt(beta) * value),
  );
}

/** Cov(w) = A⁻¹ − A^-½(T₀ᵀT₀ + ccᵀ/s)A^-½: T is T₀ with the row c/√s below, times A^-½. */
function ruleOf(
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

function traceOf({ data, rows }: Matrix): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += data[i * rows + i];
  return sum;
}
