import { at, multiplySubtract } from "./lanes";
import { LOWER, SUBTRACT } from "./mode";
import { product } from "./product";
import { clearUpper } from "./symmetric";
import { half, solveRight } from "./triangular";

const LEAF: i32 = 32;
/** The transpose of a leaf, whose rows are updated as contiguous pairs. */
const work: usize = memory.data(32 * 32 * 8, 64);

/**
 * A = L Lᵀ in place of the lower triangle, zeros above. Returns −1, or the index of the first pivot that is not
 * positive.
 */
export function cholesky(a: usize, n: i32): i32 {
  const failed: i32 = factor(a, n, n);
  if (failed < 0) clearUpper(a, n);
  return failed;
}

/**
 *     [A₁₁    ]   [L₁₁    ] [L₁₁ᵀ L₂₁ᵀ]
 *     [A₂₁ A₂₂] = [L₂₁ L₂₂] [     L₂₂ᵀ],   L₂₁ = A₂₁ L₁₁⁻ᵀ,   L₂₂ L₂₂ᵀ = A₂₂ − L₂₁ L₂₁ᵀ
 */
function factor(a: usize, stride: i32, n: i32): i32 {
  if (n <= LEAF) return leaf(a, stride, n);
  const top: i32 = half(n);
  const bottom: i32 = n - top;
  let failed: i32 = factor(a, stride, top);
  if (failed >= 0) return failed;
  const corner: usize = at(a, stride, top, 0);
  const rest: usize = at(a, stride, top, top);
  solveRight(a, stride, top, corner, stride, bottom, true);
  product(bottom, bottom, top, corner, stride, 1, corner, 1, stride, rest, stride, SUBTRACT, LOWER);
  failed = factor(rest, stride, bottom);
  return failed < 0 ? failed : top + failed;
}

function leaf(a: usize, stride: i32, n: i32): i32 {
  for (let i: i32 = 0; i < n; i++) {
    for (let j: i32 = 0; j <= i; j++) store<f64>(at(work, LEAF, j, i), load<f64>(at(a, stride, i, j)));
    // An odd order leaves one entry beyond the end in the last pair.
    if (n < LEAF) store<f64>(at(work, LEAF, i, n), 0);
  }
  for (let k: i32 = 0; k < n; k++) {
    const pivot: f64 = load<f64>(at(work, LEAF, k, k));
    if (!(pivot > 0 && pivot < Infinity)) return k;
    const root: f64 = Math.sqrt(pivot);
    store<f64>(at(work, LEAF, k, k), root);
    for (let j: i32 = k + 1; j < n; j++) store<f64>(at(work, LEAF, k, j), load<f64>(at(work, LEAF, k, j)) / root);
    for (let i: i32 = k + 1; i < n; i++) {
      const value = v128.load_splat<f64>(at(work, LEAF, k, i));
      for (let j: i32 = i & ~1; j < n; j += 2) {
        const target: usize = at(work, LEAF, i, j);
        v128.store(target, multiplySubtract(value, v128.load(at(work, LEAF, k, j)), v128.load(target)));
      }
    }
  }
  for (let i: i32 = 0; i < n; i++) {
    for (let j: i32 = 0; j <= i; j++) store<f64>(at(a, stride, i, j), load<f64>(at(work, LEAF, j, i)));
  }
  return -1;
}
