/**
 * Rows by their number, of `size` numbers and entries, computed when they are not there. The memory (in bytes) holds those
 * that were used last, two at least.
 */
export function recentRows(
  size: number,
  memory: number,
  compute: (i: number) => Float64Array,
): (i: number) => Float64Array {
  const most = Math.max(2, Math.floor(memory / (8 * Math.max(1, size))));
  const known = Array.from<Float64Array | undefined>({ length: size });
  /** When each row was used last. */
  const used = new Float64Array(size);
  let time = 0;
  let held = 0;

  /** A search over all is little beside the computation of a row. */
  function forgetOldest(): void {
    let oldest = -1;
    for (let i = 0; i < size; i++) if (known[i] && (oldest < 0 || used[i] < used[oldest])) oldest = i;
    known[oldest] = undefined;
    held--;
  }

  return (i) => {
    used[i] = ++time;
    const row = known[i];
    if (row) return row;
    if (held >= most) forgetOldest();
    held++;
    return (known[i] = compute(i));
  };
}
