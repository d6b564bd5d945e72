import { columnVector } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../../engine/matrix.ts";
import { NumericalError, unlessThrown } from "../../../errors.ts";
import { addToDiagonal } from "../../../matrix/diagonal.ts";
import { columnSquares } from "../../../matrix/dot.ts";

/** A kernel matrix K in the form in which Gaussian sites are solved for: whole, or by its factor of low rank. */
export interface SiteSystem {
  /** K x. */
  times(x: Float64Array): Float64Array;
  /**
   * With sites of precision s² at each row, S the diagonal matrix of the `roots` s. Undefined where no posterior belongs to them. What an
   * earlier call has returned may be lost.
   */
  solved(roots: Float64Array): SolvedSites | undefined;
}

/** What given sites make of a kernel matrix, with B = I + S K S. */
export interface SolvedSites {
  /** ½ log |B|. */
  readonly halfLogDeterminant: number;
  /** The diagonal of B⁻¹. */
  readonly shares: Float64Array;
  /** The posterior variance of f at each row. */
  readonly variance: Float64Array;
  /** (I + S² K)⁻¹ x, without a division by S. */
  reduced(x: Float64Array): Float64Array;
  /** Ω = ½ (b bᵀ − S B⁻¹ S) for coefficients b. */
  slopeWeights(b: Float64Array): Matrix;
  /** L, lower triangular, with L Lᵀ = B. */
  factor(): Matrix;
}

/** What is kept from one kernel matrix of so many rows to the next: memory, in which what was solved for before is lost. */
export interface SiteRoom {
  factor?: Matrix;
  inverse?: Matrix;
  /** Whether a kernel has turned out to have no factor of low rank; those near it are not tried then. */
  isRough?: boolean;
}

/** K as a whole: sites are solved for by a Cholesky factor of B and the diagonal of its inverse. */
export function wholeSystem(engine: Engine, K: Matrix, room: SiteRoom = {}): SiteSystem {
  const n = K.rows;
  const times = (x: Float64Array): Float64Array => engine.multiply(K, matrix(n, 1, x)).data;
  return {
    times,
    solved(roots) {
      const into = (room.factor ??= matrix(n, n));
      const factor = unlessThrown(NumericalError, () => siteFactor(engine, K, roots, into));
      if (factor === undefined) return undefined;
      room.inverse ??= matrix(n, n);
      const shares = engine.inverseDiagonal(factor, { room: room.inverse });
      return {
        halfLogDeterminant: halfLogDeterminant(factor),
        shares,
        variance: siteVariances(engine, K, roots, factor, shares),
        reduced(x) {
          const explained = solveSites(engine, factor, roots, times(x));
          return x.map((value, i) => value - explained[i]);
        },
        slopeWeights(b) {
          const inverse = engine.inverseFactored(factor);
          contractInPlace(inverse, roots, b);
          return inverse;
        },
        factor: () => factor,
      };
    },
  };
}

/** Ω in place of B⁻¹. A function of its own, which is compiled once for all systems. */
function contractInPlace({ data, rows: n }: Matrix, roots: Float64Array, b: Float64Array): void {
  for (let i = 0, at = 0; i < n; i++) {
    const bi = 0.5 * b[i];
    const si = 0.5 * roots[i];
    for (let j = 0; j < n; j++, at++) data[at] = bi * b[j] - si * roots[j] * data[at];
  }
}

/**
 * L with L Lᵀ = B = I + S K S for S = diag(roots): the matrix that Gaussian sites of precision s² leave to be solved. Its
 * eigenvalues are at least 1, whatever K is, so that rows may repeat. It is written to `into`, where that is given. Throws a
 * `NumericalError` where numbers are not finite.
 */
export function siteFactor(engine: Engine, K: Matrix, roots: Float64Array, into?: Matrix): Matrix {
  const n = K.rows;
  const { data } = K;
  const B = into ?? matrix(n, n);
  // Only the lower triangle is read.
  for (let i = 0, start = 0; i < n; i++, start += n) {
    const root = roots[i];
    for (let j = 0; j <= i; j++) B.data[start + j] = root * roots[j] * data[start + j];
    B.data[start + i] += 1;
  }
  const result = engine.cholesky(B, { into: B });
  if (result.ok) return result.factor;
  throw new NumericalError(
    "not-positive-definite",
    `I + S K S of ${n} rows is not positive definite at pivot ${result.failedAt} (counted from 0): the kernel matrix is ` +
      "indefinite, or the sites are too precise for it.",
  );
}

/** Σ log ℓ_ii = ½ log |B|. */
export function halfLogDeterminant(factor: Matrix): number {
  let sum = 0;
  for (let i = 0; i < factor.rows; i++) sum += Math.log(factor.data[i * factor.rows + i]);
  return sum;
}

/** S B⁻¹ S x, which is (K + S⁻²)⁻¹ x where no root is 0. */
export function solveSites(engine: Engine, factor: Matrix, roots: Float64Array, x: Float64Array): Float64Array {
  const scaled = columnVector(x.map((value, i) => roots[i] * value));
  return engine.solveFactored(factor, scaled).data.map((value, i) => roots[i] * value);
}

/** Below this s² K_ii the posterior variance is computed from the factor, since 1 − b_ii has lost its digits. */
const cancelling = 1e-6;

/**
 * The posterior variance of f at each row, from the diagonal b of B⁻¹:
 *
 *     v_i = (1 − b_i) / s_i²,    and K_ii − |L⁻¹ S k_i|² where s_i² K_ii < 1e-6.
 */
export function siteVariances(
  engine: Engine,
  K: Matrix,
  roots: Float64Array,
  factor: Matrix,
  inverseDiagonal: Float64Array,
): Float64Array {
  const n = K.rows;
  const few: number[] = [];
  const variances = inverseDiagonal.map((b, i) => {
    const precision = roots[i] * roots[i];
    if (precision * K.data[i * n + i] > cancelling) return (1 - b) / precision;
    few.push(i);
    return K.data[i * n + i];
  });
  if (few.length === 0) return variances;
  const columns = matrix(n, few.length);
  for (let i = 0; i < n; i++) {
    few.forEach((row, j) => (columns.data[i * few.length + j] = roots[i] * K.data[i * n + row]));
  }
  const half = engine.solveTriangular(factor, columns).data;
  for (let i = 0; i < n; i++) few.forEach((row, j) => (variances[row] -= half[i * few.length + j] ** 2));
  return variances;
}

/** The diagonal of B⁻¹ is a difference from 1 here; where less is left of it, digits would be missing, and K is taken as a whole. */
const leastShare = 1e-5;

/**
 * K by its factor, K = G Gᵀ with few columns in G: sites are solved for in O(n r²),
 *
 *     M Mᵀ = I + Gᵀ S² G,   |B| = |M|²,   v_i = |M⁻¹ g_i|²,   [B⁻¹]_ii = 1 − s_i² v_i
 *     (I + S² K)⁻¹ x = x − S² G (M Mᵀ)⁻¹ Gᵀ x,   S B⁻¹ S = S² − S² G (M Mᵀ)⁻¹ Gᵀ S²
 *
 * K itself is needed for the factor L of the law alone, and for sites that leave next to nothing of a cavity.
 */
export function lowRankSystem(engine: Engine, K: Matrix, G: Matrix, room?: SiteRoom): SiteSystem {
  const { rows: n, columns: r } = G;
  const Gt = transpose(G);
  const scaled = matrix(n, r); // S G
  const whole = wholeSystem(engine, K, room);
  const down = (x: Float64Array): Matrix => engine.multiply(Gt, matrix(n, 1, x));
  return {
    times: (x) => engine.multiply(G, down(x)).data,
    solved(roots) {
      // What is not finite has no solution, which the whole matrix says.
      if (!roots.every(Number.isFinite)) return whole.solved(roots);
      scaleRows(scaled, G, roots);
      const result = engine.cholesky(addToDiagonal(engine.symmetricProduct(scaled, { transpose: true }), 1));
      if (!result.ok) return whole.solved(roots);
      const M = result.factor;
      const half = engine.solveTriangular(M, Gt); // M⁻¹ Gᵀ
      const variance = columnSquares(half);
      const shares = variance.map((v, i) => 1 - roots[i] * roots[i] * v);
      if (!shares.every((share) => share > leastShare)) return whole.solved(roots);
      return {
        halfLogDeterminant: halfLogDeterminant(M),
        shares,
        variance,
        reduced(x) {
          const explained = engine.multiply(G, engine.solveFactored(M, down(x))).data;
          return x.map((value, i) => value - roots[i] * roots[i] * explained[i]);
        },
        slopeWeights(b) {
          const weights = engine.symmetricProduct(weightedColumns(half, roots), { transpose: true });
          contractFactoredInPlace(weights, roots, b);
          return weights;
        },
        factor: () => siteFactor(engine, K, roots),
      };
    },
  };
}

// Loops over whole matrices are functions of their own, which are compiled once for all systems.

/** S G. */
function scaleRows({ data }: Matrix, { data: given, columns }: Matrix, roots: Float64Array): void {
  for (let i = 0, at = 0; i < roots.length; i++) {
    const root = roots[i];
    for (let k = 0; k < columns; k++, at++) data[at] = root * given[at];
  }
}

/** M⁻¹ Gᵀ S². */
function weightedColumns({ data: half, rows, columns }: Matrix, roots: Float64Array): Matrix {
  const weighted = matrix(rows, columns);
  const { data } = weighted;
  const precisions = roots.map((root) => root * root);
  for (let k = 0, at = 0; k < rows; k++) {
    for (let i = 0; i < columns; i++, at++) data[at] = precisions[i] * half[at];
  }
  return weighted;
}

/** Ω in place of S² G (M Mᵀ)⁻¹ Gᵀ S². */
function contractFactoredInPlace({ data, rows: n }: Matrix, roots: Float64Array, b: Float64Array): void {
  for (let i = 0, at = 0; i < n; i++) {
    const bi = b[i];
    for (let j = 0; j < n; j++, at++) data[at] = 0.5 * (bi * b[j] + data[at]);
    data[i * (n + 1)] -= 0.5 * roots[i] * roots[i];
  }
}
