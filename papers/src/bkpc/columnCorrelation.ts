import { type Matrix } from "kernelbayes";
import { matrices } from "kernelbayes/numeric";

/** Mean and largest absolute correlation of two columns, over all pairs. */
export interface Correlation {
  readonly mean: number;
  readonly largest: number;
}

/** Of all pairs of columns of a matrix. */
export function columnCorrelation(A: Matrix): Correlation {
  const { data, rows, columns } = matrices.centerColumns(A);
  let [sum, largest, pairs] = [0, 0, 0];
  const squares = new Float64Array(columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) squares[j] += data[i * columns + j] ** 2;
  for (let j = 0; j < columns; j++) {
    for (let l = 0; l < j; l++) {
      let product = 0;
      for (let i = 0; i < rows; i++) product += data[i * columns + j] * data[i * columns + l];
      const correlation = Math.abs(product) / Math.sqrt(squares[j] * squares[l]);
      sum += correlation;
      largest = Math.max(largest, correlation);
      pairs++;
    }
  }
  return { mean: sum / pairs, largest };
}
