import type { Matrix } from "../../engine/matrix.ts";
import { logSumExp } from "../../numeric/logSumExp.ts";

/**
 * The log probability of each row's class given that the row could be scored,
 *
 *     log s_y p_y − log Σ_c s_c p_c,
 *
 * with the share s_c of each class that was scored. Where every row has a score this is log p_y. Where a class has none, a
 * candidate gains nothing by calling it improbable on rows that cannot be of that class. Rows in `omitted` get NaN.
 */
export function densitiesAmongScored(
  { data, columns: C }: Matrix,
  classes: Int32Array,
  shares: Float64Array,
  omitted: readonly number[],
): Float64Array {
  const without = new Set(omitted);
  const isWhole = shares.every((share) => share === 1);
  return Float64Array.from(classes, (y, row) => {
    if (without.has(row)) return Number.NaN;
    const own = data[row * C + y];
    if (isWhole || own === -Infinity) return own;
    const logs = Float64Array.from(shares, (share, c) => Math.log(share) + data[row * C + c]);
    return logs[y] - logSumExp(logs);
  });
}

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
