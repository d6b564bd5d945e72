import type { Engine, IncompleteCholesky } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { referenceEngine } from "../../engine/reference/index.ts";
import { column } from "../../matrix/row.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import { scaleMatrix } from "../../matrix/addMatrices.ts";
import { check, ensure, type Check } from "../check.ts";
import { difference, ensureRatio, limit, naiveProduct, ratioOf, sizes } from "./ensureRatio.ts";
import { randomMatrix, symmetricKinds, transposed } from "../matrices.ts";

const definite = symmetricKinds.filter(({ positiveDefinite }) => positiveDefinite);

/** Checks of `incompleteCholesky`. */
export function incompleteCholeskyChecks(engine: Engine): Check[] {
  return [
    ...definite.map(({ kind, make }) =>
      check(`incompleteCholesky: without limits a ${kind} matrix is factored to working precision`, () => {
        for (const size of sizes) {
          const K = make(size);
          const result = factorize(engine, K, {});
          checkIncomplete(result, K, `incompleteCholesky, ${kind}, n = ${size}`);
          ensureRatio(
            ratioOf(result.residualTrace, size, size * largestDiagonal(K)),
            limit,
            `incompleteCholesky, ${kind}, n = ${size}, residual trace`,
          );
        }
      }),
    ),
    check("incompleteCholesky: the rank of a rank-deficient matrix is found", () => {
      for (const size of [1, 2, 3, 5, 10, 50, 127]) {
        const rank = Math.ceil(size / 3);
        for (const scale of [1, 1e150, 1e-150]) {
          const K = gram(size, rank, scale);
          for (const options of [{}, { tolerance: 0 }, { tolerance: 1e-12 }]) {
            const what = `incompleteCholesky, rank ${rank}, scale ${scale}, n = ${size}`;
            const result = factorize(engine, K, options);
            checkIncomplete(result, K, what);
            ensure(result.pivots.length === rank, `${what}: the rank found is ${result.pivots.length}.`);
          }
        }
      }
    }),
    ...stoppingChecks(engine),
    check("incompleteCholesky: the first pivot is the largest entry of the diagonal; a zero matrix has rank 0", () => {
      const K = matrix(3, 3, Float64Array.of(1, 0, 0, 0, 5, 0, 0, 0, 3));
      const { pivots } = factorize(engine, K, {});
      ensure(pivots.join() === "1,2,0", `incompleteCholesky: the pivots of diag(1, 5, 3) are ${pivots.join()}.`);
      const zero = factorize(engine, matrix(4, 4), {});
      ensure(zero.pivots.length === 0 && zero.residualTrace === 0, "incompleteCholesky: a zero matrix has rank 0.");
      ensure(zero.factor.rows === 4 && zero.factor.columns === 0, "incompleteCholesky: the factor of zero is 4 × 0.");
    }),
  ];
}

function stoppingChecks(engine: Engine): Check[] {
  return [
    check("incompleteCholesky: it stops at the tolerance, and not a column later", () => {
      for (const size of [5, 10, 50, 127]) {
        const K = symmetricKinds.find(({ kind }) => kind === "badly conditioned")!.make(size);
        const trace = traceOf(K);
        for (const tolerance of [0.5, 1e-2, 1e-6]) {
          const what = `incompleteCholesky, tolerance ${tolerance}, n = ${size}`;
          const result = factorize(engine, K, { tolerance });
          checkIncomplete(result, K, what);
          ensure(
            result.residualTrace <= tolerance * trace,
            `${what}: ${result.residualTrace / trace} of the trace is left.`,
          );
          const shorter = factorize(engine, K, { rank: result.pivots.length - 1 });
          ensure(shorter.residualTrace > tolerance * trace, `${what}: one column fewer would have done.`);
        }
      }
    }),
    check("incompleteCholesky: it stops at the given rank, and asks only for the columns it needs", () => {
      for (const size of [1, 3, 10, 50]) {
        const K = symmetricKinds[0].make(size);
        for (const rank of [0, 1, Math.floor(size / 2), size, size + 5]) {
          const asked: number[] = [];
          const result = engine.incompleteCholesky(
            diagonal(K),
            (index) => {
              asked.push(index);
              return column(K, index);
            },
            { rank },
          );
          const what = `incompleteCholesky, rank ${rank}, n = ${size}`;
          checkIncomplete(result, K, what);
          ensure(result.pivots.length === Math.min(rank, size), `${what}: ${result.pivots.length} pivots.`);
          ensure(asked.length <= result.pivots.length, `${what}: ${asked.length} columns were asked for.`);
        }
      }
    }),
  ];
}

/** The columns are handed out in one buffer that is reused, as a caller may do. */
function factorize(engine: Engine, K: Matrix, options: { tolerance?: number; rank?: number }): IncompleteCholesky {
  const buffer = new Float64Array(K.rows);
  const columnInBuffer = (index: number): Float64Array => {
    buffer.set(column(K, index));
    return buffer;
  };
  return engine.incompleteCholesky(diagonal(K), columnInBuffer, options);
}

/** Shape, distinct pivots, exact rows at the pivots, true residual trace, nothing negative left beyond rounding. */
function checkIncomplete({ factor, pivots, residualTrace }: IncompleteCholesky, K: Matrix, what: string): void {
  const n = K.rows;
  ensure(
    factor.rows === n && factor.columns === pivots.length,
    `${what}: the factor is ${factor.rows} × ${factor.columns}.`,
  );
  ensure(new Set(pivots).size === pivots.length, `${what}: a pivot was chosen twice.`);
  ensure(
    pivots.every((pivot) => pivot >= 0 && pivot < n),
    `${what}: a pivot is out of range.`,
  );
  const rest = difference(K, naiveProduct(factor, transposed(factor)));
  const largest = largestDiagonal(K);
  ensureRatio(ratioOf(Math.abs(residualTrace - traceOf(rest)), n, n * largest), limit, `${what}, residual trace`);
  ensure(residualTrace >= 0, `${what}: the residual trace is ${residualTrace}.`);
  for (const pivot of pivots) {
    const left = column(rest, pivot).reduce((worst, value) => Math.max(worst, Math.abs(value)), 0);
    ensureRatio(ratioOf(left, n, largest), limit, `${what}, column ${pivot} of K − F Fᵀ`);
  }
  for (let i = 0; i < n; i++) {
    const negative = Math.max(0, -rest.data[i * n + i]);
    ensureRatio(ratioOf(negative, n, largest), limit, `${what}, diagonal ${i} of K − F Fᵀ`);
  }
  if (n === 0 || n > 50) return; // the eigenvalues of larger ones would tell nothing new
  const smallest = referenceEngine.eigenSymmetric(rest).values[0];
  ensureRatio(ratioOf(Math.max(0, -smallest), n, n * largest), limit, `${what}, smallest eigenvalue of K − F Fᵀ`);
}

function gram(size: number, rank: number, scale: number): Matrix {
  const G = randomMatrix(size, rank, size);
  return scaleMatrix(naiveProduct(G, transposed(G)), scale);
}

function traceOf(K: Matrix): number {
  return diagonal(K).reduce((sum, value) => sum + value, 0);
}

function largestDiagonal(K: Matrix): number {
  return diagonal(K).reduce((largest, value) => Math.max(largest, value), 0);
}
