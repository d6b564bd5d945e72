import { InputError } from "../errors.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { classNumbers } from "./classNumbers.ts";

/**
 * Class probabilities in either of two forms: a matrix with a row for each row of the table and a column for each class, or,
 * for two classes, the list of the probabilities of class 1.
 */
export type Probabilities = Matrix | ArrayLike<number>;

/** How far a probability may stray from [0, 1], and a row from the sum 1, before it is refused. */
const TOLERANCE = 1e-6;

/** The matrix form; refuses what are not probabilities. */
export function probabilityMatrix(probabilities: Probabilities): Matrix {
  if (!("data" in probabilities)) {
    const both = matrix(probabilities.length, 2);
    for (let row = 0; row < both.rows; row++) {
      both.data[2 * row] = 1 - probabilities[row];
      both.data[2 * row + 1] = probabilities[row];
    }
    return probabilityMatrix(both);
  }
  const { data, rows, columns } = probabilities;
  if (columns < 2) {
    throw new InputError("too-few-classes", `Class probabilities need two or more columns; got ${columns}.`);
  }
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const value = data[row * columns + column];
      if (!(value >= -TOLERANCE && value <= 1 + TOLERANCE)) {
        throw new InputError("not-a-probability", `A probability must lie between 0 and 1; got ${value}.`, {
          row: row + 1,
        });
      }
      sum += value;
    }
    if (Math.abs(sum - 1) > TOLERANCE) {
      throw new InputError("not-a-probability", `The class probabilities of a row must sum to 1; got ${sum}.`, {
        row: row + 1,
      });
    }
  }
  return probabilities;
}

/** The number of the most probable class of each row; of equally probable ones, the lowest. */
export function mostProbable(probabilities: Probabilities): Int32Array {
  const { data, rows, columns } = probabilityMatrix(probabilities);
  const classes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      if (data[row * columns + column] > data[row * columns + classes[row]]) classes[row] = column;
    }
  }
  return classes;
}

/** Whether one event happened in each row (1) or not (0), given as many probabilities of it; refuses anything else. */
export function outcomes(probability: ArrayLike<number>, happened: ArrayLike<number>): Int32Array {
  for (let row = 0; row < probability.length; row++) {
    if (!(probability[row] >= -TOLERANCE && probability[row] <= 1 + TOLERANCE)) {
      throw new InputError("not-a-probability", `A probability must lie between 0 and 1; got ${probability[row]}.`, {
        row: row + 1,
      });
    }
  }
  return classNumbers(happened, probability.length, 2);
}
