import { multiplyAdd, multiplySubtract } from "./lanes";
import { TILE } from "./pack";

// Sweeps of plane rotations over the columns of a matrix Q. Q is kept in panels of four rows (`packPanels`), so that
// what a rotation touches is contiguous and a whole panel stays in the nearest cache while many sweeps pass over it.
// Two sweeps pass at once, the second one column behind the first: each entry is loaded and stored once for two
// rotations.

/** Sweeps that are collected before they are applied. */
export const SWEEPS: i32 = 32;

/** First and last column of each collected sweep. */
const firsts: usize = memory.data(32 * 4, 16);
const lasts: usize = memory.data(32 * 4, 16);
let collected: i32 = 0;

/** Forgets all sweeps. */
export function beginSweeps(): void {
  collected = 0;
}

/**
 * Where to write the cosine and sine of the rotation of columns i and i + 1 of the next sweep: 16 i bytes further on.
 * `buffer` has room for 2 · n · SWEEPS doubles.
 */
export function nextSweep(buffer: usize, n: i32): usize {
  return buffer + ((<usize>collected * <usize>n) << 4);
}

/** Ends a sweep that rotated the columns first to last, last pair first; applies all when enough have come together. */
export function endSweep(first: i32, last: i32, buffer: usize, panels: usize, rows: i32, n: i32): void {
  store<i32>(firsts + ((<usize>collected) << 2), first);
  store<i32>(lasts + ((<usize>collected) << 2), last);
  collected++;
  if (collected == SWEEPS) applySweeps(buffer, panels, rows, n);
}

/** Applies the collected sweeps to all panels. */
export function applySweeps(buffer: usize, panels: usize, rows: i32, n: i32): void {
  const panelBytes: usize = (<usize>n) << 5;
  const sweepBytes: usize = (<usize>n) << 4;
  let sweep: i32 = 0;
  while (sweep < collected) {
    // Pairs whose columns overlap go together over all columns of both; the missing rotations are identities.
    const isPair: bool =
      sweep + 1 < collected &&
      load<i32>(firsts + ((<usize>sweep) << 2), 4) < load<i32>(lasts + ((<usize>sweep) << 2)) &&
      load<i32>(firsts + ((<usize>sweep) << 2)) < load<i32>(lasts + ((<usize>sweep) << 2), 4);
    if (isPair) {
      const first: i32 = min(load<i32>(firsts + ((<usize>sweep) << 2)), load<i32>(firsts + ((<usize>sweep) << 2), 4));
      const last: i32 = max(load<i32>(lasts + ((<usize>sweep) << 2)), load<i32>(lasts + ((<usize>sweep) << 2), 4));
      for (let member: i32 = sweep; member < sweep + 2; member++)
        widen(buffer + <usize>member * sweepBytes, member, first, last);
    }
    sweep += isPair ? 2 : 1;
  }
  for (let row: i32 = 0; row < rows; row += TILE) {
    sweep = 0;
    while (sweep < collected) {
      const first: i32 = load<i32>(firsts + ((<usize>sweep) << 2));
      const last: i32 = load<i32>(lasts + ((<usize>sweep) << 2));
      const rotations: usize = buffer + <usize>sweep * sweepBytes;
      const isPair: bool =
        sweep + 1 < collected &&
        load<i32>(firsts + ((<usize>sweep) << 2), 4) == first &&
        load<i32>(lasts + ((<usize>sweep) << 2), 4) == last;
      if (isPair) applyTwo(rotations, rotations + sweepBytes, panels, first, last);
      else applyOne(rotations, panels, first, last);
      sweep += isPair ? 2 : 1;
    }
    panels += panelBytes;
  }
  collected = 0;
}

/** Extends a sweep to the columns first to last by identities. */
function widen(rotations: usize, sweep: i32, first: i32, last: i32): void {
  const index: usize = (<usize>sweep) << 2;
  for (let i: i32 = first; i < load<i32>(firsts + index); i++) identity(rotations, i);
  for (let i: i32 = load<i32>(lasts + index); i < last; i++) identity(rotations, i);
  store<i32>(firsts + index, first);
  store<i32>(lasts + index, last);
}

@inline
function identity(rotations: usize, i: i32): void {
  store<f64>(rotations + ((<usize>i) << 4), 1);
  store<f64>(rotations + ((<usize>i) << 4), 0, 8);
}

/**
 * One sweep over one panel: the later column of a pair becomes s · earlier + c · later, the earlier c · earlier − s ·
 * later.
 */
function applyOne(rotations: usize, panel: usize, first: i32, last: i32): void {
  let at: usize = panel + ((<usize>last) << 5);
  const end: usize = panel + ((<usize>first) << 5);
  let rotation: usize = rotations + ((<usize>last) << 4);
  let h0 = v128.load(at),
    h1 = v128.load(at, 16);
  while (at > end) {
    rotation -= 16;
    const c = v128.load_splat<f64>(rotation);
    const s = v128.load_splat<f64>(rotation, 8);
    const x0 = v128.load(at - 32),
      x1 = v128.load(at - 16);
    v128.store(at, multiplyAdd(s, x0, f64x2.mul(c, h0)));
    v128.store(at, multiplyAdd(s, x1, f64x2.mul(c, h1)), 16);
    h0 = multiplySubtract(s, h0, f64x2.mul(c, x0));
    h1 = multiplySubtract(s, h1, f64x2.mul(c, x1));
    at -= 32;
  }
  v128.store(at, h0);
  v128.store(at, h1, 16);
}

/** Two sweeps over the same columns of one panel. */
function applyTwo(one: usize, two: usize, panel: usize, first: i32, last: i32): void {
  // The first sweep's first rotation, for which the second sweep has to wait.
  let at: usize = panel + ((<usize>(last - 1)) << 5);
  const end: usize = panel + ((<usize>first) << 5);
  let a: usize = one + ((<usize>(last - 1)) << 4);
  let b: usize = two + ((<usize>last) << 4);
  let c = v128.load_splat<f64>(a),
    s = v128.load_splat<f64>(a, 8);
  let x0 = v128.load(at),
    x1 = v128.load(at, 16);
  let y0 = v128.load(at, 32),
    y1 = v128.load(at, 48);
  let g0 = multiplyAdd(s, x0, f64x2.mul(c, y0)),
    g1 = multiplyAdd(s, x1, f64x2.mul(c, y1));
  let h0 = multiplySubtract(s, y0, f64x2.mul(c, x0)),
    h1 = multiplySubtract(s, y1, f64x2.mul(c, x1));
  while (at > end) {
    at -= 32;
    a -= 16;
    b -= 16;
    c = v128.load_splat<f64>(a);
    s = v128.load_splat<f64>(a, 8);
    x0 = v128.load(at);
    x1 = v128.load(at, 16);
    y0 = multiplyAdd(s, x0, f64x2.mul(c, h0));
    y1 = multiplyAdd(s, x1, f64x2.mul(c, h1));
    h0 = multiplySubtract(s, h0, f64x2.mul(c, x0));
    h1 = multiplySubtract(s, h1, f64x2.mul(c, x1));
    c = v128.load_splat<f64>(b);
    s = v128.load_splat<f64>(b, 8);
    v128.store(at, multiplyAdd(s, y0, f64x2.mul(c, g0)), 64);
    v128.store(at, multiplyAdd(s, y1, f64x2.mul(c, g1)), 80);
    g0 = multiplySubtract(s, g0, f64x2.mul(c, y0));
    g1 = multiplySubtract(s, g1, f64x2.mul(c, y1));
  }
  // The second sweep's last rotation.
  b -= 16;
  c = v128.load_splat<f64>(b);
  s = v128.load_splat<f64>(b, 8);
  v128.store(at, multiplyAdd(s, h0, f64x2.mul(c, g0)), 32);
  v128.store(at, multiplyAdd(s, h1, f64x2.mul(c, g1)), 48);
  v128.store(at, multiplySubtract(s, g0, f64x2.mul(c, h0)));
  v128.store(at, multiplySubtract(s, g1, f64x2.mul(c, h1)), 16);
}
