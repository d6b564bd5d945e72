import { multiplySubtract } from "./lanes";

/** Rows that are solved for together: as many sums as keep the processor busy. */
const EIGHT: i32 = 8;

/**
 * |L⁻¹ q|² by forward substitution for one vector q, which becomes the solution. L comes packed: of each eight rows what stands before their own triangle, column by column, then that
 * triangle, row by row. n is a whole number of eights; rows of the identity may fill up the last one.
 */
export function solvedSquare(packed: usize, q: usize, n: i32): f64 {
  let square: f64 = 0;
  let l: usize = packed;
  for (let i: i32 = 0; i < n; i += EIGHT) {
    const own: usize = q + ((<usize>i) << 3);
    let s0 = v128.load(own);
    let s1 = v128.load(own, 16);
    let s2 = v128.load(own, 32);
    let s3 = v128.load(own, 48);
    for (let from: usize = q; from < own; from += 8) {
      const value = v128.load_splat<f64>(from);
      s0 = multiplySubtract(value, v128.load(l), s0);
      s1 = multiplySubtract(value, v128.load(l, 16), s1);
      s2 = multiplySubtract(value, v128.load(l, 32), s2);
      s3 = multiplySubtract(value, v128.load(l, 48), s3);
      l += 64;
    }
    v128.store(own, s0);
    v128.store(own, s1, 16);
    v128.store(own, s2, 32);
    v128.store(own, s3, 48);
    for (let row: i32 = 0; row < EIGHT; row++) {
      const place: usize = own + ((<usize>row) << 3);
      let rest: f64 = load<f64>(place);
      for (let from: usize = own; from < place; from += 8) {
        rest -= load<f64>(l) * load<f64>(from);
        l += 8;
      }
      rest /= load<f64>(l);
      l += 8;
      store<f64>(place, rest);
      square += rest * rest;
    }
  }
  return square;
}
