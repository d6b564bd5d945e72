import type { Engine } from "../../../engine/engine.ts";
import { matrix, transpose, type Matrix } from "../../../engine/matrix.ts";
import { factorize } from "../../../matrix/factorize.ts";
import { multiplyVector, traceOfProduct } from "../../../matrix/dot.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { column } from "../../../matrix/row.ts";
import { notSeparable } from "../../../rows/kernel/rootProblem.ts";
import type { ClassGroups } from "../../../rows/classGroups.ts";
import { type PenalizedForm, requireRegularization } from "./penalizedForm.ts";

/** The kernel Fisher discriminant of many classes. */
export interface DiscriminantDirections {
  /** γ, descending: the scatter between the classes in units of the regularized scatter within them. */
  readonly ratios: Float64Array;
  /** α_j as columns, n × (at most C − 1); the projection of x is αᵀk(x). */
  readonly coefficients: Matrix;
  /**
   * (C − 1) × (as many): what turns least-squares fits of the contrasts T between the classes into projections, but for
   * their mean.
   */
  readonly transform: Matrix;
}

/** Below this share of the largest diagonal entry of K the class means coincide in the space of the kernel. */
const leastSeparation = 1e-12;
/** Directions with less than this share of the largest ratio are rounding. */
const leastRatio = 1e-10;

/**
 * All solutions of K B K α = γ (K L K + μA) α with γ > 0, where B = TTᵀ is the scatter between the classes and
 * L = H − B that within them, scaled to αᵀ(K L K + μA)α = 1.
 *
 * No n × n eigenproblem is left. With ω = μ/(g + μ) the residuals of least squares to the columns of T (Z = VᵀT, bias b
 * taken off: W = Z − Vᵀ√w bᵀ) and what is fitted of them are
 *
 *     Ω = Wᵀ diag(ω) W,   Ψ = Zᵀ diag(1 − ω) W,   Ω + Ψ = I,
 *
 * and the ratios are those of Ψv = γΩv: what least squares can explain of a difference between classes, against what it
 * cannot. The coefficients are those of the fit, αⱼ ∝ (K H K + μA)⁻¹K T vⱼ. Signs are such that the largest entry of vⱼ
 * is positive, which puts class 1 of two above class 0.
 */
export function discriminantDirections(
  engine: Engine,
  penalized: PenalizedForm,
  groups: ClassGroups,
  mu: number,
): DiscriminantDirections {
  requireRegularization(mu);
  requireSeparation(engine, penalized, groups);
  const { form, constant } = penalized;
  const { eigenvalues, basis } = form;
  const n = basis.rows;
  const m = groups.between.columns;
  const Z = engine.multiply(basis, groups.between, { transposeA: true });
  const S = constant.reduce((sum, rho, j) => sum + (rho * rho) / (eigenvalues[j] + mu), 0);
  const b = multiplyVector(
    Z,
    constant.map((rho, j) => rho / (eigenvalues[j] + mu) / S),
    { transpose: true },
  );
  const residual = matrix(n, m);
  const fitted = matrix(n, m);
  const W = matrix(n, m);
  for (let j = 0; j < n; j++) {
    const root = Math.sqrt(mu / (eigenvalues[j] + mu));
    for (let k = 0; k < m; k++) {
      const value = Z.data[j * m + k] - constant[j] * b[k];
      W.data[j * m + k] = value;
      residual.data[j * m + k] = root * value;
      fitted.data[j * m + k] = (eigenvalues[j] / (eigenvalues[j] + mu)) * value;
    }
  }
  const Omega = engine.symmetricProduct(residual, { transpose: true });
  const Psi = engine.multiply(Z, fitted, { transposeA: true });
  const { ratios, vectors } = generalizedEigen(engine, Psi, Omega);
  const kept = ratios.filter((ratio) => ratio > leastRatio * ratios[0]);
  const coefficients = matrix(n, kept.length);
  const transform = matrix(m, kept.length);
  kept.forEach((ratio, j) => {
    const v = vectors[j];
    // αᵀ(KLK + μA)α = vᵀΨΩv = γ/|v|², v of unit length in Ω.
    const scale = Math.hypot(...v) / Math.sqrt(ratio);
    v.forEach((value, k) => (transform.data[k * kept.length + j] = scale * value));
    const coordinates = multiplyVector(W, v).map((value, i) => (scale * value) / (eigenvalues[i] + mu));
    form.coefficients(coordinates).forEach((value, i) => (coefficients.data[i * kept.length + j] = value));
  });
  return { ratios: kept, coefficients, transform };
}

/** Ψv = γΩv with vᵀΩv = 1, by the factor of Ω, largest γ first. */
function generalizedEigen(
  engine: Engine,
  Psi: Matrix,
  Omega: Matrix,
): { readonly ratios: Float64Array; readonly vectors: readonly Float64Array[] } {
  const m = Psi.rows;
  const mirrored = transpose(Psi).data;
  const symmetric = { ...Psi, data: Psi.data.map((value, at) => (value + mirrored[at]) / 2) };
  const { lower } = factorize(engine, Omega);
  const half = engine.solveTriangular(lower, symmetric);
  const { values, vectors } = engine.eigenSymmetric(
    engine.solveTriangular(lower, half, { side: "right", transpose: true }),
  );
  const turned = engine.solveTriangular(lower, vectors, { transpose: true });
  return {
    ratios: values.toReversed(),
    vectors: Array.from({ length: m }, (_, j) => signed(column(turned, m - 1 - j))),
  };
}

/** The sign that makes the largest entry positive. */
export function signed(v: Float64Array): Float64Array {
  const largest = v.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? v.map((value) => -value) : v;
}

/** Throws where the kernel gives all classes the same mean. */
export function requireSeparation(
  engine: Engine,
  { K }: Pick<PenalizedForm, "K">,
  { between, roots }: ClassGroups,
): void {
  const m = between.columns;
  const contrasts = { ...between, data: between.data.map((value, at) => value * roots[Math.floor(at / m)]) };
  const separation = traceOfProduct(engine.multiply(K, contrasts), contrasts) / m;
  const largest = diagonal(K).reduce((most, value) => Math.max(most, value), 0);
  if (!(separation > leastSeparation * largest)) throw notSeparable(separation, largest);
}
