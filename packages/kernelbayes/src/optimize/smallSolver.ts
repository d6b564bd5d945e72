/**
 * Factorizes a small general matrix (row by row, as large as the memory of an optimizer) by Gaussian elimination with
 * partial pivoting, and returns the function b ↦ A⁻¹b, or nothing if A is singular to working precision.
 */
export function smallSolver(entries: Float64Array, size: number): ((b: Float64Array) => Float64Array) | undefined {
  const lu = entries.slice();
  const order = Array.from({ length: size }, (_, i) => i);
  const at = (i: number, j: number): number => order[i] * size + j;
  const scale = lu.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(lu[at(i, k)]) > Math.abs(lu[at(pivot, k)])) pivot = i;
    [order[k], order[pivot]] = [order[pivot], order[k]];
    // Written so that a NaN counts as singular.
    if (!(Math.abs(lu[at(k, k)]) > scale * 1e-300)) return undefined;
    for (let i = k + 1; i < size; i++) {
      const factor = lu[at(i, k)] / lu[at(k, k)];
      lu[at(i, k)] = factor;
      for (let j = k + 1; j < size; j++) lu[at(i, j)] -= factor * lu[at(k, j)];
    }
  }
  return (b) => {
    const x = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      x[i] = b[order[i]];
      for (let j = 0; j < i; j++) x[i] -= lu[at(i, j)] * x[j];
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let j = i + 1; j < size; j++) x[i] -= lu[at(i, j)] * x[j];
      x[i] /= lu[at(i, i)];
    }
    return x;
  };
}

/** The same for b ↦ A⁻¹b among the coordinates that are not held; those that are held are 0. */
export function freeSolver(
  entries: Float64Array,
  held: readonly boolean[],
): ((b: Float64Array) => Float64Array) | undefined {
  const free = Array.from(held.keys()).filter((k) => !held[k]);
  const block = Float64Array.from(free.flatMap((k) => free.map((l) => entries[k * held.length + l])));
  const solve = smallSolver(block, free.length);
  return (
    solve &&
    ((b) => {
      const x = new Float64Array(held.length);
      solve(Float64Array.from(free, (k) => b[k])).forEach((value, at) => (x[free[at]] = value));
      return x;
    })
  );
}
