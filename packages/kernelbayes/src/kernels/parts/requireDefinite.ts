import { InputError } from "../../errors.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";

/** What passes for rounding, over the largest entry. */
const rounding = 1e-9;

/**
 * Refuses a symmetric matrix that is not positive semidefinite by an `InputError` that names an entry. It is factored with the largest
 * diagonal entry as the pivot, Cholesky's way: what the pivots leave must not be negative on its diagonal, and zero beside a diagonal of
 * zero. Values up to 1e-9 of the largest entry pass for rounding, so that no eigenvalue below −n times that does. n³/3 operations and a copy
 * of the matrix; r pivots of a matrix of rank r take n²r.
 */
export function requireDefinite(name: string, G: Matrix): void {
  const n = G.rows;
  const S = matrix(n, n, G.data.slice());
  const left = Int32Array.from({ length: n }, (_, row) => row);
  const tolerance = rounding * G.data.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  refuseLargePairs(name, G, tolerance);
  for (let step = 0; step < n; step++) {
    let best = step;
    for (let k = step; k < n; k++) {
      const own = S.data[left[k] * n + left[k]];
      if (own < -tolerance) throw indefinite(name, `row ${left[k]}, column ${left[k]}`, own);
      if (own > S.data[left[best] * n + left[best]]) best = k;
    }
    [left[step], left[best]] = [left[best], left[step]];
    const pivot = S.data[left[step] * n + left[step]];
    if (pivot <= tolerance) return requireNothing(name, S, left.subarray(step), tolerance);
    eliminate(S, left.subarray(step), pivot);
  }
}

/** |G_ij| above the root of G_ii G_jj is an error that can be seen without any arithmetic. */
function refuseLargePairs(name: string, { data, rows: n }: Matrix, tolerance: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const most = Math.sqrt(data[i * n + i] * data[j * n + j]);
      if (Math.abs(data[i * n + j]) <= most + tolerance) continue;
      throw new InputError(
        "indefinite-kernel",
        `${name} must be positive semidefinite; it has ${data[i * n + j]} in row ${i}, column ${j}, which is larger than ${most}, the root of ` +
          `the product of ${data[i * n + i]} and ${data[j * n + j]} on its diagonal.`,
        {},
        nextStep,
      );
    }
  }
}

/** Takes off what the first of some rows explains of the others. */
function eliminate({ data, rows: n }: Matrix, rows: Int32Array, pivot: number): void {
  const first = rows[0];
  for (let a = 1; a < rows.length; a++) {
    const share = data[rows[a] * n + first] / pivot;
    if (share === 0) continue;
    const at = rows[a] * n;
    for (let b = 1; b < rows.length; b++) data[at + rows[b]] -= share * data[first * n + rows[b]];
  }
}

/** Where nothing is left on the diagonal, nothing may be left beside it. */
function requireNothing(name: string, { data, rows: n }: Matrix, rows: Int32Array, tolerance: number): void {
  for (const i of rows) {
    for (const j of rows) {
      if (Math.abs(data[i * n + j]) > tolerance + Math.max(0, data[i * n + i], data[j * n + j])) {
        throw indefinite(name, `row ${i}, column ${j}`, data[i * n + j]);
      }
    }
  }
}

const nextStep =
  'Add a constant to the diagonal, or give the option definite: "assumed" to a kernel that is not meant to be.';

function indefinite(name: string, entry: string, left: number): InputError {
  return new InputError(
    "indefinite-kernel",
    `${name} must be positive semidefinite; with what the other rows explain taken off, ${left} is left in ${entry}.`,
    {},
    nextStep,
  );
}
