import { indexAt, numberAt, setNumber } from "./ascending";
import { divideAndConquer } from "./divide";
import { at } from "./lanes";
import { largestMagnitude, scaleBy, scaleToOne } from "./norms";
import { tridiagonalEigen } from "./ql";
import { mirrorLower } from "./symmetric";
import { applyTridiagonalBasis, tridiagonalize } from "./tridiagonal";

/**
 * All eigenvalues of the symmetric n × n matrix in the lower triangle of `a`, which is destroyed, in ascending order at
 * d, and the vectors of the `count` largest ones as the columns of the n × count matrix at `vectors`, which has room for
 * n² doubles; so has `rows`, and `work` has room for 141 n + 20. Returns whether it converged.
 */
export function eigenSymmetric(a: usize, n: i32, count: i32, d: usize, vectors: usize, rows: usize, work: usize): bool {
  const bytes: usize = (<usize>n) << 3;
  const e: usize = work;
  const tau: usize = e + bytes;
  const ascending: usize = tau + bytes;
  const rest: usize = ascending + bytes;
  const factor: f64 = reduce(a, n, d, e, tau, rest);
  if (!divideAndConquer(n, count, d, e, rows, ascending, vectors, rest)) return false;
  for (let i: i32 = 0; i < n; i++) setNumber(e, i, numberAt(d, indexAt(ascending, i)) / factor);
  memory.copy(d, e, bytes);
  columnsFromRows(rows, n, count, ascending + ((<usize>(n - count)) << 2), vectors);
  applyTridiagonalBasis(a, n, tau, vectors, count, rest);
  return true;
}

/** All eigenvalues alone, in no order, at d. `work` has room for 98 n doubles. Returns whether it converged. */
export function eigenvaluesSymmetric(a: usize, n: i32, d: usize, work: usize): bool {
  const e: usize = work;
  const tau: usize = e + ((<usize>n) << 3);
  const factor: f64 = reduce(a, n, d, e, tau, tau + ((<usize>n) << 3));
  if (!tridiagonalEigen(d, e, n, 0, 0)) return false;
  scaleBy(d, n, 1 / factor);
  return true;
}

/** Scales a matrix by a power of two to a largest entry of about 1 and reduces it; returns the factor. */
function reduce(a: usize, n: i32, d: usize, e: usize, tau: usize, work: usize): f64 {
  mirrorLower(a, n);
  const largest: f64 = largestMagnitude(a, n * n);
  const factor: f64 = largest > 0 ? scaleToOne(largest) : 1;
  if (factor != 1) scaleBy(a, n * n, factor);
  tridiagonalize(a, n, d, e, tau, work);
  return factor;
}

/** Turns `count` rows of length n, those listed, into columns, eight at a time. */
function columnsFromRows(rows: usize, n: i32, count: i32, list: usize, target: usize): void {
  for (let first: i32 = 0; first < count; first += 8) {
    const end: i32 = min(count, first + 8);
    for (let i: i32 = 0; i < n; i++) {
      for (let j: i32 = first; j < end; j++) {
        store<f64>(at(target, count, i, j), load<f64>(at(rows, n, indexAt(list, j), i)));
      }
    }
  }
}
