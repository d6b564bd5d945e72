import type { Qr } from "../engine.ts";
import { matrix, type Matrix, transpose } from "../matrix.ts";
import { requireFinite, requireShape } from "./requireShape.ts";
import { largestMagnitude, norm2, powerOfTwoNear } from "./norm2.ts";

/** Thin QR by Householder reflections. Columns are worked on as rows of the transposed matrix, where they are contiguous. */
export function qr(a: Matrix): Qr {
  const { rows, columns } = a;
  requireShape(rows >= columns, `qr needs at least as many rows as columns; got ${rows} × ${columns}.`);
  requireFinite(a, "qr");
  const work = transpose(a).data;
  const reflectors: Reflector[] = [];
  const R = new Float64Array(columns * columns);
  for (let k = 0; k < columns; k++) {
    const H = reflector(work.subarray(k * rows + k, (k + 1) * rows));
    reflectors.push(H);
    for (let j = k + 1; j < columns; j++) reflectInPlace(H, work.subarray(j * rows + k, (j + 1) * rows));
    R[k * columns + k] = H.beta;
    for (let j = k + 1; j < columns; j++) R[k * columns + j] = work[j * rows + k];
  }
  const Q = reflectedIdentity(reflectors, rows, columns);
  for (let k = 0; k < columns; k++) {
    if (R[k * columns + k] >= 0) continue;
    negateInPlace(R.subarray(k * columns + k, (k + 1) * columns));
    negateInPlace(Q.data.subarray(k * rows, (k + 1) * rows));
  }
  return { Q: transpose(Q), R: matrix(columns, columns, R) };
}

function negateInPlace(x: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] = 0 - x[i]; // 0 − 0 is +0, so that no −0 appears
}

/** The reflection H = I − τ v vᵀ with v₀ = 1, and what it made of the vector it was built for: H x = β e₀. */
export interface Reflector {
  readonly v: Float64Array;
  readonly tau: number;
  readonly beta: number;
}

/**
 * The reflector that carries x to a multiple of the first unit vector. The vector is first scaled by a power of two, so
 * that neither huge nor denormal entries spoil v. A vector that needs no reflection has τ = 0.
 */
export function reflector(x: Float64Array): Reflector {
  const scale = powerOfTwoNear(largestMagnitude(x.subarray(1)) === 0 ? 0 : largestMagnitude(x));
  if (scale === 0) return { v: x.slice(), tau: 0, beta: x[0] };
  const v = x.map((value) => value / scale);
  const length = norm2(v);
  const beta = v[0] > 0 ? -length : length; // opposite to x₀: no cancellation in x₀ − β
  const tau = 1 - v[0] / beta;
  const pivot = v[0] - beta;
  for (let i = 1; i < v.length; i++) v[i] /= pivot;
  v[0] = 1;
  return { v, tau, beta: beta * scale };
}

/** y ← H y = y − τ (v·y) v. */
function reflectInPlace({ v, tau }: Reflector, y: Float64Array): void {
  if (tau === 0) return;
  let product = 0;
  for (let i = 0; i < v.length; i++) product += v[i] * y[i];
  product *= tau;
  for (let i = 0; i < v.length; i++) y[i] -= product * v[i];
}

/**
 * The first columns of H₀ H₁ H₂ …, as rows of the result. Reflector k acts on the entries from k + `offset` on, so that it
 * leaves the unit vectors before those alone.
 */
export function reflectedIdentity(
  reflectors: readonly Reflector[],
  rows: number,
  columns: number,
  offset: number = 0,
): Matrix {
  const result = matrix(columns, rows);
  for (let j = 0; j < columns; j++) {
    const column = result.data.subarray(j * rows, (j + 1) * rows);
    column[j] = 1;
    for (let k = Math.min(j - offset, reflectors.length - 1); k >= 0; k--) {
      reflectInPlace(reflectors[k], column.subarray(k + offset));
    }
  }
  return result;
}
