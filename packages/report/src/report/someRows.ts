/** At most so many of the rows, evenly from each class in their order, so that a chart of many rows stays legible and small. */
export function someRows(classes: ArrayLike<number>, most: number): number[] {
  const all = Array.from({ length: classes.length }, (_, row) => row);
  if (all.length <= most) return all;
  const seen = new Map<number, number>();
  const share = most / all.length;
  return all.filter((row) => {
    const count = seen.get(classes[row]) ?? 0;
    seen.set(classes[row], count + 1);
    // Taken whenever the share of those seen so far passes a whole number; the first of a class always.
    return Math.floor(count * share) < Math.floor((count + 1) * share) || count === 0;
  });
}
