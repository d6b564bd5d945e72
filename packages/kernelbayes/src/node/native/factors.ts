import type {
  CholeskyOptions,
  CholeskyResult,
  Engine,
  InverseDiagonalOptions,
  TriangularOptions,
} from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { lowerColumnSquares } from "../../engine/reference/cholesky.ts";
import { requireFiniteLower, requireRoom, requireShape, requireSquare } from "../../engine/reference/requireShape.ts";
import { lowerCopy, mirrorLowerInPlace } from "./layout.ts";
import { type Routines, integersOut, one } from "./routines.ts";
import type { Work } from "./run.ts";

interface Factors {
  cholesky(a: Matrix, options?: CholeskyOptions): Work<CholeskyResult>;
  solveTriangular(lower: Matrix, b: Matrix, options?: TriangularOptions): Work<Matrix>;
  solveFactored(lower: Matrix, b: Matrix): Work<Matrix>;
  inverseFactored(lower: Matrix): Work<Matrix>;
  inverseDiagonal(lower: Matrix, options?: InverseDiagonalOptions): Work<Float64Array>;
}

/**
 * Cholesky factorization, and what is solved with the factor. LAPACK reads our lower L by columns, which is the upper
 * factor U = Lᵀ of the same matrix, A = L Lᵀ = Uᵀ U.
 */
export function factors(routines: Routines, fallback: Engine): Factors {
  return { ...factorization(routines), ...solutions(routines), ...inverses(routines, fallback) };
}

function factorization({ dpotrf }: Routines): Pick<Factors, "cholesky"> {
  return {
    *cholesky(a, { into } = {}) {
      const n = requireSquare(a, "cholesky");
      requireRoom(into, n, n, "cholesky");
      const factor = lowerCopy(a, into?.data);
      const info = integersOut(1);
      if (n > 0) yield dpotrf("U", n, factor, n, info);
      const failedAt = info[0] > 0 ? info[0] - 1 : firstUnusable(factor, n);
      if (failedAt >= 0) {
        requireFiniteLower(a, "cholesky");
        return { ok: false, failedAt };
      }
      return { ok: true, factor: matrix(n, n, factor) };
    },
  };
}

function solutions({ dtrsm, dtrsv }: Routines): Pick<Factors, "solveTriangular" | "solveFactored"> {
  /** Changes X, an array of `count` right-hand sides, to the solution. */
  function* solve(l: Matrix, x: Float64Array, count: number, side: "left" | "right", transpose: boolean): Work<void> {
    const n = l.rows;
    if (n === 0 || count === 0) return;
    if (count === 1) {
      // L x = b is Uᵀ x = b; from the right x L = b is U x = b.
      yield dtrsv("U", (side === "left") === transpose ? "N" : "T", "N", n, l.data, n, x, 1);
      return;
    }
    // L X = B is Xᵀ U = Bᵀ, and X L = B is U Xᵀ = Bᵀ, where BLAS sees Xᵀ.
    const op = transpose ? "T" : "N";
    if (side === "left") yield dtrsm("R", "U", op, "N", count, n, one, l.data, n, x, count);
    else yield dtrsm("L", "U", op, "N", n, count, one, l.data, n, x, n);
  }

  return {
    *solveTriangular(lower, b, { side = "left", transpose = false, into } = {}) {
      const n = requireSquare(lower, "solveTriangular");
      const fits = side === "left" ? b.rows === n : b.columns === n;
      requireShape(
        fits,
        `A ${n} × ${n} factor cannot be solved from the ${side} for a ${b.rows} × ${b.columns} matrix.`,
      );
      requireRoom(into, b.rows, b.columns, "solveTriangular");
      if (into && into.data !== b.data) into.data.set(b.data);
      const x = into?.data ?? b.data.slice();
      yield* solve(lower, x, side === "left" ? b.columns : b.rows, side, transpose);
      return matrix(b.rows, b.columns, x);
    },
    *solveFactored(lower, b) {
      const n = requireSquare(lower, "solveFactored");
      requireShape(b.rows === n, `A ${n} × ${n} factor cannot be solved for a matrix of ${b.rows} rows.`);
      const x = b.data.slice();
      yield* solve(lower, x, b.columns, "left", false);
      yield* solve(lower, x, b.columns, "left", true);
      return matrix(n, b.columns, x);
    },
  };
}

function inverses(
  { dpotri, dtrtri }: Routines,
  { inverseFactored, inverseDiagonal }: Engine,
): Pick<Factors, "inverseFactored" | "inverseDiagonal"> {
  return {
    *inverseFactored(lower) {
      const n = requireSquare(lower, "inverseFactored");
      // Whatever stands above the diagonal is neither read nor kept.
      const inverse = lower.data.slice();
      const info = integersOut(1);
      if (n > 0) yield dpotri("U", n, inverse, n, info);
      // LAPACK stops at a zero on the diagonal, where the other engines go on to infinity.
      if (info[0] > 0) return inverseFactored(lower);
      mirrorLowerInPlace(inverse, n);
      return matrix(n, n, inverse);
    },
    *inverseDiagonal(lower, { room } = {}) {
      const n = requireSquare(lower, "inverseDiagonal");
      requireRoom(room, n, n, "inverseDiagonal");
      const inverse = room?.data ?? new Float64Array(n * n);
      for (let start = 0, end = 1; start < n * n; start += n, end += n + 1) {
        inverse.set(lower.data.subarray(start, end), start);
      }
      const info = integersOut(1);
      if (n > 0) yield dtrtri("U", "N", n, inverse, n, info);
      return info[0] > 0 ? inverseDiagonal(lower) : lowerColumnSquares(matrix(n, n, inverse));
    },
  };
}

/**
 * The first pivot that is not a positive number, or −1. Libraries let NaN pass, which stands on the diagonal after an
 * overflow, and wherever the matrix holds a number that is not finite: in row i it ends up in pivot i, if none failed before.
 */
function firstUnusable(factor: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) if (!(factor[i * n + i] > 0 && factor[i * n + i] < Infinity)) return i;
  return -1;
}
