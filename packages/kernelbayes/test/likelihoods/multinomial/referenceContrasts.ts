import { matrix, type Matrix } from "../../../src/engine/matrix.ts";

/** Scores relative to the last class, whose own is 0: the usual form of multinomial regression, in which that class is special. */
export function referenceContrasts(classCount: number): Matrix {
  const q = classCount - 1;
  const Q = matrix(classCount, q);
  for (let a = 0; a < q; a++) Q.data[a * q + a] = 1;
  return Q;
}
