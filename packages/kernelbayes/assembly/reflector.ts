import { at } from "./lanes";
import { REPLACE, SUBTRACT, WHOLE } from "./mode";
import { euclideanNorm, largestMagnitude, scaleBy, scaleToOne } from "./norms";
import { product } from "./product";

// Householder reflections H = I − τ v vᵀ with v₀ = 1, and products of several of them in the compact form I − Vᵀ T V of
// Schreiber & Van Loan (1989), where the rows of V are the vectors and T is upper triangular.

/** Reflections that are applied together. */
export const REFLECTORS: i32 = 32;

const triangular: usize = memory.data(32 * 32 * 8, 16);
const gram: usize = memory.data(32 * 32 * 8, 16);

/**
 * The reflection that carries x to (β, 0, …, 0). Replaces x₀ by β and the rest of x by the rest of v; returns τ, which
 * is 0 when there is nothing to annihilate.
 */
export function reflector(x: usize, n: i32): f64 {
  if (n <= 1) return 0;
  const largest: f64 = largestMagnitude(x + 8, n - 1);
  if (largest == 0) return 0;
  const factor: f64 = scaleToOne(max(largest, abs(load<f64>(x))));
  const isExtreme: bool = factor > 1e100 || factor < 1e-100;
  if (isExtreme) scaleBy(x, n, factor);
  const rest: f64 = euclideanNorm(x + 8, n - 1);
  if (rest == 0) {
    if (isExtreme) store<f64>(x, load<f64>(x) / factor);
    return 0;
  }
  const alpha: f64 = load<f64>(x);
  const beta: f64 = -Math.sign(alpha == 0 ? 1 : alpha) * Math.sqrt(alpha * alpha + rest * rest);
  const pivot: f64 = alpha - beta;
  for (let i: i32 = 1; i < n; i++) {
    const entry: usize = x + ((<usize>i) << 3);
    store<f64>(entry, load<f64>(entry) / pivot);
  }
  store<f64>(x, isExtreme ? beta / factor : beta);
  return -pivot / beta;
}

/**
 * C ← (I − Vᵀ T V) C, or (I − Vᵀ Tᵀ V) C with `transpose`, for `count` reflections with the vectors in the rows of V
 * and the factors τ at `tau`; C has `rows` rows. H₀ H₁ ⋯ is the former, its transpose the latter. `work` has room for 2
 * · count · columns.
 */
export function applyReflectors(
  count: i32,
  v: usize,
  vRow: i32,
  tau: usize,
  transpose: bool,
  rows: i32,
  columns: i32,
  c: usize,
  cRow: i32,
  work: usize,
): void {
  product(count, count, rows, v, vRow, 1, v, 1, vRow, gram, REFLECTORS, REPLACE, WHOLE);
  // Column k of T: −τₖ T (V vₖ) above the diagonal, τₖ on it.
  memory.fill(triangular, 0, (<usize>(REFLECTORS * REFLECTORS)) << 3);
  for (let k: i32 = 0; k < count; k++) {
    const factor: f64 = load<f64>(tau + ((<usize>k) << 3));
    for (let i: i32 = 0; i < k; i++) {
      let sum: f64 = 0;
      for (let j: i32 = i; j < k; j++)
        sum += load<f64>(at(triangular, REFLECTORS, i, j)) * load<f64>(at(gram, REFLECTORS, j, k));
      store<f64>(at(triangular, REFLECTORS, i, k), -factor * sum);
    }
    store<f64>(at(triangular, REFLECTORS, k, k), factor);
  }
  const projected: usize = work;
  const combined: usize = at(work, columns, count, 0);
  product(count, columns, rows, v, vRow, 1, c, cRow, 1, projected, columns, REPLACE, WHOLE);
  product(
    count,
    columns,
    count,
    triangular,
    transpose ? 1 : REFLECTORS,
    transpose ? REFLECTORS : 1,
    projected,
    columns,
    1,
    combined,
    columns,
    REPLACE,
    WHOLE,
  );
  product(rows, columns, count, v, 1, vRow, combined, columns, 1, c, cRow, SUBTRACT, WHOLE);
}
