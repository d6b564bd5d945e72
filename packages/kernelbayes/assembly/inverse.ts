import { at } from "./lanes";
import { REPLACE, WHOLE } from "./mode";
import { product } from "./product";
import { mirrorLower } from "./symmetric";
import { half, solveLeft, solveRight } from "./triangular";

const LEAF: i32 = 32;
const BLOCK: i32 = 128;
const row: usize = memory.data(32 * 8, 16);

/** C = (L Lᵀ)⁻¹ = L⁻ᵀ L⁻¹, both halves. L, which must have zeros above its diagonal, is replaced by its inverse. */
export function inverseFactored(l: usize, n: i32, c: usize): void {
  invertLower(l, n, n);
  // Row i of L⁻ᵀ begins at column i, so that the product needs only the rows of L⁻¹ from i on.
  for (let first: i32 = 0; first < n; first += BLOCK) {
    const height: i32 = min(BLOCK, n - first);
    product(
      height,
      first + height,
      n - first,
      at(l, n, first, first),
      1,
      n,
      at(l, n, first, 0),
      n,
      1,
      at(c, n, first, 0),
      n,
      REPLACE,
      WHOLE,
    );
  }
  mirrorLower(c, n);
}

/** d = the diagonal of (L Lᵀ)⁻¹, the squared lengths of the columns of L⁻¹. L is replaced by its inverse, as above. */
export function inverseDiagonal(l: usize, n: i32, d: usize): void {
  invertLower(l, n, n);
  memory.fill(d, 0, (<usize>n) << 3);
  for (let i: i32 = 0; i < n; i++) {
    const start: usize = at(l, n, i, 0);
    for (let j: i32 = 0; j <= i; j++) {
      const offset: usize = (<usize>j) << 3;
      const value: f64 = load<f64>(start + offset);
      store<f64>(d + offset, load<f64>(d + offset) + value * value);
    }
  }
}

/**
 *     [L₁₁    ]⁻¹   [     L₁₁⁻¹              ]
 *     [L₂₁ L₂₂]   = [−L₂₂⁻¹ L₂₁ L₁₁⁻¹   L₂₂⁻¹]
 */
function invertLower(l: usize, stride: i32, n: i32): void {
  if (n <= LEAF) {
    leaf(l, stride, n);
    return;
  }
  const top: i32 = half(n);
  const bottom: i32 = n - top;
  const corner: usize = at(l, stride, top, 0);
  const rest: usize = at(l, stride, top, top);
  solveLeft(rest, stride, bottom, corner, stride, top, false);
  solveRight(l, stride, top, corner, stride, bottom, false);
  for (let i: i32 = 0; i < bottom; i++) {
    for (let j: i32 = 0; j < top; j++) {
      const target: usize = at(corner, stride, i, j);
      store<f64>(target, -load<f64>(target));
    }
  }
  invertLower(l, stride, top);
  invertLower(rest, stride, bottom);
}

/** Row i of the inverse is −(1 / lᵢᵢ) Σₖ lᵢₖ · row k of the inverse, k < i, with 1 / lᵢᵢ on the diagonal. */
function leaf(l: usize, stride: i32, n: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    memory.copy(row, at(l, stride, i, 0), (<usize>i) << 3);
    const pivot: f64 = load<f64>(at(l, stride, i, i));
    for (let j: i32 = 0; j < i; j++) {
      let sum: f64 = 0;
      for (let k: i32 = j; k < i; k++) sum += load<f64>(row + ((<usize>k) << 3)) * load<f64>(at(l, stride, k, j));
      store<f64>(at(l, stride, i, j), -sum / pivot);
    }
    store<f64>(at(l, stride, i, i), 1 / pivot);
  }
}
