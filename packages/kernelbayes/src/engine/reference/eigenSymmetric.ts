import type { Eigen } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { reflectedIdentity, reflector, type Reflector } from "./qr.ts";
import { diagonalizeTridiagonalInPlace } from "./diagonalizeTridiagonalInPlace.ts";
import { largestMagnitude, powerOfTwoNear } from "./norm2.ts";
import { requireFiniteLower, requireSquare, requireShape } from "./requireShape.ts";

/**
 * A = V diag(λ) Vᵀ: Householder reflections to tridiagonal form, then the implicit QL iteration. The matrix is first scaled
 * by a power of two to entries of at most about 1.
 */
export function eigenSymmetric(a: Matrix): Eigen {
  const n = requireSquare(a, "eigenSymmetric");
  requireFiniteLower(a, "eigenSymmetric");
  const work = symmetricFromLower(a);
  const scale = powerOfTwoNear(largestMagnitude(work)) || 1;
  for (let i = 0; i < work.length; i++) work[i] /= scale;

  const { reflectors, diagonal, offDiagonal } = tridiagonalizeInPlace(work, n);
  const vectors = reflectedIdentity(reflectors, n, n, 1).data; // one vector a row
  diagonalizeTridiagonalInPlace(diagonal, offDiagonal, vectors);

  const order = Array.from(diagonal.keys()).toSorted((i, j) => diagonal[i] - diagonal[j]);
  const sorted = matrix(n, n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) sorted.data[i * n + to] = vectors[from * n + i];
  });
  return { values: Float64Array.from(order, (from) => diagonal[from] * scale), vectors: sorted };
}

function symmetricFromLower({ data, rows: n }: Matrix): Float64Array {
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      result[i * n + j] = data[i * n + j];
      result[j * n + i] = data[i * n + j];
    }
  }
  return result;
}

interface Tridiagonal {
  readonly reflectors: readonly Reflector[];
  readonly diagonal: Float64Array;
  /** Entry i couples i and i + 1; the last one is unused and zero. */
  readonly offDiagonal: Float64Array;
}

/**
 * Row k, right of the diagonal, is reflected to a multiple of its first entry. On the block B that remains
 *
 *     H B H = B − v wᵀ − w vᵀ,   p = τ B v,   w = p − ½ τ (v·p) v.
 */
function tridiagonalizeInPlace(work: Float64Array, n: number): Tridiagonal {
  const reflectors: Reflector[] = [];
  const diagonal = new Float64Array(n);
  const offDiagonal = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    diagonal[k] = work[k * n + k];
    if (k === n - 1) break;
    const H = reflector(work.subarray(k * n + k + 1, (k + 1) * n));
    reflectors.push(H);
    offDiagonal[k] = H.beta;
    if (H.tau !== 0) reflectBlockInPlace(work, n, k + 1, H);
  }
  return { reflectors, diagonal, offDiagonal };
}

function reflectBlockInPlace(work: Float64Array, n: number, start: number, { v, tau }: Reflector): void {
  const w = new Float64Array(v.length);
  let product = 0;
  for (let i = 0; i < v.length; i++) {
    const row = (start + i) * n + start;
    let sum = 0;
    for (let j = 0; j < v.length; j++) sum += work[row + j] * v[j];
    w[i] = tau * sum;
    product += v[i] * w[i];
  }
  for (let i = 0; i < v.length; i++) w[i] -= 0.5 * tau * product * v[i];
  for (let i = 0; i < v.length; i++) {
    const row = (start + i) * n + start;
    for (let j = 0; j < v.length; j++) work[row + j] -= v[i] * w[j] + w[i] * v[j];
  }
}

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
