import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import { dot } from "../../matrix/dot.ts";
import { factorize, type Factor } from "../../matrix/factorize.ts";
import { multiplyVector } from "../../matrix/multiplyVector.ts";
import { traceOfProduct } from "../../matrix/traceOfProduct.ts";
import type { FisherCore } from "./core.ts";
import { columnSquares, rootWithin } from "./rootCoordinates.ts";
import type { RootProblem } from "./rootProblem.ts";

/** Below this β · mean K_ii, tr(LΣ) is summed as tr(KM)/β, since n − tr G cancels there. */
const smallProduct = 1e-2;

/**
 * The main route: one Cholesky factorization of I + βK, whose eigenvalues are at least 1 (also for singular K), and one
 * solve. In the terms of `RootProblem`
 *
 *     log |I + βKL| = log |I + βK| + log(ρ/κ),   tr(LΣ) = (n − 1 − tr G + gᵀg/ρ)/β = tr(KG) − gᵀKg/ρ.
 *
 * Nothing depends on the variance along r. Left at 0 it would make the part of G that is projected out, 1, larger by β λ than
 * what is kept, and cost as many digits; so what is factored is I + β(K + τ rrᵀ/N) with τ the mean eigenvalue of K, and
 * 1 + βτ is taken out of determinant and trace. The inverse G is formed only when the gradient or a trace asks for it.
 *
 * Undefined where rounding has made K so indefinite that I + βK is not positive definite: the spectrum can mend that.
 */
export function factoredCore(
  engine: Engine,
  { contrasts, K, delta }: RootProblem,
  beta: number,
): FisherCore | undefined {
  const { roots, kappa, total } = contrasts;
  const n = K.rows;
  const meanVariance = mean(diagonal(K));
  const level = 1 + beta * meanVariance;
  const factor = factorizeIfPossible(engine, leveled(K, roots, beta, (beta * meanVariance) / total));
  if (factor === undefined) return undefined;
  const g = factor.solveVector(delta);
  const rho = dot(delta, g);
  const u = g.map((value) => (kappa * value) / rho);
  const Ku = multiplyVector(K, u);
  const projected = rootWithin(contrasts, Ku);
  const projectedScatter = dot(projected, projected);

  let inverse: Matrix | undefined;
  const G = (): Matrix => (inverse ??= factor.inverse());
  /** The entry of M that belongs to an entry of G. */
  const entryOfM = (i: number, j: number, entry: number): number =>
    beta * (entry - (roots[i] * roots[j]) / (total * level) - (g[i] * g[j]) / rho);

  return {
    u,
    s: dot(u, Ku) + beta * projectedScatter,
    logDeterminant: factor.logDeterminant - Math.log(level) + Math.log(rho / kappa),
    projectedScatter,
    clipped: 0,
    route: "factor",
    M() {
      const { data } = G();
      const result = matrix(n, n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          result.data[i * n + j] = result.data[j * n + i] = entryOfM(i, j, data[i * n + j]);
        }
      }
      return result;
    },
    diagonalOfM: () =>
      (inverse === undefined ? factor.inverseDiagonal() : diagonal(inverse)).map((entry, i) => entryOfM(i, i, entry)),
    withinTrace() {
      if (beta * meanVariance < smallProduct) {
        return traceOfProduct(K, G()) - dot(g, multiplyVector(K, g)) / rho;
      }
      return (n - 2 - n * mean(diagonal(G())) + 1 / level + dot(g, g) / rho) / beta;
    },
    forms(on, Q) {
      const along = multiplyVector(Q, g, { transpose: true });
      return columnSquares(on.solveTriangular(factor.lower, Q)).map(
        (square, t) => beta * (square - (along[t] * along[t]) / rho),
      );
    },
  };
}

function factorizeIfPossible(engine: Engine, A: Matrix): Factor | undefined {
  try {
    return factorize(engine, A);
  } catch (error) {
    if (error instanceof NumericalError && error.code === "not-positive-definite") return undefined;
    throw error;
  }
}

/** I + βK + c rrᵀ. */
function leveled(K: Matrix, roots: Float64Array, beta: number, c: number): Matrix {
  const n = K.rows;
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) result.data[i * n + j] = beta * K.data[i * n + j] + c * roots[i] * roots[j];
    result.data[i * n + i] += 1;
  }
  return result;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
