import { probabilityMatrix, type Probabilities } from "./probabilities.ts";

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
