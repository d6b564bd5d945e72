import { InputError } from "../errors.ts";

/** Class numbers, 0 to classes − 1, one for each of the given number of rows; anything else is refused. */
export function classNumbers(values: ArrayLike<number>, rows: number, classes: number): Int32Array {
  if (values.length !== rows) {
    throw new InputError("rows-differ", `There are ${rows} predicted rows but ${values.length} true classes.`);
  }
  for (let row = 0; row < rows; row++) {
    if (!Number.isInteger(values[row]) || values[row] < 0 || values[row] >= classes) {
      throw new InputError(
        "invalid-class",
        `A class number must be a whole number from 0 to ${classes - 1}; got ${values[row]}.`,
        { row: row + 1 },
      );
    }
  }
  return Int32Array.from(values);
}

/** One more than the largest class number of several lists. */
export function countClasses(...lists: readonly ArrayLike<number>[]): number {
  let largest = -1;
  for (const list of lists) for (let row = 0; row < list.length; row++) largest = Math.max(largest, list[row]);
  return largest + 1;
}
