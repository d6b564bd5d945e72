import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { EnvironmentError } from "../../errors.ts";

/** Large enough for the blocked algorithms, small enough to take a few milliseconds. */
const order = 72;

/**
 * Computes with known answers, before a library that was found on a system is trusted with others. With L the lower
 * triangle of ones:
 *
 *     (L Lᵀ)ᵢⱼ = min(i, j);   L⁻¹ has 1 on its diagonal and −1 below it;   λₖ = 1 / (2 − 2 cos((2k − 1) π / (2n + 1)))
 *
 * Throws when an answer is wrong.
 */
export function selfTest(engine: Engine): void {
  const L = filled((i, j) => (j <= i ? 1 : 0));
  const A = filled((i, j) => Math.min(i, j) + 1);
  const inverse = filled((i, j) => (i === j ? 1 : i === j + 1 ? -1 : 0));
  const identity = filled((i, j) => (i === j ? 1 : 0));
  const spectrum = Float64Array.from({ length: order }, (_, i) => {
    const k = order - i; // ascending
    return 1 / (2 - 2 * Math.cos(((2 * k - 1) * Math.PI) / (2 * order + 1)));
  });

  require(engine, "the product", engine.multiply(L, L, { transposeB: true }).data, A.data);
  require(engine, "the symmetric product", engine.symmetricProduct(L).data, A.data);
  const factored = engine.cholesky(A);
  require(engine, "the Cholesky factor", factored.ok ? factored.factor.data : new Float64Array(0), L.data);
  require(engine, "the triangular solution", engine.solveTriangular(L, identity).data, inverse.data);
  require(engine, "the inverse", engine.multiply(A, engine.inverseFactored(L)).data, identity.data);
  // A⁻¹ has 2 on its diagonal, and 1 at the end of it.
  const diagonal = new Float64Array(order).fill(2).with(order - 1, 1);
  require(engine, "the diagonal of the inverse", engine.inverseDiagonal(L), diagonal);
  const { values, vectors } = engine.eigenSymmetric(A);
  require(engine, "the spectrum", values, spectrum);
  const scaled = filled((i, j) => vectors.data[i * order + j] * spectrum[j]);
  require(engine, "the eigenvectors", engine.multiply(scaled, vectors, { transposeB: true }).data, A.data);
  const { Q, R } = engine.qr(A);
  require(engine, "the QR decomposition", engine.multiply(Q, R).data, A.data);
  require(engine, "the singular values", engine.svd(A).values, spectrum.toReversed());
  require(engine, "the largest eigenvalue", engine.leadingEigenSymmetric(A, 1).values, spectrum.slice(-1));
}

function filled(entry: (i: number, j: number) => number): Matrix {
  const result = matrix(order, order);
  for (let i = 0; i < order; i++) for (let j = 0; j < order; j++) result.data[i * order + j] = entry(i, j);
  return result;
}

/** Rounding may cost n² ε ‖A‖, with ‖A‖ below n²; 1e-8 leaves it room, and no wrong answer is as close. */
function require({ name }: Engine, what: string, actual: Float64Array, expected: Float64Array): void {
  const isRight =
    actual.length === expected.length && actual.every((value, i) => Math.abs(value - expected[i]) <= 1e-8);
  if (isRight) return;
  throw new EnvironmentError(
    "blas-unusable",
    `The self-test of ${name} failed: ${what} of a known matrix is wrong.`,
    "Give the path of another OpenBLAS in KERNELBAYES_OPENBLAS.",
  );
}
