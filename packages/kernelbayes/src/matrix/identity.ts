import type { Matrix } from "../engine/matrix.ts";
import { diagonalMatrix } from "./diagonalMatrix.ts";

/** The identity matrix of the given size. */
export function identity(size: number): Matrix {
  return diagonalMatrix(new Float64Array(size).fill(1));
}
