import { classNumbers } from "./classNumbers.ts";
import { probabilityMatrix, type Probabilities } from "./probabilities.ts";
import { rowWeights } from "./rowWeights.ts";

/**
 * Brier score: the mean squared distance between the predicted probabilities and what happened. For two classes it is
 * mean (P − y)² with P the probability of class 1 and y = 1 where class 1 is true, between 0 and 1; for more classes the
 * squares are summed over classes, between 0 and 2. (The sum over both of two classes would be twice the first form.)
 */
export function brier(probabilities: Probabilities, truth: ArrayLike<number>, weights?: ArrayLike<number>): number {
  const { data, rows, columns } = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, rows, columns);
  const mass = rowWeights(rows, weights);
  let sum = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    let squares = 0;
    for (let column = columns === 2 ? 1 : 0; column < columns; column++) {
      squares += (data[row * columns + column] - (actual[row] === column ? 1 : 0)) ** 2;
    }
    sum += mass[row] * squares;
    total += mass[row];
  }
  return sum / total;
}
