import { InputError } from "../errors.ts";
import { classNumbers } from "./classNumbers.ts";

/** Whether one event happened in each row (1) or not (0), given as many probabilities of it; refuses anything else. */
export function outcomes(probability: ArrayLike<number>, happened: ArrayLike<number>): Int32Array {
  for (let row = 0; row < probability.length; row++) {
    if (!(probability[row] >= -1e-6 && probability[row] <= 1 + 1e-6)) {
      throw new InputError("not-a-probability", `A probability must lie between 0 and 1; got ${probability[row]}.`, {
        row: row + 1,
      });
    }
  }
  return classNumbers(happened, probability.length, 2);
}
