import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../../engine/matrix.ts";
import { addToDiagonal } from "../../../matrix/diagonal.ts";
import { halfLogDeterminant, siteFactor } from "./siteFactor.ts";
import { wholeSystem, type SiteRoom, type SiteSystem } from "./siteSystem.ts";

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
          contractInPlace(weights, roots, b);
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

function columnSquares({ data, rows, columns }: Matrix): Float64Array {
  const squares = new Float64Array(columns);
  for (let k = 0, at = 0; k < rows; k++) {
    for (let i = 0; i < columns; i++, at++) squares[i] += data[at] * data[at];
  }
  return squares;
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
function contractInPlace({ data, rows: n }: Matrix, roots: Float64Array, b: Float64Array): void {
  for (let i = 0, at = 0; i < n; i++) {
    const bi = b[i];
    for (let j = 0; j < n; j++, at++) data[at] = 0.5 * (bi * b[j] + data[at]);
    data[i * (n + 1)] -= 0.5 * roots[i] * roots[i];
  }
}
