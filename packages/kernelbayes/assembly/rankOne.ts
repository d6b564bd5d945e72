import { at } from "./lanes";
import { hypotenuse } from "./norms";
import { clearUpper } from "./symmetric";
import { solveLeft } from "./triangular";

// Row by row, which is how the factor lies in memory: row i meets the rotations 0 … i in turn. Rows do not wait for
// each other, so that four of them are rotated together.

/** Rows that are rotated together. */
const GROUP: i32 = 4;

/**
 * The factor of L Lᵀ + v vᵀ in place of L, zeros above: rotations of the columns of (L, v), first to last, each of
 * which annihilates one entry of v. `rotations` has room for 2 n doubles; v is destroyed. Returns −1, or the index of a
 * pivot that is not positive.
 */
export function updateFactored(l: usize, n: i32, v: usize, rotations: usize): i32 {
  for (let first: i32 = 0; first < n; first += GROUP) {
    const end: i32 = min(n, first + GROUP);
    let finished: i32 = 0;
    if (end - first == GROUP) {
      forwardGroup(l, n, first, v, rotations);
      finished = first;
    }
    for (let i: i32 = first; i < end; i++) {
      let w: f64 = load<f64>(v + ((<usize>i) << 3));
      for (let k: i32 = finished; k < i; k++) {
        const entry: usize = at(l, n, i, k);
        const rotation: usize = rotations + ((<usize>k) << 4);
        const value: f64 = load<f64>(entry);
        store<f64>(entry, load<f64>(rotation) * value + load<f64>(rotation, 8) * w);
        w = load<f64>(rotation) * w - load<f64>(rotation, 8) * value;
      }
      const diagonal: usize = at(l, n, i, i);
      const length: f64 = hypotenuse(load<f64>(diagonal), w);
      if (!(length > 0)) return i;
      store<f64>(rotations + ((<usize>i) << 4), load<f64>(diagonal) / length);
      store<f64>(rotations + ((<usize>i) << 4), w / length, 8);
      store<f64>(diagonal, length);
    }
  }
  clearUpper(l, n);
  return -1;
}

/** Rotations 0 … first − 1 on four rows and on what is left of v beside them. */
function forwardGroup(l: usize, n: i32, first: i32, v: usize, rotations: usize): void {
  const stride: usize = (<usize>n) << 3;
  let entry: usize = at(l, n, first, 0);
  const own: usize = v + ((<usize>first) << 3);
  let w0: f64 = load<f64>(own),
    w1: f64 = load<f64>(own, 8),
    w2: f64 = load<f64>(own, 16),
    w3: f64 = load<f64>(own, 24);
  const end: usize = rotations + ((<usize>first) << 4);
  for (; rotations < end; rotations += 16) {
    const c: f64 = load<f64>(rotations),
      s: f64 = load<f64>(rotations, 8);
    const row2: usize = entry + 2 * stride;
    const a0: f64 = load<f64>(entry),
      a1: f64 = load<f64>(entry + stride),
      a2: f64 = load<f64>(row2),
      a3: f64 = load<f64>(row2 + stride);
    store<f64>(entry, c * a0 + s * w0);
    store<f64>(entry + stride, c * a1 + s * w1);
    store<f64>(row2, c * a2 + s * w2);
    store<f64>(row2 + stride, c * a3 + s * w3);
    w0 = c * w0 - s * a0;
    w1 = c * w1 - s * a1;
    w2 = c * w2 - s * a2;
    w3 = c * w3 - s * a3;
    entry += 8;
  }
  store<f64>(own, w0);
  store<f64>(own, w1, 8);
  store<f64>(own, w2, 16);
  store<f64>(own, w3, 24);
}

/**
 * The factor of L Lᵀ − v vᵀ in place of L, zeros above, by the method of LINPACK's dchdd. With a = L⁻¹ v the
 * determinant of each leading block shrinks by 1 − Σ aᵢ², so that the first sum to reach 1 is the first pivot lost.
 * Otherwise the rotations that carry (a, √(1 − ‖a‖²)) to (0, 1), last entry first, carry (L, 0) to (new L, v).
 * Arguments and result as in `updateFactored`.
 */
export function downdateFactored(l: usize, n: i32, v: usize, rotations: usize): i32 {
  solveLeft(l, n, n, v, 1, 1, false);
  let remainder: f64 = 1;
  for (let k: i32 = 0; k < n; k++) {
    const a: f64 = load<f64>(v + ((<usize>k) << 3));
    remainder -= a * a;
    if (!(remainder > 0)) return k;
  }
  let rest: f64 = Math.sqrt(remainder);
  for (let k: i32 = n - 1; k >= 0; k--) {
    const a: f64 = load<f64>(v + ((<usize>k) << 3));
    const length: f64 = hypotenuse(rest, a);
    store<f64>(rotations + ((<usize>k) << 4), rest / length);
    store<f64>(rotations + ((<usize>k) << 4), a / length, 8);
    rest = length;
  }
  memory.fill(v, 0, (<usize>n) << 3);
  for (let first: i32 = 0; first < n; first += GROUP) {
    const end: i32 = min(n, first + GROUP);
    const isWhole: bool = end - first == GROUP;
    for (let i: i32 = first; i < end; i++) {
      let w: f64 = 0;
      for (let k: i32 = i; k >= (isWhole ? first : 0); k--) {
        const entry: usize = at(l, n, i, k);
        const rotation: usize = rotations + ((<usize>k) << 4);
        const value: f64 = load<f64>(entry);
        store<f64>(entry, load<f64>(rotation) * value - load<f64>(rotation, 8) * w);
        w = load<f64>(rotation) * w + load<f64>(rotation, 8) * value;
      }
      store<f64>(v + ((<usize>i) << 3), w);
    }
    if (isWhole) backwardGroup(l, n, first, v, rotations);
  }
  clearUpper(l, n);
  return -1;
}

/** Rotations first − 1 … 0 on four rows and on what has gathered beside them. */
function backwardGroup(l: usize, n: i32, first: i32, v: usize, rotations: usize): void {
  const stride: usize = (<usize>n) << 3;
  let entry: usize = at(l, n, first, first);
  const own: usize = v + ((<usize>first) << 3);
  let w0: f64 = load<f64>(own),
    w1: f64 = load<f64>(own, 8),
    w2: f64 = load<f64>(own, 16),
    w3: f64 = load<f64>(own, 24);
  for (let rotation: usize = rotations + ((<usize>first) << 4); rotation > rotations;) {
    rotation -= 16;
    entry -= 8;
    const c: f64 = load<f64>(rotation),
      s: f64 = load<f64>(rotation, 8);
    const row2: usize = entry + 2 * stride;
    const a0: f64 = load<f64>(entry),
      a1: f64 = load<f64>(entry + stride),
      a2: f64 = load<f64>(row2),
      a3: f64 = load<f64>(row2 + stride);
    store<f64>(entry, c * a0 - s * w0);
    store<f64>(entry + stride, c * a1 - s * w1);
    store<f64>(row2, c * a2 - s * w2);
    store<f64>(row2 + stride, c * a3 - s * w3);
    w0 = c * w0 + s * a0;
    w1 = c * w1 + s * a1;
    w2 = c * w2 + s * a2;
    w3 = c * w3 + s * a3;
  }
}
