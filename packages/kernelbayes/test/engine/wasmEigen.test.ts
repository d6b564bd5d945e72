import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { createWasmEngine, supportedBuilds } from "../../src/engine/wasm/index.ts";
import { scaleMatrix } from "../../src/matrix/addMatrices.ts";
import { identity } from "../../src/matrix/diagonal.ts";
import { difference, oneNorm } from "../../src/testing/engine/ensureRatio.ts";
import { numbersFrom, randomMatrix, symmetricKinds } from "../../src/testing/matrices.ts";

/** A symmetric tridiagonal matrix; `beside(i)` stands between rows i − 1 and i. */
function tridiagonal(n: number, diagonal: (i: number) => number, beside: (i: number) => number): Matrix {
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) {
    result.data[i * n + i] = diagonal(i);
    if (i > 0) result.data[i * n + i - 1] = result.data[(i - 1) * n + i] = beside(i);
  }
  return result;
}

const random = (seed: number, power: number): ((i: number) => number) => {
  const next = numbersFrom(seed);
  const values = Float64Array.from({ length: 500 }, () => next() * 10 ** (power * next()));
  return (i) => values[i];
};

/** Matrices on which a tearing, a deflation or a secular equation goes wrong first, each of a few hundred rows. */
const hard: Record<string, Matrix> = {
  "Wilkinson's, whose values pair off to all digits": tridiagonal(
    201,
    (i) => Math.abs(100 - i),
    () => 1,
  ),
  "zero on the diagonal, values in pairs of opposite sign": tridiagonal(
    300,
    () => 0,
    () => 1,
  ),
  "nearly a multiple of the identity": tridiagonal(
    257,
    () => 1,
    () => 1e-8,
  ),
  "the identity but for rounding": tridiagonal(
    257,
    (i) => 1 + 1e-15 * i,
    () => 1e-15,
  ),
  "falling by ten orders within ten rows": tridiagonal(
    300,
    (i) => 10 ** -i,
    (i) => 10 ** -i / 3,
  ),
  "rising to the end": tridiagonal(
    300,
    (i) => 10 ** ((i - 300) / 16),
    (i) => 10 ** ((i - 300) / 16) / 3,
  ),
  "random couplings": tridiagonal(333, random(1, 0), random(2, 0)),
  "couplings of sixteen orders of magnitude": tridiagonal(333, random(3, 8), random(4, 8)),
  "couplings of sixty orders of magnitude": tridiagonal(333, random(5, 30), random(6, 30)),
  "ones everywhere": matrix(200, 200, new Float64Array(40_000).fill(1)),
  "the identity and a little of ones": matrix(
    200,
    200,
    identity(200).data.map((value) => value + 1e-9),
  ),
  "an arrow": matrix(
    200,
    200,
    Float64Array.from({ length: 40_000 }, (_, index) => {
      const [i, j] = [Math.floor(index / 200), index % 200];
      return i === 199 || j === 199 ? 1 : i === j ? i / 200 : 0;
    }),
  ),
  ...Object.fromEntries(
    [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 1e-16].map((glue) => [
      `Wilkinson's, glued by ${glue}`,
      tridiagonal(
        210,
        (i) => Math.abs(10 - (i % 21)),
        (i) => (i % 21 === 0 ? glue : 1),
      ),
    ]),
  ),
};

describe.each(supportedBuilds())("divide and conquer, build %s", (build) => {
  const engine = createWasmEngine({ build });
  const largest = (a: Matrix): number => a.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

  test.each(Object.keys(hard))("%s: pairs are exact to 20 √n units of rounding, entry by entry", (name) => {
    const A = hard[name];
    const n = A.rows;
    const { values, vectors } = engine.eigenSymmetric(A);
    const scaled = matrix(
      n,
      n,
      vectors.data.map((value, index) => value * values[index % n]),
    );
    const unit = 20 * Math.sqrt(n) * Number.EPSILON;
    expect(largest(difference(engine.multiply(A, vectors), scaled))).toBeLessThan(unit * oneNorm(A));
    const product = engine.multiply(vectors, vectors, { transposeA: true });
    expect(largest(difference(product, identity(n)))).toBeLessThan(unit);
    const alone = engine.eigenvaluesSymmetric(A);
    expect(
      largest(
        matrix(
          n,
          1,
          alone.map((value, i) => value - values[i]),
        ),
      ),
    ).toBeLessThan(unit * oneNorm(A));
  });

  test("the values of Clement's matrix are the integers from 1 − n to n − 1 in steps of two", () => {
    const n = 300;
    const A = tridiagonal(
      n,
      () => 0,
      (i) => Math.sqrt(i * (n - i)),
    );
    for (const values of [engine.eigenSymmetric(A).values, engine.eigenvaluesSymmetric(A)]) {
      values.forEach((value, i) => expect(Math.abs(value - (2 * i + 1 - n))).toBeLessThan(1e-11));
    }
  });

  test.each(symmetricKinds.map(({ kind }) => kind))(
    "leading pairs of a %s matrix have the values of the full decomposition bit by bit, and its vectors, wherever the cut falls",
    (kind) => {
      const n = 140;
      const A = symmetricKinds.find((entry) => entry.kind === kind)!.make(n);
      const all = engine.eigenSymmetric(A);
      for (const count of [1, 2, 31, 70, 139]) {
        const { values, vectors } = engine.leadingEigenSymmetric(A, count);
        expect(values).toEqual(all.values.slice(n - count));
        const last = Float64Array.from(
          vectors.data,
          (_, index) => all.vectors.data[Math.floor(index / count) * n + n - count + (index % count)],
        );
        // Products of one column and of many add up in different orders.
        expect(largest(difference(vectors, matrix(n, count, last)))).toBeLessThan(1e-14);
      }
    },
  );

  test.each([-980, -300, 300, 980])("it commutes with a multiplication by 2^%i", (exponent) => {
    const A = engine.symmetricProduct(randomMatrix(90, 90, 3));
    const plain = engine.eigenSymmetric(A);
    const { values, vectors } = engine.eigenSymmetric(scaleMatrix(A, 2 ** exponent));
    expect(values).toEqual(plain.values.map((value) => value * 2 ** exponent));
    expect(vectors).toEqual(plain.vectors);
    expect(engine.eigenvaluesSymmetric(scaleMatrix(A, 2 ** exponent))).toEqual(
      engine.eigenvaluesSymmetric(A).map((value) => value * 2 ** exponent),
    );
  });

  test("blocks that touch nowhere keep their vectors to themselves", () => {
    const n = 120;
    const A = matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, index) => {
        const [i, j] = [Math.floor(index / n), index % n];
        return Math.floor(i / 40) === Math.floor(j / 40) ? 1 / (1 + Math.abs(i - j)) + (i === j ? i : 0) : 0;
      }),
    );
    const { vectors } = engine.eigenSymmetric(A);
    for (let column = 0; column < n; column++) {
      const sums = [0, 0, 0];
      for (let i = 0; i < n; i++) sums[Math.floor(i / 40)] += vectors.data[i * n + column] ** 2;
      expect(sums.filter((sum) => sum > 0)).toHaveLength(1);
    }
  });
});
