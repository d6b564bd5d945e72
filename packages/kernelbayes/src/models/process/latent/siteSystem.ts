import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { halfLogDeterminant, siteFactor, siteVariances, solveSites } from "./siteFactor.ts";

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
      const factor = factorIfPossible(engine, K, roots, (room.factor ??= matrix(n, n)));
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

function factorIfPossible(engine: Engine, K: Matrix, roots: Float64Array, into: Matrix): Matrix | undefined {
  try {
    return siteFactor(engine, K, roots, into);
  } catch (error) {
    if (error instanceof NumericalError) return undefined;
    throw error;
  }
}

/** Ω in place of B⁻¹. A function of its own, which is compiled once for all systems. */
function contractInPlace({ data, rows: n }: Matrix, roots: Float64Array, b: Float64Array): void {
  for (let i = 0, at = 0; i < n; i++) {
    const bi = 0.5 * b[i];
    const si = 0.5 * roots[i];
    for (let j = 0; j < n; j++, at++) data[at] = bi * b[j] - si * roots[j] * data[at];
  }
}
