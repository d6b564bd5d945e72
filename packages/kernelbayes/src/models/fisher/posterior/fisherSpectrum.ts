import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import type { FisherCore } from "./fisherCore.ts";
import { centeredKernel, type RootProblem } from "../../../rows/kernel/rootProblem.ts";

/** One kernel for many β: eigenpairs (λ_j, q_j) of K in root coordinates on the complement of r, and t = Qᵀδ. */
export interface FisherSpectrum {
  readonly problem: RootProblem;
  /** n − 1 eigenvalues, ascending, none negative. */
  readonly values: Float64Array;
  /** n × (n − 1), orthonormal columns, each orthogonal to r. */
  readonly vectors: Matrix;
  readonly t: Float64Array;
  /** By how much the lowest eigenvalue was below 0, where all such have been put. */
  readonly clipped: number;
}

/** An eigenvalue below minus this share of the largest is more than rounding. */
const mostNegative = 1e-6;

/**
 * The canonical form of a kernel. A reflection I − 2vvᵀ takes r to the last axis, the other axes are a basis of its
 * complement; a decomposition of K itself, from which "the vector parallel to r" is dropped, would mix it with others
 * wherever K is singular.
 */
export function fisherSpectrum(engine: Engine, problem: RootProblem): FisherSpectrum {
  const { delta, contrasts } = problem;
  const { roots, total } = contrasts;
  const K = centeredKernel(problem);
  const n = K.rows;
  const m = n - 1;
  // v ∝ r/|r| + last axis; all entries of r are positive, so that nothing cancels.
  const v = roots.map((root, i) => root / Math.sqrt(total) + (i === m ? 1 : 0));
  const length = Math.sqrt(v.reduce((sum, value) => sum + value * value, 0));
  for (let i = 0; i < n; i++) v[i] /= length;
  const Kv = multiplyVector(K, v);
  const vKv = v.reduce((sum, value, i) => sum + value * Kv[i], 0);
  const reflected = matrix(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      reflected.data[i * m + j] = K.data[i * n + j] - 2 * (v[i] * Kv[j] + v[j] * Kv[i]) + 4 * vKv * v[i] * v[j];
    }
  }
  const { values, vectors: Y } = engine.eigenSymmetric(reflected);
  const lowest = values[0] ?? 0;
  if (lowest < -mostNegative * (values.at(-1) ?? 0)) {
    throw new NumericalError(
      "not-positive-definite",
      `The kernel matrix is truly indefinite: its eigenvalues go from ${lowest} to ${values.at(-1)}.`,
    );
  }
  const along = multiplyVector(Y, v.subarray(0, m), { transpose: true });
  const vectors = matrix(n, m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      vectors.data[i * m + j] = (i < m ? Y.data[i * m + j] : 0) - 2 * v[i] * along[j];
    }
  }
  return {
    problem,
    values: values.map((value) => Math.max(0, value)),
    vectors,
    t: multiplyVector(vectors, delta, { transpose: true }),
    clipped: Math.max(0, -lowest),
  };
}

/** The scalars of the posterior for one β, in O(n). */
export interface SpectralFigures {
  /** Coordinates of u: κ t ω/A₀ with ω = 1/(λ + 1/β) and A₀ = Σ t²ω (+ β times the softness). */
  readonly u: Float64Array;
  readonly omega: Float64Array;
  readonly A0: number;
  readonly s: number;
  readonly logDeterminant: number;
  readonly withinTrace: number;
  readonly projectedScatter: number;
}

/**
 *     s = (κ/A₀) Σ λt²ω,   log |I + βKL| = Σ log1p(βλ) + log(Σ t²/(1 + βλ)/κ),   tr(LΣ) = [Σλω − Σλt²ω²/A₀]/β,
 *     ‖LKu‖² = Σ (λu − ts/κ)² where β · mean λ ≤ 1, otherwise Σ (t − u)²/β²: each form cancels at the other end.
 *
 * Where rows belong to both classes the softness κ − |δ|² joins Σ t²/(1 + βλ), and (s/κ)² times it ‖LKu‖².
 */
export function spectralFigures({ problem, values, t }: FisherSpectrum, beta: number): SpectralFigures {
  const { kappa, softness } = problem.contrasts;
  const omega = values.map((lambda) => 1 / (lambda + 1 / beta));
  const A0 = sum(values, (_, j) => t[j] * t[j] * omega[j]) + beta * softness;
  const u = omega.map((each, j) => (kappa * t[j] * each) / A0);
  const s = (kappa / A0) * sum(values, (lambda, j) => lambda * t[j] * t[j] * omega[j]);
  const isSmall = beta * sum(values, (lambda) => lambda) <= values.length;
  return {
    u,
    omega,
    A0,
    s,
    logDeterminant:
      sum(values, (lambda) => Math.log1p(beta * lambda)) +
      Math.log((sum(values, (lambda, j) => (t[j] * t[j]) / (1 + beta * lambda)) + softness) / kappa),
    withinTrace:
      (sum(values, (lambda, j) => lambda * omega[j]) -
        sum(values, (lambda, j) => lambda * (t[j] * omega[j]) ** 2) / A0) /
      beta,
    projectedScatter:
      (isSmall
        ? sum(values, (lambda, j) => (lambda * u[j] - (t[j] * s) / kappa) ** 2)
        : sum(values, (_, j) => ((t[j] - u[j]) / beta) ** 2)) +
      softness * (s / kappa) ** 2,
  };
}

/** The posterior for one β from the spectrum: M = Q(diag ω − (ωt)(ωt)ᵀ/A₀)Qᵀ. */
export function spectralCore(engine: Engine, spectrum: FisherSpectrum, beta: number): FisherCore {
  const { vectors, t } = spectrum;
  const { rows: n, columns: m } = vectors;
  const { omega, A0, u, s, ...figures } = spectralFigures(spectrum, beta);
  const omegaT = omega.map((each, j) => each * t[j]);
  const full = multiplyVector(vectors, u);
  return {
    ...figures,
    u: full,
    s,
    clipped: spectrum.clipped,
    route: "spectrum",
    combination(a, b) {
      const { roots } = spectrum.problem.contrasts;
      const scaled = vectors.data.map((entry, at) => entry * Math.sqrt(omega[at % m]));
      const product = engine.symmetricProduct(matrix(n, m, scaled));
      const direction = multiplyVector(vectors, omegaT).map((value) => value / Math.sqrt(A0));
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const entry = product.data[i * n + j] - direction[i] * direction[j];
          product.data[i * n + j] = roots[i] * roots[j] * (a * entry + b * (full[i] * full[j]));
        }
      }
      return product;
    },
    diagonalOfM() {
      const direction = multiplyVector(vectors, omegaT);
      return direction.map(
        (value, i) => sum(omega, (each, j) => each * vectors.data[i * m + j] ** 2) - (value * value) / A0,
      );
    },
    withinTrace: () => figures.withinTrace,
    forms(on, Q) {
      const Z = on.multiply(vectors, Q, { transposeA: true });
      const result = new Float64Array(Q.columns);
      const along = multiplyVector(Z, omegaT, { transpose: true });
      for (let j = 0; j < m; j++) {
        for (let c = 0; c < Q.columns; c++) result[c] += omega[j] * Z.data[j * Q.columns + c] ** 2;
      }
      return result.map((square, c) => square - (along[c] * along[c]) / A0);
    },
  };
}

function sum(values: Float64Array, term: (value: number, index: number) => number): number {
  return values.reduce((total, value, index) => total + term(value, index), 0);
}
