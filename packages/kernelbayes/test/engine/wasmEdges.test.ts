import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { createWasmEngine, supportedBuilds } from "../../src/engine/wasm/index.ts";
import { randomMatrix, transposed } from "../../src/testing/matrices.ts";

// Sizes around the edges of register tiles (4), strips (8), leaves (32), blocks of rows (64), depth (256) and columns
// (1024), where an engine in blocks goes wrong if it does.

const upToTwenty = Array.from({ length: 20 }, (_, i) => i + 1);
const aroundBlocks = [31, 32, 33, 63, 64, 65, 127, 128, 129, 130, 191, 192, 193, 255, 256, 257];
const sizes = [...upToTwenty, ...aroundBlocks];

/** op(A) · op(B) by the definition. */
function naive(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.columns; j++) {
      let sum = 0;
      for (let k = 0; k < a.columns; k++) sum += a.data[i * a.columns + k] * b.data[k * b.columns + j];
      result.data[i * b.columns + j] = sum;
    }
  }
  return result;
}

/** Entries are of size 1, so that an absolute tolerance means something. */
function expectClose(actual: Matrix, expected: Matrix, what: string, tolerance = 1e-12): void {
  if (actual.rows !== expected.rows || actual.columns !== expected.columns) {
    throw new Error(`${what}: the result is ${actual.rows} × ${actual.columns}.`);
  }
  expected.data.forEach((value, i) => {
    const error = Math.abs(actual.data[i] - value);
    if (!(error < tolerance)) throw new Error(`${what}: entry ${i} is ${actual.data[i]} instead of ${value}.`);
  });
}

function expectSame(actual: Matrix, expected: Matrix, what: string): void {
  const different = actual.data.findIndex((value, i) => !Object.is(value, expected.data[i]));
  if (different >= 0) {
    throw new Error(`${what}: entry ${different} is ${actual.data[different]}, not ${expected.data[different]}.`);
  }
}

/** A positive definite matrix of condition below about 3, so that errors stay near rounding. */
function definite(n: number): Matrix {
  const result = randomMatrix(n, n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const value = result.data[i * n + j] / (2 * Math.sqrt(n));
      result.data[i * n + j] = value;
      result.data[j * n + i] = value;
    }
    result.data[i * n + i] = 2;
  }
  return result;
}

describe.each(supportedBuilds())("block edges, build %s", (build) => {
  const engine = createWasmEngine({ build });

  test("products are right at every size around a block edge, in every orientation", () => {
    const shapes: [number, number, number][] = [
      ...upToTwenty.flatMap((n): [number, number, number][] => [
        [n, n, n],
        [n, 21 - n, 7],
        [5, n, 21 - n],
      ]),
      ...aroundBlocks.flatMap((n): [number, number, number][] => [
        [n, 9, 6],
        [6, n, 9],
        [9, 6, n],
        [n, 1, n],
        [n, n, 1],
        [1, n, n],
      ]),
      [65, 257, 66],
      [3, 513, 5],
      [5, 3, 1023],
      [5, 3, 1024],
      [6, 300, 1030],
      [1, 20_000, 3],
      [2, 20_000, 1],
      [20_000, 2, 1],
      [1, 2, 20_000],
    ];
    for (const [m, k, n] of shapes) {
      const A = randomMatrix(m, k, m + k);
      const B = randomMatrix(k, n, k + n + 1);
      const expected = naive(A, B);
      const [At, Bt] = [transposed(A), transposed(B)];
      const what = `${m} × ${k} by ${k} × ${n}`;
      const tolerance = 1e-12 * Math.max(1, k / 100);
      expectClose(engine.multiply(A, B), expected, what, tolerance);
      expectClose(engine.multiply(At, B, { transposeA: true }), expected, `${what}, Aᵀ`, tolerance);
      expectClose(engine.multiply(A, Bt, { transposeB: true }), expected, `${what}, Bᵀ`, tolerance);
      expectClose(
        engine.multiply(At, Bt, { transposeA: true, transposeB: true }),
        expected,
        `${what}, both`,
        tolerance,
      );
    }
  });

  test("symmetric products are right at every size around a block edge", () => {
    for (const n of [...sizes, 1025, 1100]) {
      const A = randomMatrix(n, 3, n);
      expectClose(engine.symmetricProduct(A), naive(A, transposed(A)), `A Aᵀ, n = ${n}`);
      const wide = transposed(A);
      expectClose(engine.symmetricProduct(wide, { transpose: true }), naive(A, wide), `Aᵀ A, n = ${n}`);
    }
  });

  test("Cholesky factors, solutions and inverses are right at every size around a block edge", () => {
    for (const n of sizes) {
      const A = definite(n);
      const result = engine.cholesky(A);
      if (!result.ok) throw new Error(`n = ${n} failed at ${result.failedAt}`);
      const L = result.factor;
      expectClose(naive(L, transposed(L)), A, `L Lᵀ, n = ${n}`);
      const B = randomMatrix(n, 11, 1);
      expectClose(naive(A, engine.solveFactored(L, B)), B, `solveFactored, n = ${n}`);
      expectClose(naive(L, engine.solveTriangular(L, B)), B, `L X = B, n = ${n}`);
      expectClose(naive(transposed(L), engine.solveTriangular(L, B, { transpose: true })), B, `Lᵀ X = B, n = ${n}`);
      const C = transposed(B);
      expectClose(naive(engine.solveTriangular(L, C, { side: "right" }), L), C, `X L = B, n = ${n}`);
      expectClose(
        naive(engine.solveTriangular(L, C, { side: "right", transpose: true }), transposed(L)),
        C,
        `X Lᵀ = B, n = ${n}`,
      );
      const identity = matrix(n, n);
      for (let i = 0; i < n; i++) identity.data[i * n + i] = 1;
      expectClose(naive(A, engine.inverseFactored(L)), identity, `inverse, n = ${n}`);
    }
  });

  test("a pivot that fails is named wherever it lies among the blocks", () => {
    for (const n of [5, 33, 64, 65, 130, 257]) {
      for (const k of new Set([0, 1, 31, 32, 33, 63, 64, 100, n - 2, n - 1].filter((i) => i >= 0 && i < n))) {
        const A = definite(n);
        A.data[k * n + k] = -1;
        expect(engine.cholesky(A)).toEqual({ ok: false, failedAt: k });
      }
    }
  });

  test("distances and kernel values are right for row and column counts around block edges", () => {
    const shapes: [number, number, number][] = [
      ...sizes.map((n): [number, number, number] => [n, 5, 3]),
      ...sizes.map((n): [number, number, number] => [5, n, 3]),
      ...sizes.map((p): [number, number, number] => [6, 7, p]),
      [5, 3, 512],
      [5, 3, 513],
      [3, 1027, 2],
      [1027, 3, 2],
    ];
    for (const [n, m, p] of shapes) {
      const X = randomMatrix(n, p, n + 1);
      const Z = randomMatrix(m, p, m + 2);
      const equal = new Float64Array(p).fill(0.25 / p);
      const each = equal.map((value, k) => value * (1 + k / p));
      for (const weights of [equal, each]) {
        const what = `${n} and ${m} rows, ${p} columns`;
        const expected = matrix(n, m);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < m; j++) {
            for (let k = 0; k < p; k++) {
              expected.data[i * m + j] += weights[k] * (X.data[i * p + k] - Z.data[j * p + k]) ** 2;
            }
          }
        }
        const kernel = matrix(
          n,
          m,
          expected.data.map((value) => Math.exp(-0.5 * value)),
        );
        expectClose(engine.squaredDistances(X, Z, weights), expected, what, 1e-13);
        expectClose(engine.gaussianMatrix(X, Z, weights), kernel, what, 1e-14);
        const within = engine.gaussianMatrix(X, undefined, weights);
        expectSame(within, engine.gaussianMatrix(X, X, weights), what);
        expectSame(engine.squaredDistances(X, undefined, weights), engine.squaredDistances(X, X, weights), what);
      }
    }
  });

  test("a symmetric kernel matrix with more rows than a packed panel equals the rectangular one bit by bit", () => {
    const X = randomMatrix(1101, 2, 3);
    const weights = Float64Array.of(1, 1);
    expectSame(engine.gaussianMatrix(X, undefined, weights), engine.gaussianMatrix(X, X, weights), "1101 rows");
  });

  test("decompositions are right at every size around a block edge", () => {
    for (const n of sizes.filter((size) => size <= 130)) {
      const A = definite(n);
      const { values, vectors } = engine.eigenSymmetric(A);
      const scaled = matrix(
        n,
        n,
        vectors.data.map((value, i) => value * values[i % n]),
      );
      expectClose(naive(scaled, transposed(vectors)), A, `eigenvalues, n = ${n}`);
      const tall = randomMatrix(n + 3, n, n);
      const { Q, R } = engine.qr(tall);
      expectClose(naive(Q, R), tall, `Q R, n = ${n}`);
      const svd = engine.svd(tall);
      const left = matrix(
        n + 3,
        n,
        svd.U.data.map((value, i) => value * svd.values[i % n]),
      );
      expectClose(naive(left, transposed(svd.V)), tall, `U Σ Vᵀ, n = ${n}`);
    }
  });

  test("factors are updated and downdated at every size around a group of rows", () => {
    for (const n of sizes) {
      const result = engine.cholesky(definite(n));
      if (!result.ok) throw new Error(`n = ${n}`);
      const v = randomMatrix(n, 1, n).data.map((value) => value / Math.sqrt(n));
      const updated = engine.updateFactored(result.factor, v, 1);
      if (!updated.ok) throw new Error(`n = ${n}`);
      const A = definite(n);
      const larger = matrix(
        n,
        n,
        A.data.map((value, i) => value + v[Math.floor(i / n)] * v[i % n]),
      );
      expectClose(naive(updated.factor, transposed(updated.factor)), larger, `update, n = ${n}`);
      const returned = engine.updateFactored(updated.factor, v, -1);
      if (!returned.ok) throw new Error(`n = ${n}`);
      expectClose(returned.factor, result.factor, `downdate, n = ${n}`);
    }
  });
});

describe.each(supportedBuilds())("the exponential, build %s", (build) => {
  const engine = createWasmEngine({ build });

  /** exp(−½ x²) for each x, with ½ x² rounded as the engine rounds it. */
  const exponentials = (points: Float64Array): Float64Array =>
    engine.gaussianMatrix(matrix(points.length, 1, points), matrix(1, 1), Float64Array.of(1)).data;

  test("it is within two units in the last place of Math.exp, itself within one, down to the smallest normal number", () => {
    const points = Float64Array.from({ length: 37_630 }, (_, i) => i / 1000);
    exponentials(points).forEach((value, i) => {
      const expected = Math.exp(-0.5 * (points[i] * points[i]));
      expect(Math.abs(value - expected)).toBeLessThanOrEqual(2 * 2 ** -52 * expected);
    });
  });

  test("it underflows gradually: subnormal results are right to their last digit, and beyond them it is 0", () => {
    const points = Float64Array.from({ length: 1500 }, (_, i) => 37.6 + i / 1000);
    const values = exponentials(points);
    values.forEach((value, i) => {
      const expected = Math.exp(-0.5 * (points[i] * points[i]));
      expect(Math.abs(value - expected)).toBeLessThanOrEqual(2 * Number.MIN_VALUE + 2 * 2 ** -52 * expected);
    });
    expect(values.some((value) => value > 0 && value < 2 ** -1060)).toBe(true);
    expect(values[values.length - 1]).toBe(0);
    expect(exponentials(Float64Array.of(1e10, 1e200, Infinity))).toEqual(new Float64Array(3));
  });

  test("it never grows with the distance and is exactly 1 at none", () => {
    const values = exponentials(Float64Array.from({ length: 40_000 }, (_, i) => i / 2000));
    expect(values[0]).toBe(1);
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
  });

  test("a NaN stays in its own entry, also beside one that underflows", () => {
    expect(Array.from(exponentials(Float64Array.of(0, NaN, 40, NaN, 1)))).toEqual([1, NaN, 0, NaN, Math.exp(-0.5)]);
  });
});
