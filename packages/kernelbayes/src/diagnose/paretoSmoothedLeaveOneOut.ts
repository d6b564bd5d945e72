import type { Matrix } from "../engine/matrix.ts";
import { elpd } from "../evaluate/elpd.ts";
import { column } from "../matrix/index.ts";
import { logSumExp } from "../numeric/index.ts";
import { smoothedWeights } from "./smoothedWeights.ts";

export interface SmoothedLeaveOneOutOptions {
  /** What one draw is worth for the likelihood of each row, or of all (`relativeEfficiency`); 1 by default. */
  readonly efficiency?: number | ArrayLike<number>;
  /**
   * Log densities by which predictions are made, laid out as the log likelihood, where they are not the likelihood itself: rows
   * are left out by the likelihood, and the score is that of the predictions.
   */
  readonly logPredictive?: Matrix;
}

/** Leave-one-out log predictive densities from draws, and how far each can be trusted. */
export interface SmoothedLeaveOneOut {
  /** ℓᵢ = log p(yᵢ | the other rows). */
  readonly logDensities: Float64Array;
  /** k̂ of each row; see `reliableShape`. */
  readonly shapes: Float64Array;
  /** How many equal weights the weights of each row are worth. */
  readonly effectiveSizes: Float64Array;
  /** Standard error of each ℓᵢ that comes from there being finitely many draws. Not to be trusted where k̂ is not. */
  readonly monteCarloErrors: Float64Array;
  /** Σ ℓᵢ and its standard error over rows, as `elpd` has them. */
  readonly total: number;
  readonly standardError: number;
}

/**
 * Leave-one-out log predictive densities without fitting again, from L_si = log p(yᵢ | θ_s) of S draws (in rows) and n rows (in
 * columns): with the smoothed weights w_s of row i,
 *
 *     ℓᵢ = log Σ_s w_s exp(L_si),      Monte Carlo error √(Σ_s w_s² (p_s/p̄ − 1)² / r).
 *
 * Parameters that belong to a single row should be integrated out of L_si: with them the weights have heavier tails.
 *
 * Vehtari, Gelman & Gabry, Practical Bayesian model evaluation using leave-one-out cross-validation and WAIC, 2017.
 */
export function paretoSmoothedLeaveOneOut(
  logLikelihood: Matrix,
  { efficiency = 1, logPredictive = logLikelihood }: SmoothedLeaveOneOutOptions = {},
): SmoothedLeaveOneOut {
  const { rows: draws, columns: n } = logLikelihood;
  if (logPredictive.rows !== draws || logPredictive.columns !== n) {
    throw new RangeError(
      `Predictive densities must be ${draws} × ${n} as the likelihood is; got ${logPredictive.rows} × ${logPredictive.columns}.`,
    );
  }
  if (typeof efficiency !== "number" && efficiency.length !== n) {
    throw new RangeError(`There must be one efficiency for each of ${n} rows; got ${efficiency.length}.`);
  }
  const logDensities = new Float64Array(n);
  const shapes = new Float64Array(n);
  const effectiveSizes = new Float64Array(n);
  const monteCarloErrors = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    const r = typeof efficiency === "number" ? efficiency : efficiency[row];
    const { logWeights, shape, effectiveSize } = smoothedWeights(column(logLikelihood, row), r);
    const predictive = column(logPredictive, row);
    const logDensity = logSumExp(logWeights.map((weight, s) => weight + predictive[s]));
    let variance = 0;
    for (let s = 0; s < draws; s++) {
      variance += (Math.exp(logWeights[s]) * Math.expm1(predictive[s] - logDensity)) ** 2;
    }
    logDensities[row] = logDensity;
    shapes[row] = shape;
    effectiveSizes[row] = effectiveSize;
    monteCarloErrors[row] = Math.sqrt(variance / Math.min(r, 1));
  }
  const { total, standardError } = elpd(logDensities);
  return { logDensities, shapes, effectiveSizes, monteCarloErrors, total, standardError };
}
