/**
 * x ← L⁻ᵀ x in place, for a lower triangular L stored row by row in rows of `stride` numbers, and the x that begins at
 * `start`. From the last entry to the first and along the rows of L, four of which are taken at once: x, which is read and
 * written for each of them, is then read and written a quarter as often.
 */
export function solveTransposedInPlace(
  L: Float64Array,
  size: number,
  stride: number,
  x: Float64Array,
  start: number,
): void {
  for (let end = size; end > 0; end -= 4) {
    const begin = Math.max(0, end - 4);
    for (let l = end - 1; l >= begin; l--) {
      const row = l * stride;
      const value = x[start + l] / L[row + l];
      x[start + l] = value;
      for (let j = begin; j < l; j++) x[start + j] -= L[row + j] * value;
    }
    // Only the last block, which nothing is left below, may have fewer than four rows.
    if (begin === 0) return;
    const a = begin * stride;
    const b = a + stride;
    const c = b + stride;
    const d = c + stride;
    const first = x[start + begin];
    const second = x[start + begin + 1];
    const third = x[start + begin + 2];
    const fourth = x[start + begin + 3];
    for (let j = 0; j < begin; j++) {
      x[start + j] -= L[a + j] * first + L[b + j] * second + L[c + j] * third + L[d + j] * fourth;
    }
  }
}
