import { classNumbers, countClasses } from "./classNumbers.ts";
import { rowWeights } from "./rowWeights.ts";

/** The share of rows (of their weight) whose decided class is not the true one. */
export function errorRate(decided: ArrayLike<number>, truth: ArrayLike<number>, weights?: ArrayLike<number>): number {
  const classes = countClasses(decided, truth);
  const predicted = classNumbers(decided, decided.length, classes);
  const actual = classNumbers(truth, predicted.length, classes);
  const mass = rowWeights(predicted.length, weights);
  let wrong = 0;
  let total = 0;
  for (let row = 0; row < predicted.length; row++) {
    total += mass[row];
    if (predicted[row] !== actual[row]) wrong += mass[row];
  }
  return wrong / total;
}
