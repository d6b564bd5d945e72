/**
 * The least weight of rows in a wrong class when the sorted values are cut into at most so many intervals, each with one class. Dynamic programming over the
 * different values: after each, for every number of intervals and every class of the last one, the least weight so far.
 */
export function leastErrorOfIntervals(
  values: Float64Array,
  classes: Int32Array,
  weights: Float64Array,
  intervals: number,
): number {
  const count = weights.length;
  let best = Array.from({ length: intervals }, () => new Float64Array(count));
  for (let from = 0; from < values.length;) {
    const masses = new Float64Array(count);
    let total = 0;
    let to = from;
    for (; to < values.length && values[to] === values[from]; to++) {
      masses[classes[to]] += weights[classes[to]];
      total += weights[classes[to]];
    }
    best = best.map((least, m) => {
      // The interval goes on, or a new one begins behind the best of those with one interval fewer.
      const before = m === 0 ? Infinity : best[m - 1].reduce((a, b) => Math.min(a, b));
      return least.map((goesOn, c) => Math.min(goesOn, from === 0 ? goesOn : before) + total - masses[c]);
    });
    from = to;
  }
  return best.reduce((least, row) => row.reduce((a, b) => Math.min(a, b), least), Infinity);
}
