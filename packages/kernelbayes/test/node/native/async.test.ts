import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import type { NativeEngine } from "../../../src/node/native/createNativeEngine.ts";
import { sameNumbers } from "../../../src/testing/engine/ensureRatio.ts";
import { randomMatrix } from "../../../src/testing/matrices.ts";
import { availableEngine } from "./available.ts";

const native = availableEngine();
const engine = native as NativeEngine;

const A = randomMatrix(90, 90, 1);
const B = randomMatrix(90, 7, 2);
const S = definite(90);

/** A positive definite matrix. */
function definite(n: number): Matrix {
  const product = matrix(n, n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) product.data[i * n + j] = i === j ? n : 1 / (1 + i + j);
  return product;
}

function factorOf(a: Matrix): Matrix {
  const result = engine.cholesky(a);
  if (!result.ok) throw new Error("not positive definite");
  return result.factor;
}

describe.skipIf(!native)("asynchronous operations", () => {
  test("give what the synchronous ones give, to the last bit", async () => {
    const L = factorOf(S);
    const { async } = engine;
    expect(await async.multiply(A, B)).toEqual(engine.multiply(A, B));
    expect(await async.multiply(A, B, { transposeA: true })).toEqual(engine.multiply(A, B, { transposeA: true }));
    expect(await async.symmetricProduct(A)).toEqual(engine.symmetricProduct(A));
    expect(await async.cholesky(S)).toEqual(engine.cholesky(S));
    expect(await async.solveTriangular(L, B)).toEqual(engine.solveTriangular(L, B));
    expect(await async.solveFactored(L, B)).toEqual(engine.solveFactored(L, B));
    expect(await async.inverseFactored(L)).toEqual(engine.inverseFactored(L));
    expect(await async.eigenSymmetric(S)).toEqual(engine.eigenSymmetric(S));
    const indefinite = matrix(2, 2, Float64Array.of(1, 0, 0, -1));
    expect(await async.cholesky(indefinite)).toEqual({ ok: false, failedAt: 1 });
    expect((await async.multiply(matrix(0, 3), matrix(3, 2))).rows).toBe(0);
  });

  test("let the event loop turn while they compute", async () => {
    let turns = 0;
    let done = false;
    const count = (): void => {
      if (done) return;
      turns++;
      setImmediate(count);
    };
    setImmediate(count);
    await engine.async.eigenSymmetric(definite(400));
    done = true;
    // The operation makes two calls; a loop that stood still during both would turn once or twice between them.
    expect(turns).toBeGreaterThan(10);
  });

  test("two at once are right, and many more than there are threads", async () => {
    const matrices = Array.from({ length: 24 }, (_, seed) => randomMatrix(60 + seed, 60 + seed, seed));
    const products = await Promise.all(matrices.map((a) => engine.async.multiply(a, a)));
    products.forEach((product, i) => {
      expect(sameNumbers(product.data, engine.multiply(matrices[i], matrices[i]).data)).toBe(true);
    });
    const definites = [definite(130), definite(131)];
    const factors = await Promise.all(definites.map((a) => engine.async.cholesky(a)));
    factors.forEach((factor, i) => expect(factor).toEqual(engine.cholesky(definites[i])));
  });

  test("keep alive what they compute with, though nobody else holds it and memory is short", async () => {
    const expected = engine.multiply(randomMatrix(300, 300, 1), randomMatrix(300, 300, 2));
    const running = Array.from({ length: 8 }, () =>
      engine.async.multiply(randomMatrix(300, 300, 1), randomMatrix(300, 300, 2)),
    );
    // Enough garbage for the collector to run several times, filled so that freed memory would be seen to change.
    for (let i = 0; i < 200; i++) {
      new Float64Array(100_000).fill(Number.NaN);
      if (i % 10 === 0) await new Promise(setImmediate);
    }
    for (const product of await Promise.all(running)) expect(sameNumbers(product.data, expected.data)).toBe(true);
  });

  test("reject what the synchronous ones throw", async () => {
    await expect(engine.async.multiply(matrix(2, 3), matrix(2, 3))).rejects.toThrow(RangeError);
    const bad = matrix(1, 1, Float64Array.of(Number.NaN));
    await expect(engine.async.cholesky(bad)).rejects.toMatchObject({ name: "NumericalError", code: "not-finite" });
  });
});
