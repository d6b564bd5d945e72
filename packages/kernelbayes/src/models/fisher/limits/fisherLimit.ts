import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector, columnSquares } from "../../../matrix/dot.ts";
import { solvedSquares } from "../../../matrix/solvedSquares.ts";
import { selectColumns } from "../../../matrix/row.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { lawOf, type FisherLaw, requireDistance } from "../posterior/fisherPosterior.ts";
import {
  rootWithin,
  toRoots,
  centeredKernel,
  rootProblem,
  timesCentered,
  type LatentPrior,
  centeredDiagonal,
  type RootProblem,
} from "../../../rows/kernel/rootProblem.ts";
import type { Factor } from "../../../matrix/factorize.ts";
import { factorizeIfPossible } from "../posterior/fisherCore.ts";

/** A limit in β: s is δᵀΣδ, 0 where the limit is an ordinary discriminant without data piling. */
export interface FisherLimit extends FisherLaw {
  readonly s: number;
}

/**
 * β → 0, Parzen windows: u = δ, M = 0, s = δᵀKδ. The mean is the difference of two kernel averages; nothing is inverted.
 */
export function parzenLimit(prior: LatentPrior, contrasts: FisherContrasts, distance: number = 2): FisherLimit {
  requireDistance(distance);
  const problem = rootProblem(prior, contrasts);
  const { delta } = contrasts;
  const s = dot(problem.delta, timesCentered(problem, problem.delta));
  const coefficients = delta.map((value) => (distance * value) / s);
  const law = lawOf(problem, distance, coefficients, (_engine, Q) =>
    multiplyVector(Q, delta, { transpose: true }).map((along) => (along * along) / s),
  );
  return { ...law, s };
}

/** An eigenvalue below this share of the largest is rounding, here and in the scatter within the classes. */
const leastEigenvalue = 1e-10;
/** A mean difference whose part without scatter is shorter than this share of it has none. */
const leastPiling = 1e-7;

/**
 * β → ∞, the unregularized kernel Fisher discriminant, also for singular K. In coordinates φ of the span of the kernel
 * (K = RRᵀ from its eigenvectors, φ(x) = R⁺k(x), Δ = Rᵀδ, Σ_w = RᵀLR with null projector P₀, Δ₀ = P₀Δ):
 *
 * - where the difference of the means has a part Δ₀ without any scatter, every class is piled on one point:
 *   w = dΔ₀/‖Δ₀‖², Cov = P₀ − Δ₀Δ₀ᵀ/‖Δ₀‖²;
 * - otherwise it is Fisher's discriminant in the span: w = dΣ_w⁺Δ/(ΔᵀΣ_w⁺Δ), Cov = P₀.
 *
 * The mean at x is wᵀφ, its variance k(x, x) − φᵀφ + φᵀCov φ. A kernel that is positive definite to working precision needs no
 * eigenvectors: there one Cholesky factorization gives w and φᵀφ − φᵀCov φ = qᵀK_c⁺q (see `Interpolation`).
 */
export function fisherLimit(
  engine: Engine,
  prior: LatentPrior,
  contrasts: FisherContrasts,
  distance: number = 2,
): FisherLimit {
  requireDistance(distance);
  const problem = rootProblem(prior, contrasts);
  const definite = interpolation(engine, problem);
  return definite ? definiteLimit(problem, definite, distance) : spannedLimit(engine, problem, distance);
}

function definiteLimit(problem: RootProblem, { g, rho, factor }: Interpolation, distance: number): FisherLimit {
  const { contrasts } = problem;
  const { roots, kappa } = contrasts;
  const coefficients = g.map((value, i) => (distance * roots[i] * value) / kappa);
  const solved = solvedSquares(factor.lower);
  const law = lawOf(problem, distance, coefficients, (on, given) => solved.ofColumns(on, toRoots(contrasts, given)));
  return { ...law, s: kappa ** 2 / rho };
}

/** R and R⁺ᵀ of the span of the kernel. */
function spanOf(engine: Engine, problem: RootProblem): { readonly R: Matrix; readonly inverse: Matrix } {
  const { values, vectors } = engine.eigenSymmetric(centeredKernel(problem));
  const largest = values.at(-1) ?? 0;
  const kept = Array.from(values.keys()).filter((j) => values[j] > leastEigenvalue * largest);
  const Q = selectColumns(vectors, kept);
  const m = kept.length;
  const deviations = Float64Array.from(kept, (j) => Math.sqrt(values[j]));
  const scaled = (power: 1 | -1): Matrix => ({
    ...Q,
    data: Q.data.map((entry, at) => entry * deviations[at % m] ** power),
  });
  return { R: scaled(1), inverse: scaled(-1) };
}

function spannedLimit(engine: Engine, problem: RootProblem, distance: number): FisherLimit {
  const { contrasts, delta } = problem;
  const { R, inverse } = spanOf(engine, problem);
  const Delta = multiplyVector(R, delta, { transpose: true });
  const within = columnsWithin(contrasts, R);
  const { values: scatter, vectors: axes } = engine.eigenSymmetric(
    engine.symmetricProduct(within, { transpose: true }),
  );
  const most = scatter.at(-1) ?? 0;
  const t = multiplyVector(axes, Delta, { transpose: true });
  const isNull = Array.from(scatter, (value) => value <= leastEigenvalue * most);
  const piled = t.map((value, j) => (isNull[j] ? value : 0));
  const isPiling = Math.sqrt(dot(piled, piled)) > leastPiling * Math.sqrt(dot(t, t));
  // The direction of w in the axes of the scatter, w = d · direction/(directionᵀ t).
  const direction = isPiling ? piled : t.map((value, j) => (isNull[j] ? 0 : value / scatter[j]));
  const scale = distance / dot(direction, t);
  const w = multiplyVector(axes, direction).map((value) => scale * value);
  const coefficients = multiplyVector(inverse, w).map((value, i) => contrasts.roots[i] * value);
  const s = isPiling ? dot(piled, piled) : 0;
  const law = lawOf(problem, distance, coefficients, (on, given) => {
    // φ in the axes of the scatter. What is explained is φᵀφ − φᵀCov φ.
    const phi = on.multiply(inverse, toRoots(contrasts, given), { transposeA: true });
    const turned = on.multiply(axes, phi, { transposeA: true });
    const result = columnSquares(withoutRows(turned, isNull));
    if (!isPiling) return result;
    const along = multiplyVector(turned, piled, { transpose: true });
    return result.map((square, c) => square + (along[c] * along[c]) / s);
  });
  return { ...law, s };
}

/** Each column less its class means, in root coordinates. */
function columnsWithin(contrasts: FisherContrasts, A: Matrix): Matrix {
  const result = matrix(A.rows, A.columns);
  const column = new Float64Array(A.rows);
  for (let j = 0; j < A.columns; j++) {
    for (let i = 0; i < A.rows; i++) column[i] = A.data[i * A.columns + j];
    rootWithin(contrasts, column).forEach((value, i) => (result.data[i * A.columns + j] = value));
  }
  return result;
}

function withoutRows(A: Matrix, left: readonly boolean[]): Matrix {
  const result = matrix(A.rows, A.columns, A.data.slice());
  left.forEach((out, i) => {
    if (out) result.data.fill(0, i * A.columns, (i + 1) * A.columns);
  });
  return result;
}

/**
 * The limit β → ∞ of a kernel that is positive definite to working precision, in root coordinates: βG tends to the
 * pseudo-inverse K_c⁺ on the complement of r, and with g = K_c⁺δ, ρ = δᵀg
 *
 *     u = κ g/ρ,   s = κ²/ρ,   M = K_c⁺ − ggᵀ/ρ.
 *
 * Everything but the common level is then determined on the training rows: qᵀMq + (qᵀu)²/s = qᵀK_c⁺q.
 */
interface Interpolation {
  readonly g: Float64Array;
  readonly rho: number;
  /** The factor of K_c + τ rrᵀ/N, whose inverse is K_c⁺ + rrᵀ/(τN). */
  readonly factor: Factor;
  diagonalOfM(): Float64Array;
}

/** A squared pivot below this share of the largest variance is rounding. */
const leastPivot = 1e-10;

/** Undefined where the kernel is singular or so close to it that its inverse would be rounding. */
export function interpolation(engine: Engine, problem: RootProblem): Interpolation | undefined {
  const { contrasts, delta } = problem;
  const { roots, total } = contrasts;
  const n = roots.length;
  const variances = centeredDiagonal(problem);
  const tau = variances.reduce((sum, value) => sum + value, 0) / n;
  const A = centeredKernel(problem);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) A.data[i * n + j] += (tau / total) * (roots[i] * roots[j]);
  }
  const factor = factorizeIfPossible(engine, A);
  if (factor === undefined) return undefined;
  const { data } = factor.lower;
  let least = Infinity;
  for (let i = 0; i < n; i++) least = Math.min(least, data[i * n + i] ** 2);
  const largest = variances.reduce((most, value) => Math.max(most, value), 0);
  if (!(least > leastPivot * largest)) return undefined;
  const g = factor.solveVector(delta);
  const rho = dot(delta, g);
  return {
    g,
    rho,
    factor,
    diagonalOfM: () =>
      factor.inverseDiagonal().map((entry, i) => entry - roots[i] ** 2 / (tau * total) - (g[i] * g[i]) / rho),
  };
}
