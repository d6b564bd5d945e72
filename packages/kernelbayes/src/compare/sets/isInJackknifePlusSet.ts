import { requireLength } from "../../matrix/requireLength.ts";

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
