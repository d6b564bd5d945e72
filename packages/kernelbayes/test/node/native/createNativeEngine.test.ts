import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { createWasmEngine } from "../../../src/engine/wasm/index.ts";
import type { NativeEngine } from "../../../src/node/native/createNativeEngine.ts";
import { engineBattery } from "../../../src/testing/engineBattery.ts";
import { randomMatrix, symmetricKinds } from "../../../src/testing/matrices.ts";
import { availableEngine } from "./available.ts";

const native = availableEngine();
const engine = native as NativeEngine;

describe.skipIf(!native)("the native engine", () => {
  for (const check of native ? engineBattery(native) : []) test(check.title, () => check.run());

  test("carries the name of its library", () => {
    expect(engine.name).toMatch(/^native (OpenBLAS \d+\.\d+|Accelerate|\S+\.(so|dylib|dll))/);
  });

  test("leaves to WebAssembly what that does faster", () => {
    const wasm = createWasmEngine();
    const X = randomMatrix(40, 3, 1);
    const weights = new Float64Array(3).fill(0.5);
    expect(engine.gaussianMatrix(X, undefined, weights)).toEqual(wasm.gaussianMatrix(X, undefined, weights));
    expect(engine.squaredDistances(X)).toEqual(wasm.squaredDistances(X));
  });

  test("finds an overflow in a Cholesky factorization as a pivot that is not positive", () => {
    // ℓ₁₀ = 1e300 / 1e-150 overflows; ℓ₂₁ = (1 − ∞ · 0) / … is NaN.
    const A = matrix(3, 3, Float64Array.of(1e-300, 0, 0, 1e300, 1, 0, 0, 1, 1));
    const expected = createWasmEngine().cholesky(A);
    expect(expected.ok).toBe(false);
    expect(engine.cholesky(A)).toEqual(expected);
  });

  test("inverts a singular factor to infinity, as the other engines do", () => {
    const L = matrix(2, 2, Float64Array.of(1, 0, 1, 0));
    expect(engine.inverseFactored(L)).toEqual(createWasmEngine().inverseFactored(L));
    expect(engine.inverseDiagonal(L)).toEqual(createWasmEngine().inverseDiagonal(L));
  });

  test.each([1, 3, 20, 49, 50, 51])(
    "finds the same %i leading pairs of 100, whether some or all are computed",
    (count) => {
      const A = withSpectrumOf(100);
      const { values, vectors } = engine.leadingEigenSymmetric(A, count);
      const all = engine.eigenSymmetric(A);
      expect(vectors).toMatchObject({ rows: 100, columns: count });
      values.forEach((value, j) => {
        const k = 100 - count + j;
        expect(value).toBeCloseTo(all.values[k], 9);
        // Up to its sign a vector is unique, since the eigenvalues lie apart.
        const product = sum(100, (i) => vectors.data[i * count + j] * all.vectors.data[i * 100 + k]);
        expect(Math.abs(product)).toBeCloseTo(1, 9);
      });
    },
  );
});

function withSpectrumOf(n: number): Matrix {
  const A = symmetricKinds[0].make(n);
  for (let i = 0; i < n; i++) A.data[i * n + i] += i;
  return A;
}

function sum(n: number, term: (i: number) => number): number {
  return Array.from({ length: n }, (_, i) => term(i)).reduce((total, value) => total + value, 0);
}
