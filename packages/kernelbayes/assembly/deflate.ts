import { indexAt, numberAt, setIndex, setNumber } from "./ascending";
import { at } from "./lanes";
import { EPSILON } from "./norms";
import { rotateRows } from "./ql";

/** What counts as zero beside a number of size 1. */
const TOLERANCE: f64 = 4 * EPSILON;

// Which columns of a row are not zero; a rotation of two rows takes the union of both.
export const TOP: i32 = 1;
export const BOTTOM: i32 = 2;

/** How many rows `deflate` has listed as dead. */
export let deadCount: i32 = 0;

/**
 * Finds the pairs of diag(d) + ρ z zᵀ that need no secular equation: those with a negligible weight, and one of each two
 * with nearly equal poles, whose rotation makes the other weight zero (Cuppen 1981; LAPACK's dlaed2). The rows of
 * `vectors` are rotated along. `order` lists the d in ascending order; what is left goes, ascending, to the list `live`,
 * what needs nothing more to `dead`. Returns the number of those left.
 */
export function deflate(
  d: usize,
  z: usize,
  size: i32,
  rho: f64,
  order: usize,
  vectors: usize,
  stride: i32,
  kinds: usize,
  live: usize,
  dead: usize,
): i32 {
  let largest: f64 = 0;
  for (let i: i32 = 0; i < size; i++) largest = max(largest, max(abs(numberAt(d, i)), abs(numberAt(z, i))));
  const tolerance: f64 = TOLERANCE * largest;
  let liveCount: i32 = 0;
  let pending: i32 = -1;
  deadCount = 0;
  for (let i: i32 = 0; i < size; i++) {
    const row: i32 = indexAt(order, i);
    if (rho * abs(numberAt(z, row)) <= tolerance) {
      setIndex(dead, deadCount++, row);
      continue;
    }
    if (pending >= 0) {
      const length: f64 = Math.sqrt(numberAt(z, row) * numberAt(z, row) + numberAt(z, pending) * numberAt(z, pending));
      const c: f64 = numberAt(z, row) / length;
      const s: f64 = -numberAt(z, pending) / length;
      if (abs((numberAt(d, row) - numberAt(d, pending)) * c * s) <= tolerance) {
        rotateRows(at(vectors, stride, pending, 0), at(vectors, stride, row, 0), size, c, s);
        setNumber(z, row, length);
        setIndex(kinds, row, indexAt(kinds, row) | indexAt(kinds, pending));
        const low: f64 = numberAt(d, pending);
        const high: f64 = numberAt(d, row);
        setNumber(d, pending, low * c * c + high * s * s);
        setNumber(d, row, low * s * s + high * c * c);
        setIndex(dead, deadCount++, pending);
      } else setIndex(live, liveCount++, pending);
    }
    pending = row;
  }
  if (pending >= 0) setIndex(live, liveCount++, pending);
  return liveCount;
}
