import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { referenceEngine as engine } from "../../src/engine/reference/index.ts";
import { NumericalError } from "../../src/errors.ts";
import { addToDiagonal, diagonal, diagonalMatrix } from "../../src/matrix/diagonal.ts";
import { factorize } from "../../src/matrix/factorize.ts";
import { fromRows } from "../../src/matrix/row.ts";
import { multiplyVector } from "../../src/matrix/dot.ts";
import { randomMatrix, randomVector, symmetricKinds } from "../../src/testing/matrices.ts";

const size = 30;
const wellConditioned = symmetricKinds[0];
const A = wellConditioned.make(size);
const factor = factorize(engine, A);

function expectClose(actual: Float64Array, expected: Float64Array, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, index) => expect(Math.abs(value - expected[index])).toBeLessThan(tolerance));
}

function errorOf(run: () => unknown): NumericalError {
  try {
    run();
  } catch (error) {
    if (error instanceof NumericalError) return error;
    throw error;
  }
  throw new Error("No error was thrown.");
}

describe("a factor", () => {
  test("multiplies back to its matrix, with nothing added", () => {
    expectClose(engine.symmetricProduct(factor.lower).data, A.data, 1e-13);
    expect(factor.jitter).toBe(0);
  });

  test("knows the determinant from the eigenvalues", () => {
    const expected = wellConditioned.spectrum!(size).reduce((sum, value) => sum + Math.log(value), 0);
    expect(factor.logDeterminant).toBeCloseTo(expected, 11);
  });

  test("solves for a matrix and for a vector", () => {
    const B = randomMatrix(size, 3, 1);
    expectClose(engine.multiply(A, factor.solve(B)).data, B.data, 1e-13);
    const v = randomVector(size, 2);
    expectClose(multiplyVector(A, factor.solveVector(v)), v, 1e-13);
  });

  test("solves by halves: L (L⁻¹ B) = B", () => {
    const B = randomMatrix(size, 3, 1);
    expectClose(engine.multiply(factor.lower, factor.halfSolve(B)).data, B.data, 1e-13);
  });

  test("inverts, and gives the diagonal of the inverse alone", () => {
    const inverse = factor.inverse();
    expectClose(engine.multiply(A, inverse).data, diagonalMatrix(new Float64Array(size).fill(1)).data, 1e-13);
    expectClose(factor.inverseDiagonal(), diagonal(inverse), 1e-14);
  });

  test("follows an update, and a downdate returns to where it was", () => {
    const v = randomVector(size, 3);
    const updated = factor.update(v);
    const expected = A.data.map((value, index) => value + v[Math.floor(index / size)] * v[index % size]);
    expectClose(engine.symmetricProduct(updated.lower).data, expected, 1e-12);
    // The matrix determinant lemma: |A + v vᵀ| = |A| (1 + vᵀ A⁻¹ v).
    const growth = Math.log1p(v.reduce((sum, value, i) => sum + value * factor.solveVector(v)[i], 0));
    expect(updated.logDeterminant).toBeCloseTo(factor.logDeterminant + growth, 11);
    expectClose(updated.downdate(v).lower.data, factor.lower.data, 1e-12);
  });

  test("takes the memory of its matrix where it may, and leaves the matrix alone with jitter", () => {
    const lost = matrix(size, size, A.data.slice());
    const { lower } = factorize(engine, lost, { inPlace: true });
    expect(lower.data.buffer).toBe(lost.data.buffer);
    expect(lower.data).toEqual(factor.lower.data);
    const kept = matrix(size, size, A.data.slice());
    factorize(engine, kept, { inPlace: true, jitter: true });
    expect(kept.data).toEqual(A.data);
  });

  test("of nothing has determinant 1", () => {
    expect(factorize(engine, matrix(0, 0), { jitter: true })).toMatchObject({ logDeterminant: 0, jitter: 0 });
  });
});

describe("a matrix that is not positive definite", () => {
  const indefinite = diagonalMatrix([1, 2, -1, 3]);

  test("is refused with the pivot, the size and what to do", () => {
    const error = errorOf(() => factorize(engine, indefinite));
    expect(error.code).toBe("not-positive-definite");
    expect(error.message).toContain("4 × 4");
    expect(error.message).toContain("pivot 2 (counted from 0)");
    expect(error.message).toContain("jitter: true");
  });

  test("is still refused with jitter when it is truly indefinite", () => {
    const error = errorOf(() => factorize(engine, indefinite, { jitter: true }));
    expect(error.code).toBe("not-positive-definite");
    expect(error.message).toContain("0.0001 times its mean");
  });

  test("is refused without trying when the mean of the diagonal is not positive", () => {
    expect(errorOf(() => factorize(engine, matrix(3, 3), { jitter: true })).message).toContain(
      "its mean is not positive",
    );
  });

  test("is refused after a downdate that took off too much", () => {
    const v = new Float64Array(size);
    v[4] = 100;
    const error = errorOf(() => factor.downdate(v));
    expect(error.code).toBe("not-positive-definite");
    expect(error.message).toContain("factorize anew");
  });

  test("lets the error of a NaN through", () => {
    expect(errorOf(() => factorize(engine, fromRows([[NaN]]), { jitter: true })).code).toBe("not-finite");
  });
});

describe("jitter", () => {
  test("is the least power of ten, relative to the mean of the diagonal, that makes a singular matrix positive definite", () => {
    const K = matrix(6, 6, new Float64Array(36).fill(4)); // six equal rows, whose pivots are exact zeros
    const { jitter, lower } = factorize(engine, K, { jitter: true });
    expect(jitter).toBe(4e-12);
    expectClose(engine.symmetricProduct(lower).data, addToDiagonal(K, jitter).data, 1e-14);
  });

  test("grows tenfold until it suffices", () => {
    const { jitter, update } = factorize(engine, diagonalMatrix([1, 1, 1, -2e-8]), { jitter: true });
    expect(jitter).toBeCloseTo(0.75e-7, 12);
    expect(update(new Float64Array(4)).jitter).toBe(jitter);
  });
});
