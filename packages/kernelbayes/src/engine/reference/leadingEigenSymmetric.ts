import type { Eigen } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { eigenSymmetric } from "./eigenSymmetric.ts";
import { requireShape, requireSquare } from "./shape.ts";

/** The largest eigenvalues and their vectors, out of all of them. */
export function leadingEigenSymmetric(a: Matrix, count: number): Eigen {
  requireCount(count, requireSquare(a, "leadingEigenSymmetric"));
  return lastPairs(eigenSymmetric(a), count);
}

export function eigenvaluesSymmetric(a: Matrix): Float64Array {
  return eigenSymmetric(a).values;
}

/** Refuses a number of eigenvalues that an n × n matrix does not have. */
export function requireCount(count: number, n: number): void {
  requireShape(
    Number.isInteger(count) && count >= 0 && count <= n,
    `leadingEigenSymmetric takes a count from 0 to ${n}; got ${count}.`,
  );
}

/** The last of ascending pairs. */
export function lastPairs({ values, vectors: { data, rows } }: Eigen, count: number): Eigen {
  const vectors = matrix(rows, count);
  for (let i = 0; i < rows; i++) vectors.data.set(data.subarray((i + 1) * rows - count, (i + 1) * rows), i * count);
  return { values: values.slice(rows - count), vectors };
}
