import type { Engine } from "../../../engine/engine.ts";
import { type Matrix, matrix } from "../../../engine/matrix.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { dot, multiplyVector, traceOfProduct } from "../../../matrix/dot.ts";
import {
  scatterWithin,
  centeredDiagonal,
  centeredKernel,
  timesCentered,
  type RootProblem,
} from "../../../rows/kernel/rootProblem.ts";
import { solvedSquares } from "../../../matrix/solvedSquares.ts";
import { NumericalError } from "../../../errors.ts";
import { factorize, type Factor, type FactorizeOptions } from "../../../matrix/factorize.ts";

/** The figures of the posterior in root coordinates (see `RootProblem`), by whichever route. */
export interface FisherCore {
  readonly u: Float64Array;
  /** s = δᵀΣδ = uᵀKu + β(Ku)ᵀL(Ku), a sum of two terms that are never negative. */
  readonly s: number;
  /** log |I + βKL|. */
  readonly logDeterminant: number;
  /** (Ku)ᵀL(Ku). */
  readonly projectedScatter: number;
  /** By how much the lowest eigenvalue of K was below 0 and had to be raised; 0 normally. */
  readonly clipped: number;
  readonly route: "factor" | "spectrum";
  /** a M + b uuᵀ for the rows themselves, D^½(…)D^½, exactly symmetric. */
  combination(a: number, b: number): Matrix;
  diagonalOfM(): Float64Array;
  /** tr(LΣ). */
  withinTrace(): number;
  /** qᵀMq for each column of Q; the columns are orthogonal to r. */
  forms(engine: Engine, Q: Matrix): Float64Array;
}

/** Below this β · mean K_ii, tr(LΣ) is summed as tr(KM)/β, since n − tr G cancels there. */
const smallProduct = 1e-2;

/**
 * The main route: one Cholesky factorization of I + βK, whose eigenvalues are at least 1 (also for singular K), and one
 * solve. In the terms of `RootProblem`
 *
 *     log |I + βKL| = log |I + βK| + log(ρ/κ),   tr(LΣ) = (n − tr G − δᵀg/ρ + gᵀg/ρ)/β = tr(KG) − gᵀKg/ρ.
 *
 * Nothing depends on the variance along r. Left at 0 it would make the part of G that is projected out, 1, larger by β λ than
 * what is kept, and cost as many digits; so what is factored is I + β(K + τ rrᵀ/N) with τ the mean eigenvalue of K, and
 * 1 + βτ is taken out of determinant and trace. The inverse G is formed only when the gradient asks for it (or the
 * trace, for a small β), and its memory becomes that of the result.
 *
 * Undefined where rounding has made K so indefinite that I + βK is not positive definite: the spectrum can mend that.
 */
export function factoredCore(engine: Engine, problem: RootProblem, beta: number): FisherCore | undefined {
  const { contrasts, delta } = problem;
  const { roots, kappa, softness, total } = contrasts;
  const n = roots.length;
  const meanVariance = mean(centeredDiagonal(problem));
  const level = 1 + beta * meanVariance;
  const factor = factorizeIfPossible(engine, leveled(problem, beta, meanVariance / total), { inPlace: true });
  if (factor === undefined) return undefined;
  const g = factor.solveVector(delta);
  const deltaG = dot(delta, g);
  const rho = deltaG + softness;
  const u = new Float64Array(n);
  for (let i = 0; i < n; i++) u[i] = (kappa * g[i]) / rho;
  const Ku = timesCentered(problem, u);
  const projectedScatter = scatterWithin(problem, Ku);

  // Of G only these are kept; the matrix itself, as large as the factor, is handed on.
  let diagonalOfG: Float64Array | undefined;
  let traceOfKG: number | undefined;
  const isSmall = beta * meanVariance < smallProduct;
  const invert = (): Matrix => {
    const G = factor.inverse();
    diagonalOfG = diagonal(G);
    if (isSmall) traceOfKG ??= traceOfProduct(centeredKernel(problem), G);
    return G;
  };
  // M = β(G − ppᵀ − qqᵀ).
  const p = new Float64Array(n);
  const q = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    p[i] = roots[i] / Math.sqrt(total * level);
    q[i] = g[i] / Math.sqrt(rho);
  }

  const solved = solvedSquares(factor.lower);

  return {
    u,
    s: dot(u, Ku) + beta * projectedScatter,
    logDeterminant: factor.logDeterminant - Math.log(level) + Math.log(rho / kappa),
    projectedScatter,
    clipped: 0,
    route: "factor",
    combination(a, b) {
      const G = invert();
      combineInPlace(G, { p, q, u, roots }, a * beta, b);
      return G;
    },
    diagonalOfM: () =>
      (diagonalOfG ??= factor.inverseDiagonal()).map((entry, i) => beta * (entry - p[i] * p[i] - q[i] * q[i])),
    withinTrace() {
      if (isSmall) {
        if (traceOfKG === undefined) invert();
        return (traceOfKG ?? NaN) - dot(g, timesCentered(problem, g)) / rho;
      }
      diagonalOfG ??= factor.inverseDiagonal();
      return (n - 1 - deltaG / rho - n * mean(diagonalOfG) + 1 / level + dot(g, g) / rho) / beta;
    },
    forms(on, Q) {
      const along = multiplyVector(Q, g, { transpose: true });
      return solved.ofColumns(on, Q).map((square, t) => beta * (square - (along[t] * along[t]) / rho));
    },
  };
}

/** Rows and columns of a tile: small enough for it and its mirror image to stay in the first-level cache. */
const tile = 32;

/** D^½ (a (G − ppᵀ − qqᵀ) + b uuᵀ) D^½ in the place of G, from its lower triangle. */
function combineInPlace(
  { data, rows: n }: Matrix,
  { p, q, u, roots }: Readonly<Record<"p" | "q" | "u" | "roots", Float64Array>>,
  a: number,
  b: number,
): void {
  for (let top = 0; top < n; top += tile) {
    const bottom = Math.min(n, top + tile);
    for (let left = 0; left <= top; left += tile) {
      for (let i = top; i < bottom; i++) {
        const pi = p[i];
        const qi = q[i];
        const ui = u[i];
        const ri = roots[i];
        const right = Math.min(i + 1, left + tile);
        for (let j = left, at = i * n + left, mirrored = left * n + i; j < right; j++, at++, mirrored += n) {
          // What is projected out goes first: it is the larger part of G.
          const entry = data[at] - pi * p[j] - qi * q[j];
          const value = ri * roots[j] * (a * entry + b * (ui * u[j]));
          data[at] = value;
          data[mirrored] = value;
        }
      }
    }
  }
}

/** The lower triangle of I + β(K_c + c rrᵀ). */
function leveled({ K, means, grand, contrasts: { roots } }: RootProblem, beta: number, c: number): Matrix {
  const n = K.rows;
  const result = new Float64Array(n * n);
  const { data } = K;
  for (let i = 0; i < n; i++) {
    const root = beta * roots[i];
    const mean = means[i];
    for (let j = 0, at = i * n; j <= i; j++, at++) {
      result[at] = root * roots[j] * (data[at] - (mean + means[j]) + grand + c);
    }
    result[i * n + i] += 1;
  }
  return matrix(n, n, result);
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** The Cholesky factor; undefined where rounding, or the matrix itself, leaves none. */
export function factorizeIfPossible(engine: Engine, A: Matrix, options: FactorizeOptions = {}): Factor | undefined {
  try {
    return factorize(engine, A, options);
  } catch (error) {
    if (error instanceof NumericalError && error.code === "not-positive-definite") return undefined;
    throw error;
  }
}
