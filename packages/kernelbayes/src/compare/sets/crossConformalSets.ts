import type { Matrix } from "../../engine/matrix.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { checkLevel } from "./conformalThreshold.ts";

/**
 * Prediction sets without a row set aside, from models that each left out one fold of the training rows: jackknife+ where every
 * row is a fold of its own. With sᵢ the score of training row i and its own class under the model that did not see it, and
 * s_c^(−i)(x) that of a new row x and the class c under the same model, class c belongs to the set if
 *
 *     #{i : sᵢ < s_c^(−i)(x)} < level (n + 1).
 *
 * `rowScores` holds the sᵢ, `folds` the number of the model that left row i out, and `leftScores` for each of these models the
 * scores of the new rows (a row each) and classes (a column each). What is promised is `crossConformalGuarantee`; coverage is
 * typically near the level itself. The sets hold class numbers in ascending order and may be empty.
 *
 * (R. F. Barber, E. J. Candès, A. Ramdas & R. J. Tibshirani, *Predictive inference with the jackknife+*, 2021; for classes
 * Y. Romano, M. Sesia & E. J. Candès, *Classification with valid and adaptive coverage*, 2020.)
 */
export function crossConformalSets(
  rowScores: ArrayLike<number>,
  folds: ArrayLike<number>,
  leftScores: readonly Matrix[],
  level: number,
): Int32Array[] {
  checkLevel(level);
  const n = rowScores.length;
  requireLength(folds.length, n, "The number of fold numbers");
  const ofFold = leftScores.map((): number[] => []);
  for (let i = 0; i < n; i++) {
    const own = ofFold[folds[i]];
    if (own === undefined)
      throw new RangeError(`Row ${i} is of fold ${folds[i]}; there are ${leftScores.length} models.`);
    own.push(rowScores[i]);
  }
  const sorted = ofFold.map((scores) => Float64Array.from(scores).toSorted());
  const { rows, columns: C } = leftScores[0] ?? { rows: 0, columns: 0 };
  for (const scores of leftScores) {
    requireLength(scores.rows, rows, "The number of new rows under each model");
    requireLength(scores.columns, C, "The number of classes under each model");
  }
  // Rounding of level (n + 1) must not decide where it is a whole number.
  const limit = level * (n + 1) - 1e-9;
  return Array.from({ length: rows }, (_, row) =>
    Int32Array.from({ length: C }, (_unused, c) => c).filter((c) => {
      const worse = sorted.reduce((sum, own, k) => sum + countBelow(own, leftScores[k].data[row * C + c]), 0);
      return worse < limit;
    }),
  );
}

/**
 * The probability with which sets of `crossConformalSets` contain the true class at least, for n exchangeable rows in K folds
 * of one size and models that treat their rows alike:
 *
 *     1 − 2(1 − level) − min(2(1 − 1/K)/(n/K + 1), (1 − K/n)/(K + 1)),
 *
 * of which the last part is 0 for jackknife+.
 */
export function crossConformalGuarantee(level: number, rows: number, folds: number): number {
  checkLevel(level);
  if (!(Number.isInteger(folds) && folds >= 2 && folds <= rows)) {
    throw new RangeError(`There must be from 2 to ${rows} folds; got ${folds}.`);
  }
  const lost = Math.min((2 * (1 - 1 / folds)) / (rows / folds + 1), (1 - folds / rows) / (folds + 1));
  return 1 - 2 * (1 - level) - lost;
}

/** How many of the ascending values are less than the given one. */
function countBelow(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether a label belongs to the jackknife+ prediction set of a row x. A score says how badly label and row go together; of n
 * training rows `rowScores` holds the scores sᵢ of their own labels under the model without the row, and `leftScores` the
 * scores s⁽⁻ⁱ⁾(x) of x and the label under the same models. The label belongs to the set if
 *
 *     #{i : sᵢ < s⁽⁻ⁱ⁾(x)} < γ (n + 1)
 *
 * for the level γ. For exchangeable rows, and models that treat them alike, the set contains the true label with a
 * probability of at least 1 − 2(1 − γ), and typically of about γ. Below γ/(1 − γ) rows every label belongs to it.
 * (R. F. Barber, E. J. Candès, A. Ramdas & R. J. Tibshirani, *Predictive inference with the jackknife+*, 2021; for classes
 * Y. Romano, M. Sesia & E. J. Candès, *Classification with valid and adaptive coverage*, 2020.)
 */
export function isInJackknifePlusSet(
  rowScores: ArrayLike<number>,
  leftScores: ArrayLike<number>,
  level: number,
): boolean {
  const n = rowScores.length;
  requireLength(leftScores.length, n, "The number of scores of the new row");
  let worse = 0;
  for (let i = 0; i < n; i++) if (rowScores[i] < leftScores[i]) worse++;
  // Rounding of γ (n + 1) must not decide where it is a whole number.
  return worse < level * (n + 1) - 1e-9;
}
