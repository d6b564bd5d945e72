import { indexAt, mergeAscending, numberAt, setIndex, setNumber, sortAscending } from "./ascending";
import { BOTTOM, deadCount, deflate, TOP } from "./deflate";
import { at } from "./lanes";
import { REPLACE, WHOLE } from "./mode";
import { largestMagnitude, scaleBy, scaleToOne } from "./norms";
import { product } from "./product";
import { splits, tridiagonalEigen } from "./ql";
import { exactWeights, rootOrigin, rootShift, secularRoot, secularVector } from "./secular";

// Divide and conquer for the symmetric tridiagonal eigenvalue problem (Cuppen 1981; Gu & Eisenstat 1995; LAPACK's
// dstedc). A matrix torn in two differs from its halves by one of rank one,
//
//     T = diag(T₁, T₂) + ρ u uᵀ,   Tᵢ = Qᵢ Dᵢ Qᵢᵀ   ⇒   T = Q (D + ρ z zᵀ) Qᵀ,   Q = diag(Q₁, Q₂),   z = Qᵀ u,
//
// whose eigenvalues are the roots of a secular equation. Vectors are kept as rows: row r of the n × n matrix at
// `vectors` belongs to value r of d.

/** Matrices up to this order are left to QL. */
const LEAF: i32 = 32;
/** Vectors of D + ρ z zᵀ that are made, and multiplied by Q, at a time. */
const CHUNK: i32 = 128;

// The problem at hand: d and e, the vectors and how far apart they are, room for rows that are set aside. The arrays after
// them belong to one join of two halves, but for `order`, which lists the values of each block, ascending.
let d: usize = 0;
let e: usize = 0;
let vectors: usize = 0;
let stride: i32 = 0;
let rows: usize = 0;
let order: usize = 0;
let merged: usize = 0;
let kinds: usize = 0;
let live: usize = 0;
let dead: usize = 0;
let places: usize = 0;
let origins: usize = 0;
let shifts: usize = 0;
let z: usize = 0;
let poles: usize = 0;
let weights: usize = 0;
let placedPoles: usize = 0;
let placedWeights: usize = 0;
let chunk: usize = 0;

/**
 * Eigenvalues of the tridiagonal matrix with diagonal `diagonal` and off-diagonal `beside`, scaled to a largest entry of
 * about 1, in place of the diagonal; the vectors of at least the `count` largest ones in the rows of `target`, n × n, in
 * the same order. `ascending` receives the list of rows in ascending order of their values. `room` has space for n²
 * doubles, `work` for 138 n + 20. Returns whether all iterations converged.
 */
export function divideAndConquer(
  n: i32,
  count: i32,
  diagonal: usize,
  beside: usize,
  target: usize,
  ascending: usize,
  room: usize,
  work: usize,
): bool {
  const bytes: usize = ((<usize>n + 2) & ~1) << 3;
  d = diagonal;
  e = beside;
  vectors = target;
  stride = n;
  rows = room;
  order = work;
  merged = order + (bytes >> 1);
  kinds = merged + (bytes >> 1);
  live = kinds + (bytes >> 1);
  dead = live + (bytes >> 1);
  places = dead + (bytes >> 1);
  origins = places + (bytes >> 1);
  shifts = origins + (bytes >> 1);
  z = shifts + bytes;
  poles = z + bytes;
  weights = poles + bytes;
  placedPoles = weights + bytes;
  placedWeights = placedPoles + bytes;
  chunk = placedWeights + bytes;
  memory.fill(target, 0, (<usize>n * <usize>n) << 3);

  let first: i32 = 0;
  while (first < n) {
    let end: i32 = first + 1;
    while (end < n && !splits(d, e, end - 1)) end++;
    if (!solveBlock(first, end - first, min(count, end - first))) return false;
    mergeAscending(d, ascending, first, order + ((<usize>first) << 2), end - first, first, merged);
    memory.copy(ascending, merged, (<usize>end) << 2);
    first = end;
  }
  return true;
}

/** A block without negligible couplings, in the scale in which its largest entry is about 1. */
function solveBlock(first: i32, size: i32, count: i32): bool {
  const diagonal: usize = d + ((<usize>first) << 3);
  const beside: usize = e + ((<usize>first) << 3);
  const largest: f64 = max(largestMagnitude(diagonal, size), largestMagnitude(beside, size - 1));
  const factor: f64 = largest > 0 ? scaleToOne(largest) : 1;
  scaleBy(diagonal, size, factor);
  scaleBy(beside, size - 1, factor);
  const converged: bool = solve(first, size, count);
  scaleBy(diagonal, size, 1 / factor);
  return converged;
}

/** Values, the vectors of the `count` largest ones, and the order of the block of `size` rows from `first` on. */
function solve(first: i32, size: i32, count: i32): bool {
  if (size <= LEAF) {
    for (let i: i32 = 0; i < size; i++) {
      setNumber(at(vectors, stride, first + i, first), i, 1);
      setIndex(order, first + i, i);
    }
    const offset: usize = (<usize>first) << 3;
    if (!tridiagonalEigen(d + offset, e + offset, size, at(vectors, stride, first, first), stride)) return false;
    sortAscending(order + ((<usize>first) << 2), size, d + offset);
    return true;
  }
  const top: i32 = size >> 1;
  const middle: i32 = first + top;
  const coupling: f64 = numberAt(e, middle - 1);
  setNumber(d, middle - 1, numberAt(d, middle - 1) - abs(coupling));
  setNumber(d, middle, numberAt(d, middle) - abs(coupling));
  return (
    solve(first, top, top) &&
    solve(middle, size - top, size - top) &&
    conquer(first, top, size, coupling, count)
  );
}

/** Joins the solutions of the first `top` and the other rows of a block. */
function conquer(first: i32, top: i32, size: i32, coupling: f64, count: i32): bool {
  const values: usize = d + ((<usize>first) << 3);
  const block: usize = at(vectors, stride, first, first);
  const listed: usize = order + ((<usize>first) << 2);
  // u has ones where the halves touch, the second one with the sign of the coupling; z is divided by √2.
  const root: f64 = Math.sqrt(0.5);
  const rho: f64 = 2 * abs(coupling);
  for (let i: i32 = 0; i < top; i++) {
    setNumber(z, i, root * load<f64>(at(block, stride, i, top - 1)));
    setIndex(kinds, i, TOP);
  }
  for (let i: i32 = top; i < size; i++) {
    setNumber(z, i, copysign(root, coupling) * load<f64>(at(block, stride, i, top)));
    setIndex(kinds, i, BOTTOM);
  }
  mergeAscending(values, listed, top, listed + ((<usize>top) << 2), size - top, top, merged);
  const k: i32 = deflate(values, z, size, rho, merged, block, stride, kinds, live, dead);
  if (k == 0) {
    memory.copy(listed, merged, (<usize>size) << 2);
    return true;
  }
  sortAscending(dead, deadCount, values);
  const topOnly: i32 = countOf(k, TOP);
  const mixed: i32 = countOf(k, TOP | BOTTOM);
  setAside(k, top, size, topOnly, mixed, values, block);

  for (let i: i32 = 0; i < k; i++) {
    if (!secularRoot(poles, weights, k, i, rho)) return false;
    setIndex(origins, i, rootOrigin);
    setNumber(shifts, i, rootShift);
    setNumber(values, i, numberAt(poles, rootOrigin) + rootShift);
  }
  exactWeights(poles, weights, k, origins, shifts, z);
  for (let j: i32 = 0; j < k; j++) setNumber(placedWeights, indexAt(places, j), numberAt(weights, j));

  for (let i: i32 = 0; i < size; i++) setIndex(merged, i, i < k ? i : i - k);
  mergeAscending(values, merged, k, merged + ((<usize>k) << 2), size - k, k, listed);
  let wanted: i32 = size - count;
  while (wanted < size && indexAt(listed, wanted) >= k) wanted++;
  formVectors(wanted < size ? indexAt(listed, wanted) : k, k, top, size, topOnly, mixed, block);
  return true;
}

/** How many of the k live rows are of one kind. */
function countOf(k: i32, kind: i32): i32 {
  let count: i32 = 0;
  for (let j: i32 = 0; j < k; j++) if (indexAt(kinds, indexAt(live, j)) == kind) count++;
  return count;
}

/**
 * Copies the live rows to `rows`, without their zeros: first the upper halves of those that have one, those that have
 * nothing else before the mixed ones, then the lower halves of the mixed ones and the others. Poles and weights go along,
 * in ascending order and in that of the rows. The dead rows move to the end of the block, their values with them.
 */
function setAside(k: i32, top: i32, size: i32, topOnly: i32, mixed: i32, values: usize, block: usize): void {
  const bottom: i32 = size - top;
  const lower: usize = at(rows, top, topOnly + mixed, 0);
  const rest: usize = at(lower, bottom, k - topOnly, 0);
  let nextTop: i32 = 0;
  let nextMixed: i32 = topOnly;
  let nextBottom: i32 = topOnly + mixed;
  for (let j: i32 = 0; j < k; j++) {
    const row: i32 = indexAt(live, j);
    const kind: i32 = indexAt(kinds, row);
    const place: i32 = kind == TOP ? nextTop++ : kind == BOTTOM ? nextBottom++ : nextMixed++;
    const from: usize = at(block, stride, row, 0);
    if (kind != BOTTOM) memory.copy(at(rows, top, place, 0), from, (<usize>top) << 3);
    if (kind != TOP)
      memory.copy(at(lower, bottom, place - topOnly, 0), from + ((<usize>top) << 3), (<usize>bottom) << 3);
    setIndex(places, j, place);
    setNumber(poles, j, numberAt(values, row));
    setNumber(weights, j, numberAt(z, row));
    setNumber(placedPoles, place, numberAt(values, row));
  }
  for (let j: i32 = 0; j < deadCount; j++) {
    const row: i32 = indexAt(dead, j);
    memory.copy(at(rest, size, j, 0), at(block, stride, row, 0), (<usize>size) << 3);
    setNumber(z, j, numberAt(values, row));
  }
  for (let j: i32 = 0; j < deadCount; j++) {
    memory.copy(at(block, stride, k + j, 0), at(rest, size, j, 0), (<usize>size) << 3);
    setNumber(values, k + j, numberAt(z, j));
  }
}

/** The vectors of the roots from `start` on: those of D + ρ z zᵀ, some at a time, times the rows that were set aside. */
function formVectors(start: i32, k: i32, top: i32, size: i32, topOnly: i32, mixed: i32, block: usize): void {
  const bottom: i32 = size - top;
  const upperDepth: i32 = topOnly + mixed;
  const lower: usize = at(rows, top, upperDepth, 0);
  for (let i: i32 = start; i < k; i += CHUNK) {
    const count: i32 = min(CHUNK, k - i);
    for (let r: i32 = 0; r < count; r++) {
      const origin: f64 = numberAt(poles, indexAt(origins, i + r));
      secularVector(placedPoles, placedWeights, k, origin, numberAt(shifts, i + r), at(chunk, k, r, 0));
    }
    const target: usize = at(block, stride, i, 0);
    product(count, top, upperDepth, chunk, k, 1, rows, top, 1, target, stride, REPLACE, WHOLE);
    product(
      count,
      bottom,
      k - topOnly,
      chunk + ((<usize>topOnly) << 3),
      k,
      1,
      lower,
      bottom,
      1,
      target + ((<usize>top) << 3),
      stride,
      REPLACE,
      WHOLE,
    );
  }
}
