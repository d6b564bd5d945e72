import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import {
  factoredHessian,
  multinomialMode,
  type MultinomialMode,
  type MultinomialProblem,
} from "../../../likelihoods/multinomial/multinomialMode.ts";

/** Rows with their classes, as a ridge regression on the scores of components sees them. */
export interface RidgeRows {
  /** n × m: the scores and, with an intercept, a last column of ones. */
  readonly design: Matrix;
  readonly hasIntercept: boolean;
  /** C × q. */
  readonly contrasts: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/** Multinomial ridge regression with the penalty that makes the rows most probable. */
export interface RidgeFit {
  /** The regression at the penalty that was found. */
  readonly problem: MultinomialProblem;
  readonly mode: MultinomialMode;
  /** τ. */
  readonly penalty: number;
  /** How often τ was renewed. */
  readonly updates: number;
  /** Whether τ had come to rest. */
  readonly converged: boolean;
}

/** Where to begin: with what a regression on the same rows and fewer columns came to, for example. */
interface RidgeStart {
  readonly coefficients: Matrix;
  readonly penalty: number;
}

/** τ is looked for where the scores of rows have a variance between these before the classes are seen, from the given one. */
const variance = { least: 1e-6, start: 10, most: 1e6 };

const mostUpdates = 20;

/** The change of log τ below which it rests. */
const rest = 0.03;

/**
 * Multinomial logistic regression with one penalty ½τ|β|² on all coefficients but the intercepts. From a mode β with the
 * Hessian H, m coefficients being penalized, the penalty is renewed by
 *
 *     γ = m − τ tr H⁻¹,   τ ← γ / |β|²,
 *
 * γ being how many of them the rows determine, at most twenty times (MacKay 1992): where it rests, Laplace's evidence is
 * stationary but for what log |H| changes with β. O(n m² + m³) a Newton step.
 */
export function evidenceRidge(engine: Engine, rows: RidgeRows, start?: RidgeStart): RidgeFit {
  const spread = meanSquaredLength(rows);
  const [least, most] = [spread / variance.most, spread / variance.least];
  let coefficients = start?.coefficients;
  // From the end of its range it would come back slowly.
  let penalty =
    start && start.penalty > 1e3 * least && start.penalty < 1e-3 * most ? start.penalty : spread / variance.start;
  let [updates, converged] = [0, false];
  while (!converged && updates < mostUpdates) {
    const problem = ridgeAt(rows, penalty);
    const mode = multinomialMode(engine, problem, { start: coefficients, tolerance: 1e-4 });
    coefficients = mode.coefficients;
    const renewed = Math.min(most, Math.max(least, renewedPenalty(engine, problem, mode, penalty)));
    converged = Math.abs(Math.log(renewed / penalty)) < rest;
    penalty = renewed;
    updates++;
  }
  const problem = ridgeAt(rows, penalty);
  return {
    problem,
    mode: multinomialMode(engine, problem, { start: coefficients, tolerance: 1e-8 }),
    penalty,
    updates,
    converged,
  };
}

/** The regression at one τ. */
export function ridgeAt({ hasIntercept, ...rows }: RidgeRows, penalty: number): MultinomialProblem {
  const penalties = new Float64Array(rows.design.columns).fill(penalty);
  if (hasIntercept) penalties[penalties.length - 1] = 0;
  return { ...rows, penalties };
}

/** γ / |β|²; infinite where nothing was learned. */
function renewedPenalty(engine: Engine, problem: MultinomialProblem, mode: MultinomialMode, penalty: number): number {
  const q = problem.contrasts.columns;
  const variances = factoredHessian(engine, problem, mode).inverseDiagonal();
  let [determined, squares] = [0, 0];
  mode.coefficients.data.forEach((value, at) => {
    if (problem.penalties[Math.floor(at / q)] === 0) return;
    determined += 1 - penalty * variances[at];
    squares += value * value;
  });
  return squares > 0 ? determined / squares : Infinity;
}

/** The mean over the rows of the squared length of their scores, the intercept apart. */
function meanSquaredLength({ design, hasIntercept, weights }: RidgeRows): number {
  const m = design.columns;
  let [sum, total] = [0, 0];
  weights.forEach((weight, i) => {
    total += weight;
    for (let j = 0; j < m - (hasIntercept ? 1 : 0); j++) sum += weight * design.data[i * m + j] ** 2;
  });
  return sum / total;
}

/** Where to begin with more columns: the new coefficients zero, and the intercept the last again. */
export function extendedStart({ mode, penalty }: RidgeFit, columns: number, hasIntercept: boolean): RidgeStart {
  const { data, rows, columns: q } = mode.coefficients;
  const extended = matrix(columns, q);
  const kept = rows - (hasIntercept ? 1 : 0);
  extended.data.set(data.subarray(0, kept * q));
  if (hasIntercept) extended.data.set(data.subarray(kept * q), (columns - 1) * q);
  return { coefficients: extended, penalty };
}

/**
 * How scores are scaled before one penalty is put on all their coefficients: by a "common" factor 1/√e₁, so that components
 * which vary little are held back more, or "each" by its own 1/√e_l, so that all are held back alike and only their number
 * protects from noise. The first suits smooth kernels, the second rows whose classes differ in what varies little, as spectra.
 */
export type ScoreScaling = "common" | "each";

/** The factor of each score. */
export function scoreFactors(eigenvalues: Float64Array, scaling: ScoreScaling): Float64Array {
  return eigenvalues.map((value) => 1 / Math.sqrt(scaling === "each" ? value : eigenvalues[0]));
}

interface ComponentDesignOptions {
  /** n′: how many of the scores are taken, from the first. */
  readonly count: number;
  /** What each score is multiplied by. */
  readonly factors: Float64Array;
  /** Whether a last column of ones is added. */
  readonly intercept: boolean;
}

/** The first scores of rows, scaled, with a last column of ones where asked for. */
export function componentDesign(scores: Matrix, { count, factors, intercept }: ComponentDesignOptions): Matrix {
  const columns = count + (intercept ? 1 : 0);
  const design = matrix(scores.rows, columns);
  for (let i = 0; i < scores.rows; i++) {
    for (let j = 0; j < count; j++) design.data[i * columns + j] = factors[j] * scores.data[i * scores.columns + j];
    if (intercept) design.data[(i + 1) * columns - 1] = 1;
  }
  return design;
}
