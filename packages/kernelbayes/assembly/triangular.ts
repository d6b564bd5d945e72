import { at, multiplySubtract } from "./lanes";
import { SUBTRACT, WHOLE } from "./mode";
import { product } from "./product";

// Recursive triangular solves: halve the triangle until it is small, and let the matrix product do the rest.

/** The order at which the recursion ends. */
const LEAF: i32 = 32;
/** Right-hand sides that a leaf solves together. */
const STRIP: i32 = 8;

const triangle: usize = memory.data(32 * 32 * 8, 64);
const strip: usize = memory.data(32 * 8 * 8, 64);

/** Solves op(L) X = B in place of B, which has n rows and `count` columns; op(L) is Lᵀ when `transpose`. */
export function solveLeft(l: usize, lRow: i32, n: i32, b: usize, bRow: i32, count: i32, transpose: bool): void {
  if (n <= LEAF) {
    leaf(l, lRow, n, b, bRow, 1, count, transpose);
    return;
  }
  const top: i32 = half(n);
  const bottom: i32 = n - top;
  const corner: usize = at(l, lRow, top, 0);
  const lower: usize = at(l, lRow, top, top);
  const rest: usize = at(b, bRow, top, 0);
  if (transpose) {
    solveLeft(lower, lRow, bottom, rest, bRow, count, true);
    product(top, count, bottom, corner, 1, lRow, rest, bRow, 1, b, bRow, SUBTRACT, WHOLE);
    solveLeft(l, lRow, top, b, bRow, count, true);
  } else {
    solveLeft(l, lRow, top, b, bRow, count, false);
    product(bottom, count, top, corner, lRow, 1, b, bRow, 1, rest, bRow, SUBTRACT, WHOLE);
    solveLeft(lower, lRow, bottom, rest, bRow, count, false);
  }
}

/** Solves X op(L) = B in place of B, which has `count` rows and n columns; op(L) is Lᵀ when `transpose`. */
export function solveRight(l: usize, lRow: i32, n: i32, b: usize, bRow: i32, count: i32, transpose: bool): void {
  if (n <= LEAF) {
    // X op(L) = B is op(L)ᵀ Xᵀ = Bᵀ.
    leaf(l, lRow, n, b, 1, bRow, count, !transpose);
    return;
  }
  const left: i32 = half(n);
  const right: i32 = n - left;
  const corner: usize = at(l, lRow, left, 0);
  const lower: usize = at(l, lRow, left, left);
  const rest: usize = at(b, bRow, 0, left);
  if (transpose) {
    solveRight(l, lRow, left, b, bRow, count, true);
    product(count, right, left, b, bRow, 1, corner, 1, lRow, rest, bRow, SUBTRACT, WHOLE);
    solveRight(lower, lRow, right, rest, bRow, count, true);
  } else {
    solveRight(lower, lRow, right, rest, bRow, count, false);
    product(count, left, right, rest, bRow, 1, corner, lRow, 1, b, bRow, SUBTRACT, WHOLE);
    solveRight(l, lRow, left, b, bRow, count, false);
  }
}

/** About one half of n, in whole leaves. */
export function half(n: i32): i32 {
  return ((n / 2 + LEAF - 1) / LEAF) * LEAF;
}

/**
 * A small solve. Entry i of right-hand side r is found at b + 8 (i · along + r · across). The backward solve with Lᵀ
 * becomes a forward one when rows and columns are numbered from the end.
 */
function leaf(l: usize, lRow: i32, n: i32, b: usize, along: i32, across: i32, count: i32, transpose: bool): void {
  for (let i: i32 = 0; i < n; i++) {
    for (let k: i32 = 0; k <= i; k++) {
      const from: usize = transpose ? at(l, lRow, n - 1 - k, n - 1 - i) : at(l, lRow, i, k);
      store<f64>(at(triangle, LEAF, i, k), load<f64>(from));
    }
  }
  const step: isize = transpose ? -((<isize>along) << 3) : (<isize>along) << 3;
  const start: usize = transpose ? at(b, along, n - 1, 0) : b;
  for (let first: i32 = 0; first < count; first += STRIP) {
    const live: i32 = min(STRIP, count - first);
    const corner: usize = start + ((<usize>first * <usize>across) << 3);
    let from: usize = corner;
    let to: usize = strip;
    for (let i: i32 = 0; i < n; i++) {
      if (live == STRIP && across == 1) {
        v128.store(to, v128.load(from));
        v128.store(to, v128.load(from, 16), 16);
        v128.store(to, v128.load(from, 32), 32);
        v128.store(to, v128.load(from, 48), 48);
      } else {
        for (let r: i32 = 0; r < STRIP; r++) {
          store<f64>(to + ((<usize>r) << 3), r < live ? load<f64>(from + ((<usize>r * <usize>across) << 3)) : 0);
        }
      }
      from += step;
      to += 64;
    }
    solveStrip(n);
    from = strip;
    to = corner;
    for (let i: i32 = 0; i < n; i++) {
      if (live == STRIP && across == 1) {
        v128.store(to, v128.load(from));
        v128.store(to, v128.load(from, 16), 16);
        v128.store(to, v128.load(from, 32), 32);
        v128.store(to, v128.load(from, 48), 48);
      } else {
        for (let r: i32 = 0; r < live; r++) {
          store<f64>(to + ((<usize>r * <usize>across) << 3), load<f64>(from + ((<usize>r) << 3)));
        }
      }
      from += 64;
      to += step;
    }
  }
}

/** Forward substitution with the packed triangle on the packed strip. */
function solveStrip(n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const target: usize = strip + ((<usize>i) << 6);
    let s0 = v128.load(target);
    let s1 = v128.load(target, 16);
    let s2 = v128.load(target, 32);
    let s3 = v128.load(target, 48);
    let from: usize = strip;
    let factor: usize = at(triangle, LEAF, i, 0);
    while (from < target) {
      const value = v128.load_splat<f64>(factor);
      s0 = multiplySubtract(value, v128.load(from), s0);
      s1 = multiplySubtract(value, v128.load(from, 16), s1);
      s2 = multiplySubtract(value, v128.load(from, 32), s2);
      s3 = multiplySubtract(value, v128.load(from, 48), s3);
      factor += 8;
      from += 64;
    }
    const pivot = v128.load_splat<f64>(factor);
    v128.store(target, f64x2.div(s0, pivot));
    v128.store(target, f64x2.div(s1, pivot), 16);
    v128.store(target, f64x2.div(s2, pivot), 32);
    v128.store(target, f64x2.div(s3, pivot), 48);
  }
}
