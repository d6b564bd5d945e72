import { at } from "./lanes";
import { innerProduct } from "./norms";
import { applyReflectors, reflector, REFLECTORS } from "./reflector";

/**
 * A = Q R for a matrix of m rows and n ≤ m columns. R takes the place of the first n rows of A, with zeros below its
 * diagonal, which is not negative; Q, m × n, goes to q. `v` has room for m · n, `work` for n + 64 · n doubles.
 */
export function qr(a: usize, m: i32, n: i32, q: usize, v: usize, work: usize): void {
  const tau: usize = work;
  const rest: usize = tau + ((<usize>n) << 3);
  for (let start: i32 = 0; start < n; start += REFLECTORS) {
    const count: i32 = min(REFLECTORS, n - start);
    const V: usize = at(v, m, start, 0);
    reducePanel(a, m, n, start, count, V, tau + ((<usize>start) << 3));
    const next: i32 = start + count;
    applyReflectors(
      count,
      V + ((<usize>start) << 3),
      m,
      tau + ((<usize>start) << 3),
      true,
      m - start,
      n - next,
      at(a, n, start, next),
      n,
      rest,
    );
  }
  formBasis(m, n, q, v, tau, rest);
  orient(a, m, n, q);
}

/**
 * Columns start to start + count: their reflections go to the rows of V, what is left of them, a piece of R, back to A.
 */
function reducePanel(a: usize, m: i32, n: i32, start: i32, count: i32, V: usize, tau: usize): void {
  for (let i: i32 = start; i < m; i++) {
    for (let k: i32 = 0; k < count; k++) store<f64>(at(V, m, k, i), load<f64>(at(a, n, i, start + k)));
  }
  for (let k: i32 = 0; k < count; k++) {
    const length: i32 = m - start - k;
    const x: usize = at(V, m, k, start + k);
    const factor: f64 = reflector(x, length);
    store<f64>(tau + ((<usize>k) << 3), factor);
    const pivot: f64 = load<f64>(x);
    store<f64>(x, 1);
    for (let other: i32 = k + 1; other < count; other++) {
      const y: usize = at(V, m, other, start + k);
      const along: f64 = factor * innerProduct(x, y, length);
      for (let i: usize = 0; i < (<usize>length) << 3; i += 8)
        store<f64>(y + i, load<f64>(y + i) - along * load<f64>(x + i));
    }
    // Row start + k of R is complete: entries of earlier columns are zero.
    for (let other: i32 = 0; other < count; other++) {
      const value: f64 = other < k ? 0 : other == k ? pivot : load<f64>(at(V, m, other, start + k));
      store<f64>(at(a, n, start + k, start + other), value);
    }
  }
  for (let k: i32 = 0; k < count; k++) memory.fill(at(V, m, k, start), 0, (<usize>k) << 3);
  for (let i: i32 = start + count; i < n; i++) memory.fill(at(a, n, i, start), 0, (<usize>count) << 3);
}

/** The first n columns of the product of all reflections, last block first. */
function formBasis(m: i32, n: i32, q: usize, v: usize, tau: usize, work: usize): void {
  memory.fill(q, 0, (<usize>m * <usize>n) << 3);
  for (let i: i32 = 0; i < n; i++) store<f64>(at(q, n, i, i), 1);
  if (n == 0) return;
  for (let start: i32 = ((n - 1) / REFLECTORS) * REFLECTORS; start >= 0; start -= REFLECTORS) {
    const count: i32 = min(REFLECTORS, n - start);
    const V: usize = at(v, m, start, start);
    applyReflectors(
      count,
      V,
      m,
      tau + ((<usize>start) << 3),
      false,
      m - start,
      n - start,
      at(q, n, start, start),
      n,
      work,
    );
  }
}

/**
 * Turns the signs of rows of R, and of the columns of Q that go with them, so that the diagonal of R is not negative.
 */
function orient(r: usize, m: i32, n: i32, q: usize): void {
  for (let k: i32 = 0; k < n; k++) {
    if (!(load<f64>(at(r, n, k, k)) < 0)) continue;
    for (let j: i32 = k; j < n; j++) store<f64>(at(r, n, k, j), -load<f64>(at(r, n, k, j)));
    for (let i: i32 = 0; i < m; i++) store<f64>(at(q, n, i, k), -load<f64>(at(q, n, i, k)));
  }
}
