import { matrix, type Matrix } from "../engine/matrix.ts";
import { classNumbers, countClasses } from "./classNumbers.ts";
import { rowWeights } from "./rowWeights.ts";

/**
 * How often each true class (row) was decided to be each class (column), in rows or, with weights, in mass. `classes` is
 * the size of the matrix; without it, as large as the class numbers require.
 */
export function confusionMatrix(
  decided: ArrayLike<number>,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
  classes: number = countClasses(decided, truth),
): Matrix {
  const predicted = classNumbers(decided, decided.length, classes);
  const actual = classNumbers(truth, predicted.length, classes);
  const mass = rowWeights(predicted.length, weights);
  const counts = matrix(classes, classes);
  for (let row = 0; row < mass.length; row++) counts.data[actual[row] * classes + predicted[row]] += mass[row];
  return counts;
}
