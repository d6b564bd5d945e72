import type { CholeskyResult, Engine } from "../../engine/engine.ts";
import { matrix, mapMatrix, type Matrix } from "../../engine/matrix.ts";
import { addMatrices } from "../../matrix/addMatrices.ts";
import { diagonal, identity } from "../../matrix/diagonal.ts";
import { check, ensure, type Check } from "../check.ts";
import {
  absolute,
  difference,
  distanceRatio,
  ensureLower,
  ensureRatio,
  ensureSymmetric,
  iterativeLimit,
  largestRatio,
  limit,
  naiveProduct,
  oneNorm,
  ratioOf,
  sizes,
  sizesWithLarge,
} from "./ensureRatio.ts";
import { randomMatrix, randomVector, symmetricKinds, transposed, withNaNAbove } from "../matrices.ts";

const definite = symmetricKinds.filter(({ positiveDefinite }) => positiveDefinite);
const wellConditioned = (size: number): Matrix => symmetricKinds[0].make(size);

/** Checks of `cholesky` and of what is done with its factor. */
export function choleskyChecks(engine: Engine): Check[] {
  return [
    ...factorChecks(engine),
    ...failureChecks(engine),
    check("cholesky: the diagonal of the factor gives the determinant", () => {
      for (const { kind, make, spectrum } of definite.filter(
        (entry) => entry.spectrum && entry.kind !== "badly conditioned",
      )) {
        for (const size of sizes) {
          const L = factorOf(engine.cholesky(make(size)), `cholesky, ${kind}, n = ${size}`);
          const terms = Array.from({ length: size }, (_, i) => 2 * Math.log(L.data[i * size + i]));
          const expected = spectrum!(size).reduce((sum, value) => sum + Math.log(value), 0);
          const actual = terms.reduce((sum, value) => sum + value, 0);
          // The logarithm of each eigenvalue moves by at most condition · n · ε; the condition of these is at most 10.
          const scale = terms.reduce((sum, value) => sum + Math.abs(value), 10 * size);
          ensureRatio(
            ratioOf(Math.abs(actual - expected), size, scale),
            limit,
            `log determinant, ${kind}, n = ${size}`,
          );
        }
      }
    }),
    ...solveChecks(engine),
    ...squareChecks(engine),
    ...inverseChecks(engine),
    ...updateChecks(engine),
  ];
}

function factorChecks(engine: Engine): Check[] {
  return [
    ...definite.map(({ kind, make }) =>
      check(`cholesky: the factor of a ${kind} matrix multiplies back to it`, () => {
        for (const size of kind === "well conditioned" ? sizesWithLarge : sizes) {
          const A = make(size);
          checkFactor(
            factorOf(engine.cholesky(A), `cholesky, ${kind}, n = ${size}`),
            A,
            `cholesky, ${kind}, n = ${size}`,
          );
        }
      }),
    ),
    check("cholesky: what is above the diagonal is not read", () => {
      for (const size of sizes) {
        const A = wellConditioned(size);
        const L = factorOf(engine.cholesky(withNaNAbove(A)), `cholesky, n = ${size}`);
        checkFactor(L, A, `cholesky, NaN above the diagonal, n = ${size}`);
      }
    }),
  ];
}

function failureChecks(engine: Engine): Check[] {
  return [
    check("cholesky: an indefinite matrix gives the index of the first pivot that is not positive", () => {
      for (const size of sizesWithLarge) {
        for (const index of new Set([0, 1, Math.floor(size / 2), size - 1].filter((i) => i >= 0 && i < size))) {
          for (const pivot of size < 127 ? [-1, -1e-3] : [-1e-3]) {
            const result = engine.cholesky(withPivot(size, index, pivot));
            ensure(!result.ok, `cholesky, pivot ${index} of ${size} is ${pivot}: no failure was reported.`);
            ensure(result.failedAt === index, `cholesky, pivot ${index} of ${size}: ${result.failedAt} was reported.`);
          }
        }
      }
    }),
    check("cholesky: a zero matrix fails at index 0, a rank-deficient one fails or is factored within rounding", () => {
      const rankDeficient = symmetricKinds.find(({ kind }) => kind === "rank-deficient")!;
      for (const size of sizes) {
        if (size > 0) {
          const zero = engine.cholesky(matrix(size, size));
          ensure(!zero.ok && zero.failedAt === 0, `cholesky, zero matrix, n = ${size}: index 0 must fail.`);
        }
        const A = rankDeficient.make(size);
        const result = engine.cholesky(A);
        if (result.ok) checkFactor(result.factor, A, `cholesky, rank-deficient, n = ${size}`);
      }
    }),
  ];
}

function solveChecks(engine: Engine): Check[] {
  return [
    ...(["left", "right"] as const).flatMap((side) =>
      [false, true].map((transpose) =>
        check(`solveTriangular: ${equation(side, transpose)} holds for one and for many right-hand sides`, () => {
          for (const { kind, make } of definite) {
            for (const size of kind === "well conditioned" ? sizesWithLarge : sizes) {
              const L = factorOf(engine.cholesky(make(size)), `cholesky, ${kind}, n = ${size}`);
              for (const count of [0, 1, 3, Math.min(size, 70)])
                checkTriangular(engine, L, count, side, transpose, kind);
            }
          }
        }),
      ),
    ),
    ...definite.map(({ kind, make }) =>
      check(`solveFactored: a ${kind} system is solved backward stably`, () => {
        for (const size of sizes) {
          const A = make(size);
          const L = factorOf(engine.cholesky(A), `cholesky, ${kind}, n = ${size}`);
          for (const count of [1, 4]) {
            const B = randomMatrix(size, count, size + count);
            const X = engine.solveFactored(L, B);
            ensureSolved(A, cauchyBound(A), X, B, `solveFactored, ${kind}, n = ${size}, ${count} right-hand sides`);
          }
        }
      }),
    ),
  ];
}

function squareChecks(engine: Engine): Check[] {
  const squaresFor = engine.solvedSquares?.bind(engine);
  if (!squaresFor) return [];
  return [
    check("solvedSquares: single vectors get |L⁻¹q|², by L as it was, whatever else is kept", () => {
      const asked = sizesWithLarge.map((size) => {
        const L = factorOf(engine.cholesky(wellConditioned(size)), `cholesky, n = ${size}`);
        const given = withNaNAbove(L);
        const squareOf = squaresFor(given);
        given.data.fill(Number.NaN);
        return { size, L, squareOf };
      });
      for (const { size, L, squareOf } of asked) {
        for (const seed of [1, 2]) {
          const q = randomMatrix(size, 1, seed);
          const { data } = engine.solveTriangular(L, q);
          const expected = data.reduce((sum, x) => sum + x * x, 0);
          const found = squareOf(q.data);
          ensureRatio(ratioOf(Math.abs(found - expected), size, expected), limit, `solvedSquares, n = ${size}`);
        }
      }
    }),
  ];
}

function inverseChecks(engine: Engine): Check[] {
  return [
    ...definite.map(({ kind, make }) =>
      check(`inverseFactored: the inverse of a ${kind} matrix is exactly symmetric and inverts it`, () => {
        for (const size of sizes) {
          const what = `inverseFactored, ${kind}, n = ${size}`;
          const A = make(size);
          const inverse = engine.inverseFactored(factorOf(engine.cholesky(A), what));
          ensureSymmetric(inverse, what);
          ensureInverse(A, inverse, what);
        }
      }),
    ),
    ...definite.map(({ kind, make }) =>
      check(`inverseDiagonal: the diagonal of the inverse of a ${kind} matrix is that of the inverse`, () => {
        for (const size of sizes) {
          const what = `inverseDiagonal, ${kind}, n = ${size}`;
          const L = factorOf(engine.cholesky(make(size)), what);
          const inverse = engine.inverseFactored(L);
          engine.inverseDiagonal(withNaNAbove(L)).forEach((found, i) => {
            const expected = inverse.data[i * size + i];
            // A sum of squares in either case, so that no condition number comes in.
            ensureRatio(Math.abs(found / expected - 1) / (size * Number.EPSILON), limit, `${what}, row ${i}`);
          });
        }
      }),
    ),
  ];
}

function updateChecks(engine: Engine): Check[] {
  return [
    ...definite
      .filter(({ kind }) => !kind.startsWith("graded"))
      .map(({ kind, make }) =>
        check(`updateFactored: a ${kind} factor follows a rank-one update, and its downdate returns to it`, () => {
          for (const size of sizes) {
            const what = `updateFactored, ${kind}, n = ${size}`;
            const A = make(size);
            const root = Math.sqrt(oneNorm(A));
            const v = randomVector(size, size).map((value) => value * root);
            const larger = plusOuter(A, v);
            const updated = factorOf(engine.updateFactored(factorOf(engine.cholesky(A), what), v, 1), what);
            checkFactor(updated, larger, `${what}, update`);
            const returned = factorOf(engine.updateFactored(updated, v, -1), `${what}, downdate`);
            ensureLower(returned, what);
            ensurePositiveDiagonal(returned, what);
            // A downdate forgets what the update covered: the residual counts in units of the larger matrix.
            const product = naiveProduct(returned, transposed(returned));
            ensureRatio(distanceRatio(product, A, size, oneNorm(larger)), iterativeLimit, `${what}, downdate`);
          }
        }),
      ),
    ...downdateChecks(engine),
  ];
}

function downdateChecks(engine: Engine): Check[] {
  return [
    check("updateFactored: a downdate that leaves no positive definite matrix gives the first pivot lost", () => {
      for (const size of sizes) {
        for (const index of new Set([0, Math.floor(size / 2), size - 1].filter((i) => i >= 0 && i < size))) {
          for (const length of [1, 1.5]) {
            const v = new Float64Array(size);
            v[index] = length;
            const result = engine.updateFactored(identity(size), v, -1);
            ensure(!result.ok, `updateFactored, downdate of the identity by ${length}, n = ${size}: no failure.`);
            ensure(result.failedAt === index, `updateFactored, n = ${size}: ${result.failedAt} instead of ${index}.`);
          }
        }
      }
    }),
    check("updateFactored: a downdate close to singular keeps what the remainder allows", () => {
      for (const size of sizes.filter((value) => value > 0)) {
        const v = new Float64Array(size);
        v[size - 1] = Math.sqrt(1 - 2 ** -20);
        const L = factorOf(engine.updateFactored(identity(size), v, -1), `updateFactored, n = ${size}`);
        const last = L.data[size * size - 1];
        ensure(Math.abs(last / 2 ** -10 - 1) < 1e-9, `updateFactored, n = ${size}: the last pivot is ${last}.`);
      }
    }),
  ];
}

function factorOf(result: CholeskyResult, what: string): Matrix {
  ensure(result.ok, `${what}: failed at ${result.ok ? "" : result.failedAt} although positive definite.`);
  return result.factor;
}

/** |A − L Lᵀ|_ij ≤ limit · n · ε · √(a_ii a_jj), entry by entry (Demmel 1989), which also means something for graded matrices. */
function checkFactor(L: Matrix, A: Matrix, what: string): void {
  ensureLower(L, what);
  ensurePositiveDiagonal(L, what);
  const residual = difference(naiveProduct(L, transposed(L)), A);
  ensureRatio(largestRatio(residual, A.rows, cauchyBound(A)), limit, what);
}

function ensurePositiveDiagonal(L: Matrix, what: string): void {
  for (let i = 0; i < L.rows; i++) {
    const value = L.data[i * L.columns + i];
    ensure(value > 0, `${what}: the diagonal of the factor holds ${value} at ${i}.`);
  }
}

function equation(side: "left" | "right", transpose: boolean): string {
  const L = transpose ? "Lᵀ" : "L";
  return side === "left" ? `${L} X = B` : `X ${L} = B`;
}

function checkTriangular(
  engine: Engine,
  L: Matrix,
  count: number,
  side: "left" | "right",
  transpose: boolean,
  kind: string,
): void {
  const size = L.rows;
  const what = `solveTriangular, ${equation(side, transpose)}, ${kind}, n = ${size}, ${count} right-hand sides`;
  const B = side === "left" ? randomMatrix(size, count, count) : randomMatrix(count, size, count);
  const op = transpose ? transposed(L) : L;
  const X = engine.solveTriangular(withNaNAbove(L), B, { side, transpose });
  const left = side === "left" ? op : transposed(op);
  const [solution, target] = side === "left" ? [X, B] : [transposed(X), transposed(B)];
  ensureSolved(left, absolute(left), solution, target, what);
}

/** |A X − B| ≤ limit · n · ε · (M |X| + |B|), entry by entry, where M bounds the factors that A was solved by. */
function ensureSolved(A: Matrix, magnitude: Matrix, X: Matrix, B: Matrix, what: string): void {
  const residual = difference(naiveProduct(A, X), B);
  const scale = addMatrices(naiveProduct(magnitude, absolute(X)), absolute(B));
  ensureRatio(largestRatio(residual, A.rows, scale), limit, what);
}

/** √(a_ii a_jj), which bounds |L||Lᵀ|. */
function cauchyBound(A: Matrix): Matrix {
  const roots = matrix(A.rows, 1, diagonal(A).map(Math.sqrt));
  return naiveProduct(roots, transposed(roots));
}

/** ‖A A⁻¹ − I‖ / (n ε ‖A‖ ‖A⁻¹‖), both scaled to a unit diagonal first so that gradedness does not count as condition. */
function ensureInverse(A: Matrix, inverse: Matrix, what: string): void {
  const n = A.rows;
  const root = Array.from({ length: n }, (_, i) => 2 ** Math.round(Math.log2(A.data[i * n + i]) / 2));
  const scaledBy = (a: Matrix, sign: 1 | -1): Matrix =>
    mapMatrix(a, (value, index) => {
      const [i, j] = [root[Math.floor(index / n)], root[index % n]];
      return sign === 1 ? value * i * j : value / i / j;
    });
  const B = scaledBy(A, -1);
  const C = scaledBy(inverse, 1);
  ensureRatio(distanceRatio(naiveProduct(B, C), identity(n), n, oneNorm(B) * oneNorm(C)), limit, what);
}

/** L D Lᵀ with a unit lower triangle L and a D of ones, but for one pivot. */
function withPivot(size: number, index: number, pivot: number): Matrix {
  const random = randomMatrix(size, size, size);
  const L = mapMatrix(random, (value, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    if (i === j) return 1;
    return j < i ? value / size : 0;
  });
  const LD = mapMatrix(L, (value, at) => (at % size === index ? value * pivot : value));
  return naiveProduct(LD, transposed(L));
}

function plusOuter(A: Matrix, v: Float64Array): Matrix {
  return mapMatrix(A, (value, index) => value + v[Math.floor(index / A.columns)] * v[index % A.columns]);
}
