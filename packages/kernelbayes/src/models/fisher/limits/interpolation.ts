import type { Engine } from "../../../engine/engine.ts";
import { dot } from "../../../matrix/dot.ts";
import type { Factor } from "../../../matrix/factorize.ts";
import { factorizeIfPossible } from "../posterior/factorizeIfPossible.ts";
import { centeredDiagonal, centeredKernel, type RootProblem } from "../../../rows/kernel/rootProblem.ts";

/**
 * The limit β → ∞ of a kernel that is positive definite to working precision, in root coordinates: βG tends to the
 * pseudo-inverse K_c⁺ on the complement of r, and with g = K_c⁺δ, ρ = δᵀg
 *
 *     u = κ g/ρ,   s = κ²/ρ,   M = K_c⁺ − ggᵀ/ρ.
 *
 * Everything but the common level is then determined on the training rows: qᵀMq + (qᵀu)²/s = qᵀK_c⁺q.
 */
export interface Interpolation {
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
