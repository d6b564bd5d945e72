import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { referenceEngine as engine } from "../../src/engine/reference/index.ts";
import { powerOfTwoNear } from "../../src/engine/reference/norm2.ts";
import { diagonalizeTridiagonalInPlace } from "../../src/engine/reference/diagonalizeTridiagonalInPlace.ts";
import { NumericalError } from "../../src/errors.ts";
import { scaleMatrix } from "../../src/matrix/addMatrices.ts";
import { numbersFrom, randomMatrix, symmetricKinds, transposed } from "../../src/testing/matrices.ts";
import fixture from "../fixtures/svd/graded.json" with { type: "json" };
import { distanceRatio, naiveProduct, oneNorm, orthogonalityRatio } from "../../src/testing/engine/ensureRatio.ts";

const made = (rows: number, columns: number, entry: (i: number, j: number) => number): Matrix =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, index) => entry(Math.floor(index / columns), index % columns)),
  );

describe("powers of two commute with", () => {
  // What is scaled by a power of two gives the scaled result bit for bit, as far as there are numbers for it.
  const A = symmetricKinds[0].make(20);
  const B = randomMatrix(25, 20, 1);

  for (const exponent of [-980, -300, 300, 980]) {
    const factor = 2 ** exponent;

    test(`cholesky, at 2^${exponent}`, () => {
      const plain = engine.cholesky(A);
      const result = engine.cholesky(scaleMatrix(A, factor));
      if (!plain.ok || !result.ok) throw new Error("A positive definite matrix was not factored.");
      expect(result.factor).toEqual(scaleMatrix(plain.factor, Math.sqrt(factor)));
    });

    test(`eigenSymmetric, at 2^${exponent}`, () => {
      const plain = engine.eigenSymmetric(A);
      const { values, vectors } = engine.eigenSymmetric(scaleMatrix(A, factor));
      expect(values).toEqual(plain.values.map((value) => value * factor));
      expect(vectors).toEqual(plain.vectors);
    });

    test(`qr, at 2^${exponent}`, () => {
      const plain = engine.qr(B);
      const { Q, R } = engine.qr(scaleMatrix(B, factor));
      expect(Q).toEqual(plain.Q);
      expect(R).toEqual(scaleMatrix(plain.R, factor));
    });

    test(`svd, at 2^${exponent}`, () => {
      const plain = engine.svd(B);
      const { U, values, V } = engine.svd(scaleMatrix(B, factor));
      expect([U, V]).toEqual([plain.U, plain.V]);
      expect(values).toEqual(plain.values.map((value) => value * factor));
    });
  }
});

describe("eigenSymmetric", () => {
  test("finds the eigenvalues of the second difference, 2 − 2 cos(k π / (n + 1))", () => {
    const n = 60;
    const A = made(n, n, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0));
    engine.eigenSymmetric(A).values.forEach((value, k) => {
      expect(Math.abs(value - 4 * Math.sin(((k + 1) * Math.PI) / (2 * n + 2)) ** 2)).toBeLessThan(1e-14);
    });
  });

  test("finds the eigenvalues of min(i, j), 1 / (4 sin²((2k − 1) π / (4n + 2)))", () => {
    const n = 40;
    const A = made(n, n, (i, j) => Math.min(i, j) + 1);
    engine.eigenSymmetric(A).values.forEach((value, index) => {
      const k = n - index;
      const expected = 1 / (4 * Math.sin(((2 * k - 1) * Math.PI) / (4 * n + 2)) ** 2);
      expect(Math.abs(value - expected)).toBeLessThan(n * Number.EPSILON * oneNorm(A));
    });
  });

  test("copes with a spectrum of 600 orders of magnitude in any order", () => {
    for (let seed = 0; seed < 20; seed++) {
      const n = 40;
      const next = numbersFrom(seed);
      const powers = Float64Array.from({ length: n }, () => 2 ** Math.round(490 * next()));
      const B = symmetricKinds[0].make(n);
      const A = made(n, n, (i, j) => B.data[i * n + j] * powers[i] * powers[j]);
      const { values, vectors } = engine.eigenSymmetric(A);
      const product = naiveProduct(A, vectors);
      const expected = made(n, n, (i, j) => vectors.data[i * n + j] * values[j]);
      expect(distanceRatio(product, expected, n, oneNorm(A))).toBeLessThan(60);
      expect(orthogonalityRatio(vectors)).toBeLessThan(60);
    }
  });

  test("gives up with words, not with a hang, when numbers that are not finite reach its iteration", () => {
    const run = (): void =>
      diagonalizeTridiagonalInPlace(Float64Array.of(NaN, 1), Float64Array.of(1, 0), new Float64Array(4));
    expect(run).toThrow(NumericalError);
    expect(run).toThrow("did not converge");
  });
});

describe("svd", () => {
  test("finds small singular values to full relative accuracy when only the scale of the columns is bad", () => {
    const A = made(
      fixture.rows,
      fixture.columns,
      (i, j) => ((((7 * i + 3 * j + i * j) % 11) - 5) / 4 + (i === j ? 4 : 0)) * 2 ** (-10 * j),
    );
    engine.svd(A).values.forEach((value, k) => expect(Math.abs(value / fixture.values[k] - 1)).toBeLessThan(1e-14));
  });

  test("keeps its vectors orthonormal over 600 orders of magnitude", () => {
    for (let seed = 0; seed < 10; seed++) {
      const next = numbersFrom(seed);
      const powers = Float64Array.from({ length: 15 }, () => 2 ** Math.round(990 * next()));
      const A = made(20, 15, (_, j) => next() * powers[j]);
      const { U, values, V } = engine.svd(A);
      expect(orthogonalityRatio(U)).toBeLessThan(60);
      expect(orthogonalityRatio(V)).toBeLessThan(60);
      const product = naiveProduct(
        made(20, 15, (i, j) => U.data[i * 15 + j] * values[j]),
        transposed(V),
      );
      expect(distanceRatio(product, A, 20, oneNorm(A))).toBeLessThan(60);
    }
  });
});

describe("updateFactored", () => {
  test("reports a singular factor that the update does not mend, and mends one that it can", () => {
    const singular = matrix(2, 2, Float64Array.of(1, 0, 0, 0));
    expect(engine.updateFactored(singular, Float64Array.of(1, 0), 1)).toEqual({ ok: false, failedAt: 1 });
    expect(engine.updateFactored(singular, Float64Array.of(0, 3), 1).ok).toBe(true);
  });
});

describe("incompleteCholesky", () => {
  test("names the column in which a number is not finite", () => {
    const column = (): Float64Array => Float64Array.of(1, NaN);
    expect(() => engine.incompleteCholesky(Float64Array.of(1, 2), column)).toThrow(
      "row 1, column 1 (counted from 0) is NaN",
    );
  });
});

test("powers of two are exact and have a reciprocal over the whole range of doubles", () => {
  for (let exponent = -1074; exponent <= 1023; exponent++) {
    const power = powerOfTwoNear(2 ** exponent);
    expect(Number.isFinite(1 / power)).toBe(true);
    expect(Math.log2(power)).toBe(Math.max(-1000, Math.min(1000, exponent)));
  }
  expect([0, Infinity].map(powerOfTwoNear)).toEqual([0, Infinity]);
  expect(powerOfTwoNear(NaN)).toBeNaN();
});
