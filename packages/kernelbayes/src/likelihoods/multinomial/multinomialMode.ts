import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { factorize, type Factor } from "../../matrix/factorize.ts";
import { scaleRowsAndColumns, mapMatrix } from "../../matrix/addMatrices.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import { covariancesOfMany, hasManyOutputs, likelihoodHessian } from "./manyClasses.ts";

/** Rows with their classes, and how scores are made of coefficients. */
export interface MultinomialProblem {
  /** n × m, a column of ones among them where there is an intercept. */
  readonly design: Matrix;
  /** C × q: scores s = Q η. */
  readonly contrasts: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** λ of each column of the design; 0 for an intercept. */
  readonly penalties: Float64Array;
  /** The part of the Hessian at the mode of rows that are not here; none where absent. */
  readonly otherCurvature?: Matrix | undefined;
}

/** The minimum of penalized multinomial regression. */
export interface MultinomialMode {
  /** m × q: η = Bᵀ x. */
  readonly coefficients: Matrix;
  /** n × q, η of the rows. */
  readonly outputs: Matrix;
  /** n × C. */
  readonly logProbabilities: Matrix;
  /** −Σ w log p + ½ Σ λⱼ |Bⱼ|². */
  readonly objective: number;
  readonly steps: number;
  readonly converged: boolean;
}

interface MultinomialModeOptions {
  /** Coefficients to begin with. Default zeros. */
  readonly start?: Matrix | undefined;
  /** Newton's decrement gᵀH⁻¹g, twice what there is to gain in nats, after which no further step is taken. Default 1e-12. */
  readonly tolerance?: number;
  readonly maxSteps?: number;
}

/**
 * Multinomial logistic regression with a ridge penalty,
 *
 *     minimize −Σᵢ wᵢ log softmax(Q Bᵀxᵢ)[yᵢ] + ½ Σⱼ λⱼ |Bⱼ|²
 *
 * by Newton's method with step halving. The objective is convex, and strictly so where every class occurs and each column of
 * the design has a positive λ or is a constant. O(n m² q²) a step, and (m q)³/3.
 */
export function multinomialMode(
  engine: Engine,
  problem: MultinomialProblem,
  { start, tolerance = 1e-12, maxSteps = 100 }: MultinomialModeOptions = {},
): MultinomialMode {
  const { design, contrasts } = problem;
  const zero = pointAt(engine, problem, matrix(design.columns, contrasts.columns));
  const warm = start && pointAt(engine, problem, start);
  // A start that is worse than none is dropped, and one so far off that all probabilities are 0 or 1, whose Hessian is singular.
  let point = warm && warm.objective < zero.objective && hasDoubt(warm) ? warm : zero;
  let steps = 0;
  let converged = false;
  while (!converged && steps < maxSteps) {
    const gradient = gradientAt(engine, problem, point);
    const step = factoredHessian(engine, problem, point).solveVector(gradient.data);
    const decrement = gradient.data.reduce((sum, g, at) => sum + g * step[at], 0);
    steps++;
    converged = decrement <= tolerance;
    // What is left to gain is lost in the digits of the objective, which can no longer judge the step; it needs no judge.
    const isLast = decrement <= 1e-9;
    const next = isLast ? moved(engine, problem, point, step, 1) : halved(engine, problem, point, step);
    if (!next) break;
    point = next;
  }
  return { ...point, steps, converged };
}

/** Whether a probability is left between 0 and 1, so that the Hessian sees the intercept. */
function hasDoubt({ logProbabilities }: MultinomialPoint): boolean {
  return logProbabilities.data.some((log) => log > -100 && log < -1e-12);
}

type MultinomialPoint = Pick<MultinomialMode, "coefficients" | "outputs" | "logProbabilities" | "objective">;

/** Outputs, probabilities and objective at coefficients. */
export function pointAt(engine: Engine, problem: MultinomialProblem, coefficients: Matrix): MultinomialPoint {
  const { design, contrasts, classes, weights, penalties } = problem;
  const q = contrasts.columns;
  const outputs = engine.multiply(design, coefficients);
  const logProbabilities = logProbabilitiesOf(engine, outputs, contrasts);
  let objective = 0;
  classes.forEach((c, i) => (objective -= weights[i] * logProbabilities.data[i * contrasts.rows + c]));
  penalties.forEach((penalty, j) => {
    for (let a = 0; a < q; a++) objective += 0.5 * penalty * coefficients.data[j * q + a] ** 2;
  });
  return { coefficients, outputs, logProbabilities, objective };
}

/** log softmax(Q η) for each row of outputs. */
export function logProbabilitiesOf(engine: Engine, outputs: Matrix, contrasts: Matrix): Matrix {
  const scores = engine.multiply(outputs, contrasts, { transposeB: true });
  for (let i = 0; i < scores.rows; i++) {
    logSoftmaxInPlace(scores.data.subarray(i * scores.columns, (i + 1) * scores.columns));
  }
  return scores;
}

/** The gradient of the objective in the coefficients, m × q: −Xᵀ w (y − π) Q + λ B. */
export function gradientAt(engine: Engine, problem: MultinomialProblem, point: MultinomialPoint): Matrix {
  const { design, weights, penalties } = problem;
  const slopes = outputSlopes(problem, point.logProbabilities);
  const q = slopes.columns;
  const weighted = scaleRowsAndColumns(slopes, weights, new Float64Array(q).fill(1));
  const gradient = engine.multiply(design, weighted, { transposeA: true });
  return mapMatrix(gradient, (value, at) => penalties[Math.floor(at / q)] * point.coefficients.data[at] - value);
}

/** Qᵀ(y − π) of a unit of each row, n × q: the slope of its log likelihood in η. */
export function outputSlopes(
  { contrasts, classes }: Pick<MultinomialProblem, "contrasts" | "classes">,
  logProbabilities: Matrix,
): Matrix {
  const { rows: C, columns: q } = contrasts;
  const slopes = matrix(classes.length, q);
  classes.forEach((c, i) => {
    for (let k = 0; k < C; k++) {
      const difference =
        k === c ? -Math.expm1(logProbabilities.data[i * C + k]) : -Math.exp(logProbabilities.data[i * C + k]);
      for (let a = 0; a < q; a++) slopes.data[i * q + a] += contrasts.data[k * q + a] * difference;
    }
  });
  return slopes;
}

/** Qᵀ(diag π − ππᵀ)Q of a unit of a row, q × q: minus the curvature of its log likelihood in η. */
export function outputCurvature(contrasts: Matrix, logProbabilities: Float64Array): Float64Array {
  const { rows: C, columns: q } = contrasts;
  const mean = new Float64Array(q);
  const probabilities = logProbabilities.map(Math.exp);
  for (let k = 0; k < C; k++) for (let a = 0; a < q; a++) mean[a] += probabilities[k] * contrasts.data[k * q + a];
  const curvature = new Float64Array(q * q);
  for (let k = 0; k < C; k++) {
    for (let a = 0; a < q; a++) {
      const left = probabilities[k] * (contrasts.data[k * q + a] - mean[a]);
      for (let b = 0; b < q; b++) curvature[a * q + b] += left * (contrasts.data[k * q + b] - mean[b]);
    }
  }
  return curvature;
}

/** The Hessian of the objective, of size m q with the entries of a column of the design together, as in the coefficients. */
export function hessianAt(engine: Engine, problem: MultinomialProblem, { logProbabilities }: MultinomialPoint): Matrix {
  const m = problem.design.columns;
  const q = problem.contrasts.columns;
  const H = (hasManyOutputs(q) ? likelihoodHessian : hessianOfFew)(engine, problem, logProbabilities);
  problem.penalties.forEach((penalty, j) => {
    for (let a = 0; a < q; a++) H.data[(j * q + a) * (m * q + 1)] += penalty;
  });
  problem.otherCurvature?.data.forEach((value, at) => (H.data[at] += value));
  return H;
}

/** The same without the penalty, by loops over few classes. */
function hessianOfFew(
  engine: Engine,
  { design, contrasts, weights }: MultinomialProblem,
  logProbabilities: Matrix,
): Matrix {
  const { rows: n, columns: m } = design;
  const { rows: C, columns: q } = contrasts;
  const curvatures = matrix(n, q * q);
  for (let i = 0; i < n; i++) {
    const own = outputCurvature(contrasts, logProbabilities.data.subarray(i * C, (i + 1) * C));
    for (let at = 0; at < q * q; at++) curvatures.data[i * q * q + at] = weights[i] * own[at];
  }
  const H = matrix(m * q, m * q);
  const ones = new Float64Array(m).fill(1);
  for (let a = 0; a < q; a++) {
    for (let b = 0; b <= a; b++) {
      const factors = Float64Array.from({ length: n }, (_, i) => curvatures.data[i * q * q + a * q + b]);
      const block =
        a === b
          ? engine.symmetricProduct(scaleRowsAndColumns(design, factors.map(Math.sqrt), ones), { transpose: true })
          : engine.multiply(design, scaleRowsAndColumns(design, factors, ones), { transposeA: true });
      for (let j = 0; j < m; j++) {
        for (let k = 0; k < m; k++) {
          H.data[(j * q + a) * m * q + k * q + b] = block.data[j * m + k];
          H.data[(k * q + b) * m * q + j * q + a] = block.data[j * m + k];
        }
      }
    }
  }
  return H;
}

/** The Cholesky factor of the Hessian at a point. */
export function factoredHessian(engine: Engine, problem: MultinomialProblem, mode: MultinomialPoint): Factor {
  return factorize(engine, hessianAt(engine, problem, mode));
}

/** The largest of the steps 1, ½, ¼ … against the given direction that lowers the objective; undefined where none does. */
function halved(
  engine: Engine,
  problem: MultinomialProblem,
  from: MultinomialPoint,
  direction: Float64Array,
): MultinomialPoint | undefined {
  for (let share = 1; share > 1e-8; share /= 2) {
    const next = moved(engine, problem, from, direction, share);
    if (next.objective < from.objective) return next;
  }
  return undefined;
}

function moved(
  engine: Engine,
  problem: MultinomialProblem,
  { coefficients: { data, rows, columns } }: MultinomialPoint,
  direction: Float64Array,
  share: number,
): MultinomialPoint {
  const coefficients = data.map((value, at) => value - share * direction[at]);
  return pointAt(engine, problem, matrix(rows, columns, coefficients));
}

/**
 * Laplace's approximation of the log evidence of multinomial regression, the penalty read as a Gaussian prior:
 *
 *     Σ w log p − ½ Σ λⱼ|Bⱼ|² + ½ Σ q log λⱼ − ½ log |H|,
 *
 * columns without a penalty left out of the count.
 */
export function multinomialLogEvidence(engine: Engine, problem: MultinomialProblem, mode: MultinomialMode): number {
  const q = problem.contrasts.columns;
  const priors = problem.penalties.reduce((sum, penalty) => sum + (penalty > 0 ? q * Math.log(penalty) : 0), 0);
  return 0.5 * (priors - factoredHessian(engine, problem, mode).logDeterminant) - mode.objective;
}

/** X G Xᵀ for each row, q × q as a row of the result, X = xᵀ ⊗ I and G of size m q: how uncertain the outputs η of a row are. */
export function outputCovariances(engine: Engine, G: Matrix, design: Matrix, q: number): Matrix {
  if (hasManyOutputs(q)) return covariancesOfMany(engine, G, design, q);
  const { rows: n, columns: m } = design;
  const result = matrix(n, q * q);
  for (let a = 0; a < q; a++) {
    for (let b = 0; b <= a; b++) {
      const block = matrix(m, m);
      for (let j = 0; j < m; j++) {
        for (let k = 0; k < m; k++) block.data[j * m + k] = G.data[(j * q + a) * m * q + k * q + b];
      }
      const product = engine.multiply(design, block);
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let k = 0; k < m; k++) sum += product.data[i * m + k] * design.data[i * m + k];
        result.data[i * q * q + a * q + b] = sum;
        result.data[i * q * q + b * q + a] = sum;
      }
    }
  }
  return result;
}
