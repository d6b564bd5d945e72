import { at, multiplyAdd, multiplySubtract } from "./lanes";
import { EPSILON } from "./norms";

/**
 * Beside a matrix whose largest entry is at least 1, rounding has already done more harm than a zero in place of this.
 */
const NEGLIGIBLE: f64 = 0.25 * EPSILON;
/** Sweeps for each eigenvalue, on average; fewer than two are usual. */
const SWEEP_LIMIT: i32 = 30;

/**
 * Eigenvalues of the tridiagonal matrix with diagonal d and off-diagonal e, scaled to a largest entry of about 1, by
 * the implicit QL algorithm (Dubrulle, Martin & Wilkinson 1968; LAPACK's dsteqr), in place of d, in no order. The
 * vectors in the n rows of `vectors`, of n entries each and `stride` apart, are rotated along; there are none at
 * address 0. Returns whether it converged.
 */
export function tridiagonalEigen(d: usize, e: usize, n: i32, vectors: usize, stride: i32): bool {
  let budget: i32 = SWEEP_LIMIT * n;
  for (let l: i32 = 0; l < n; l++) {
    while (true) {
      let m: i32 = l;
      while (m < n - 1 && !splits(d, e, m)) m++;
      if (m == l) break;
      if (budget-- == 0) return false;
      sweep(d, e, l, m, n, vectors, stride);
    }
  }
  return true;
}

/** Whether the off-diagonal entry between i and i + 1 is negligible. */
@inline
export function splits(d: usize, e: usize, i: i32): bool {
  const index: usize = (<usize>i) << 3;
  const size: f64 = abs(load<f64>(e + index));
  return size <= NEGLIGIBLE || size <= EPSILON * 0.5 * (abs(load<f64>(d + index)) + abs(load<f64>(d + index, 8)));
}

/** One QL sweep over the block l … m, with Wilkinson's shift from its upper corner. */
function sweep(d: usize, e: usize, l: i32, m: i32, n: i32, vectors: usize, stride: i32): void {
  const dl: usize = d + ((<usize>l) << 3);
  const el: usize = e + ((<usize>l) << 3);
  const ratio: f64 = (load<f64>(dl, 8) - load<f64>(dl)) / (2 * load<f64>(el));
  const root: f64 = Math.sqrt(ratio * ratio + 1);
  let g: f64 = load<f64>(d + ((<usize>m) << 3)) - load<f64>(dl) + load<f64>(el) / (ratio + (ratio < 0 ? -root : root));
  let s: f64 = 1;
  let c: f64 = 1;
  let p: f64 = 0;
  for (let i: i32 = m - 1; i >= l; i--) {
    const di: usize = d + ((<usize>i) << 3);
    const ei: usize = e + ((<usize>i) << 3);
    const off: f64 = load<f64>(ei);
    const f: f64 = s * off;
    const b: f64 = c * off;
    let r: f64 = Math.sqrt(f * f + g * g);
    if (i + 1 < m) store<f64>(ei, r, 8);
    if (r == 0) {
      // The block falls apart here; the rotations so far stand.
      store<f64>(di, load<f64>(di, 8) - p, 8);
      return;
    }
    s = f / r;
    c = g / r;
    g = load<f64>(di, 8) - p;
    r = (load<f64>(di) - g) * s + 2 * c * b;
    p = s * r;
    store<f64>(di, g + p, 8);
    g = c * r - b;
    if (vectors != 0) rotateRows(at(vectors, stride, i, 0), at(vectors, stride, i + 1, 0), n, c, -s);
  }
  store<f64>(dl, load<f64>(dl) - p);
  store<f64>(el, g);
}

/** Two rows x and y become c · x + s · y and c · y − s · x. */
export function rotateRows(x: usize, y: usize, n: i32, c: f64, s: f64): void {
  const even: usize = x + ((<usize>(n & ~1)) << 3);
  const cosine = f64x2.splat(c);
  const sine = f64x2.splat(s);
  for (; x < even; x += 16, y += 16) {
    const one = v128.load(x);
    const two = v128.load(y);
    v128.store(x, multiplyAdd(sine, two, f64x2.mul(cosine, one)));
    v128.store(y, multiplySubtract(sine, one, f64x2.mul(cosine, two)));
  }
  if ((n & 1) == 0) return;
  const one: f64 = load<f64>(x);
  const two: f64 = load<f64>(y);
  store<f64>(x, c * one + s * two);
  store<f64>(y, c * two - s * one);
}
