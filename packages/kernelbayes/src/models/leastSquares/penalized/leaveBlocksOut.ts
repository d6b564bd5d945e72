import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";

/** Least squares with a free bias in a basis V of orthonormal columns, every direction shrunk by a share of its own. */
export interface ShrunkenFit {
  /** V, n × m, of the rows scaled by √w. */
  readonly basis: Matrix;
  /** Vᵀ√w; zeros where the constant was taken off beforehand. */
  readonly constant: Float64Array;
  /** Vᵀt̃ for each response as a column, m × M. */
  readonly coordinates: Matrix;
  /** ω of each direction: what the fit leaves of it, 1 for nothing fitted and 0 for all. */
  readonly shares: Float64Array;
  readonly rootWeights: Float64Array;
}

/** Rows that are left out together, and how much of the weight of each. */
export interface LeftOutBlock {
  readonly rows: Int32Array;
  readonly masses: Float64Array;
}

/** Below this the rows left in do not fix the fit. */
const leastPivot = 1e-10;

/**
 * The residuals t − f(x) of blocks of rows by the fit without them, all of them from the one fit with them: for each block
 * a matrix with a row for each of its rows and a column for each response, or nothing where no fit is left.
 *
 * With D = V diag(ω) Vᵀ − a aᵀ/S, a = V diag(ω) ρ, S = ρᵀ diag(ω) ρ, the scaled training residuals are N = D t̃. Leaving out
 * the shares s² = u/w of the rows g makes them, in units of t,
 *
 *     e_g = w^−½ s⁻¹ M⁻¹ s N_g,   M = diag(1 − s²) + diag(s) D_gg diag(s),
 *
 * which is D_gg⁻¹ N_g for rows that go as a whole. Only rows are left out: the basis stays. Where the penalty is that of the
 * function (A = K) the basis of the others spans what they could use, and the result is that of fitting anew. O(n² |g|) a block.
 */
export function leaveBlocksOut(
  engine: Engine,
  fit: ShrunkenFit,
  blocks: readonly LeftOutBlock[],
): (Matrix | undefined)[] {
  const { basis, shares, rootWeights } = fit;
  const m = basis.columns;
  const M = fit.coordinates.columns;
  const { left, weighted, S } = remainingCoordinates(fit);
  const N = engine.multiply(basis, left);
  const a = multiplyVector(basis, weighted);
  const roots = shares.map(Math.sqrt);
  return blocks.map(({ rows, masses }) => {
    const count = rows.length;
    const s = masses.map((mass, k) => Math.sqrt(mass) / rootWeights[rows[k]]);
    const scaled = matrix(count, m);
    const right = matrix(count, M);
    rows.forEach((row, k) => {
      for (let j = 0; j < m; j++) scaled.data[k * m + j] = s[k] * roots[j] * basis.data[row * m + j];
      for (let c = 0; c < M; c++) right.data[k * M + c] = s[k] * N.data[row * M + c];
    });
    const system = engine.symmetricProduct(scaled);
    for (let k = 0; k < count; k++) {
      for (let l = 0; l < count; l++) {
        if (S > 0) system.data[k * count + l] -= (s[k] * a[rows[k]] * s[l] * a[rows[l]]) / S;
      }
      system.data[k * count + k] += Math.max(0, 1 - s[k] * s[k]);
    }
    const factored = engine.cholesky(system);
    if (!factored.ok || !isSound(factored.factor)) return undefined;
    const solved = engine.solveFactored(factored.factor, right);
    for (let at = 0; at < solved.data.length; at++) {
      const k = Math.floor(at / M);
      solved.data[at] /= s[k] * rootWeights[rows[k]];
    }
    return solved;
  });
}

interface RemainingCoordinates {
  /** diag(ω)(Vᵀt̃ − ρbᵀ), what the fit and its bias b leave of the coordinates. */
  readonly left: Matrix;
  /** diag(ω)ρ and S = ρᵀ diag(ω) ρ. */
  readonly weighted: Float64Array;
  readonly S: number;
}

export function remainingCoordinates({ constant, coordinates, shares }: ShrunkenFit): RemainingCoordinates {
  const M = coordinates.columns;
  const weighted = shares.map((share, j) => share * constant[j]);
  const S = dot(weighted, constant);
  const b = multiplyVector(coordinates, weighted, { transpose: true }).map((value) => (S > 0 ? value / S : 0));
  const left = matrix(coordinates.rows, M);
  for (let at = 0; at < left.data.length; at++) {
    const j = Math.floor(at / M);
    left.data[at] = shares[j] * (coordinates.data[at] - b[at % M] * constant[j]);
  }
  return { left, weighted, S };
}

function isSound({ data, rows: n }: Matrix): boolean {
  for (let k = 0; k < n; k++) if (!(data[k * n + k] > leastPivot)) return false;
  return true;
}
