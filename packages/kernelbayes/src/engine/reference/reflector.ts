import { matrix, type Matrix } from "../matrix.ts";
import { largestMagnitude, norm2, powerOfTwoNear } from "./norm2.ts";

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
export function reflectInPlace({ v, tau }: Reflector, y: Float64Array): void {
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
