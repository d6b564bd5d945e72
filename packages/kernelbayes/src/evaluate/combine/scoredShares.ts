/**
 * The share of each class that could be scored, by weight: 1 where all of its rows are among `rows`, 0 where none is. Rows of
 * weight 0 do not count, and a class without weight has the share 1, as nothing of it is missing.
 */
export function scoredShares(
  rows: Iterable<number>,
  classes: ArrayLike<number>,
  weights: ArrayLike<number>,
  classCount: number,
): Float64Array {
  const [scored, total] = [new Float64Array(classCount), new Float64Array(classCount)];
  for (const row of rows) scored[classes[row]] += weights[row];
  for (let row = 0; row < classes.length; row++) total[classes[row]] += weights[row];
  // Sums in another order may differ in the last digit.
  return scored.map((sum, c) => (total[c] > 0 ? Math.min(1, sum / total[c]) : 1));
}
