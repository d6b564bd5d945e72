import { addLanes, at, multiplyAdd } from "./lanes";
import { REPLACE, SUBTRACT, UPPER } from "./mode";
import { innerProduct, scaleBy } from "./norms";
import { product } from "./product";
import { applyReflectors, reflector, REFLECTORS } from "./reflector";
import { timesVector } from "./vector";

// Reduction of a symmetric matrix to tridiagonal form, A = Q T Qᵀ, in blocks (Dongarra, Sorensen & Hammarling 1989;
// LAPACK's dsytrd).

const coefficients: usize = memory.data(32 * 8, 16);

/**
 * Reduces the symmetric n × n matrix in the upper triangle of `a`. The diagonal of T goes to d, what is beside it to e.
 * Row j of `a` keeps the vector of reflection j from column j + 1 on, tau its factor. `work` has room for 96 n doubles.
 */
export function tridiagonalize(a: usize, n: i32, d: usize, e: usize, tau: usize, work: usize): void {
  for (let start: i32 = 0; start < n - 1; start += REFLECTORS) {
    const width: i32 = min(REFLECTORS, n - 1 - start);
    const V: usize = work;
    const W: usize = at(work, n, width, 0);
    for (let k: i32 = 0; k < width; k++) reduceRow(a, n, d, e, tau, V, W, start, k);
    // A ← A − V Wᵀ − W Vᵀ for what is left, as one product of (V, W) and (W, V).
    const next: i32 = start + width;
    const rest: i32 = n - next;
    memory.copy(at(work, n, 2 * width, 0), V, (<usize>(width * n)) << 3);
    product(
      rest,
      rest,
      2 * width,
      at(V, n, 0, next),
      1,
      n,
      at(W, n, 0, next),
      n,
      1,
      at(a, n, next, next),
      n,
      SUBTRACT,
      UPPER,
    );
  }
  if (n > 0) store<f64>(d + ((<usize>(n - 1)) << 3), load<f64>(at(a, n, n - 1, n - 1)));
}

/** Reflection j = start + k: brings row j up to date, annihilates it beyond column j + 1, and finds row k of W. */
function reduceRow(a: usize, n: i32, d: usize, e: usize, tau: usize, V: usize, W: usize, start: i32, k: i32): void {
  const j: i32 = start + k;
  const diagonal: usize = at(a, n, j, j);
  timesVector(n - j, k, at(V, n, 0, j), 1, n, at(W, n, 0, j), n, diagonal, 1, SUBTRACT);
  timesVector(n - j, k, at(W, n, 0, j), 1, n, at(V, n, 0, j), n, diagonal, 1, SUBTRACT);
  store<f64>(d + ((<usize>j) << 3), load<f64>(diagonal));

  const length: i32 = n - j - 1;
  const v: usize = diagonal + 8;
  const factor: f64 = reflector(v, length);
  store<f64>(e + ((<usize>j) << 3), load<f64>(v));
  store<f64>(tau + ((<usize>j) << 3), factor);
  store<f64>(v, 1);
  memory.fill(at(V, n, k, 0), 0, (<usize>(j + 1)) << 3);
  memory.fill(at(W, n, k, 0), 0, (<usize>(j + 1)) << 3);
  memory.copy(at(V, n, k, j + 1), v, (<usize>length) << 3);

  // w = τ (A v − V Wᵀ v − W Vᵀ v), less the half of its part along v.
  const w: usize = at(W, n, k, j + 1);
  symmetricTimesVector(at(a, n, j + 1, j + 1), n, length, v, w);
  timesVector(k, length, at(W, n, 0, j + 1), n, 1, v, 1, coefficients, 1, REPLACE);
  timesVector(length, k, at(V, n, 0, j + 1), 1, n, coefficients, 1, w, 1, SUBTRACT);
  timesVector(k, length, at(V, n, 0, j + 1), n, 1, v, 1, coefficients, 1, REPLACE);
  timesVector(length, k, at(W, n, 0, j + 1), 1, n, coefficients, 1, w, 1, SUBTRACT);
  scaleBy(w, length, factor);
  const half: f64 = -0.5 * factor * innerProduct(w, v, length);
  for (let i: usize = 0; i < (<usize>length) << 3; i += 8)
    store<f64>(w + i, load<f64>(w + i) + half * load<f64>(v + i));
}

/**
 * y = A x for a symmetric matrix given by its upper triangle, four rows at a time: each entry is read once and used
 * twice.
 */
function symmetricTimesVector(a: usize, stride: i32, n: i32, x: usize, y: usize): void {
  const strideBytes: usize = (<usize>stride) << 3;
  memory.fill(y, 0, (<usize>n) << 3);
  let i: i32 = 0;
  for (; i + 3 < n; i += 4) {
    const row: usize = at(a, stride, i, 0);
    const row1: usize = row + strideBytes;
    const row2: usize = row1 + strideBytes;
    const row3: usize = row2 + strideBytes;
    for (let r: i32 = i; r < i + 4; r++) corner(a, stride, r, i + 4, x, y);
    const here: usize = (<usize>i) << 3;
    const x0 = v128.load_splat<f64>(x + here);
    const x1 = v128.load_splat<f64>(x + here, 8);
    const x2 = v128.load_splat<f64>(x + here, 16);
    const x3 = v128.load_splat<f64>(x + here, 24);
    let s0 = f64x2.splat(0),
      s1 = f64x2.splat(0),
      s2 = f64x2.splat(0),
      s3 = f64x2.splat(0);
    let j: usize = here + 32;
    const even: usize = j + ((<usize>((n - i) & ~1)) << 3) - 32;
    for (; j < even; j += 16) {
      const xj = v128.load(x + j);
      let yj = v128.load(y + j);
      const a0 = v128.load(row + j);
      s0 = multiplyAdd(a0, xj, s0);
      yj = multiplyAdd(a0, x0, yj);
      const a1 = v128.load(row1 + j);
      s1 = multiplyAdd(a1, xj, s1);
      yj = multiplyAdd(a1, x1, yj);
      const a2 = v128.load(row2 + j);
      s2 = multiplyAdd(a2, xj, s2);
      yj = multiplyAdd(a2, x2, yj);
      const a3 = v128.load(row3 + j);
      s3 = multiplyAdd(a3, xj, s3);
      yj = multiplyAdd(a3, x3, yj);
      v128.store(y + j, yj);
    }
    let t0: f64 = addLanes(s0),
      t1: f64 = addLanes(s1),
      t2: f64 = addLanes(s2),
      t3: f64 = addLanes(s3);
    if (j < (<usize>n) << 3) {
      const xj: f64 = load<f64>(x + j);
      const a0: f64 = load<f64>(row + j),
        a1: f64 = load<f64>(row1 + j),
        a2: f64 = load<f64>(row2 + j),
        a3: f64 = load<f64>(row3 + j);
      t0 += a0 * xj;
      t1 += a1 * xj;
      t2 += a2 * xj;
      t3 += a3 * xj;
      const sum: f64 =
        a0 * load<f64>(x + here) +
        a1 * load<f64>(x + here, 8) +
        a2 * load<f64>(x + here, 16) +
        a3 * load<f64>(x + here, 24);
      store<f64>(y + j, load<f64>(y + j) + sum);
    }
    store<f64>(y + here, load<f64>(y + here) + t0);
    store<f64>(y + here, load<f64>(y + here, 8) + t1, 8);
    store<f64>(y + here, load<f64>(y + here, 16) + t2, 16);
    store<f64>(y + here, load<f64>(y + here, 24) + t3, 24);
  }
  for (; i < n; i++) corner(a, stride, i, n, x, y);
}

/** The part of row i from its diagonal to column `end`. */
function corner(a: usize, stride: i32, i: i32, end: i32, x: usize, y: usize): void {
  const xi: f64 = load<f64>(x + ((<usize>i) << 3));
  let sum: f64 = load<f64>(at(a, stride, i, i)) * xi;
  for (let j: i32 = i + 1; j < end; j++) {
    const value: f64 = load<f64>(at(a, stride, i, j));
    const target: usize = y + ((<usize>j) << 3);
    sum += value * load<f64>(x + ((<usize>j) << 3));
    store<f64>(target, load<f64>(target) + value * xi);
  }
  const own: usize = y + ((<usize>i) << 3);
  store<f64>(own, load<f64>(own) + sum);
}

/**
 * C ← Q C for the product Q of the reflections that `tridiagonalize` left in `a` and `tau`, and C of n × columns. `work`
 * has room for 32 n + 64 · columns doubles.
 */
export function applyTridiagonalBasis(a: usize, n: i32, tau: usize, c: usize, columns: i32, work: usize): void {
  if (n < 2) return;
  const V: usize = work;
  for (let start: i32 = ((n - 2) / REFLECTORS) * REFLECTORS; start >= 0; start -= REFLECTORS) {
    const count: i32 = min(REFLECTORS, n - 1 - start);
    const order: i32 = n - 1 - start;
    for (let k: i32 = 0; k < count; k++) {
      memory.fill(at(V, order, k, 0), 0, (<usize>k) << 3);
      memory.copy(at(V, order, k, k), at(a, n, start + k, start + k + 1), (<usize>(order - k)) << 3);
    }
    applyReflectors(
      count,
      V,
      order,
      tau + ((<usize>start) << 3),
      false,
      order,
      columns,
      at(c, columns, start + 1, 0),
      columns,
      at(V, order, count, 0),
    );
  }
}
