import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import type { PenaltyProblem } from "../../../src/models/logistic/searchPenalty.ts";
import { normal, stream } from "../../../src/random/index.ts";

/** Clouds of some classes in some columns, and a last column of ones. */
export function cloudRows(
  n: number,
  columns: number,
  classCount: number,
  weights: Float64Array = new Float64Array(n).fill(1),
): PenaltyProblem {
  const random = stream(11);
  const classes = Int32Array.from({ length: n }, (_, i) => i % classCount);
  const design = matrix(n, columns + 1);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < columns; j++) {
      design.data[i * (columns + 1) + j] = normal(random) + (classes[i] === j % classCount ? 1.2 : 0);
    }
    design.data[(i + 1) * (columns + 1) - 1] = 1;
  }
  return { design, classes, classCount, weights };
}

/** The rows of a problem that are kept, with these weights. */
export function withWeights({ design, classes, classCount }: PenaltyProblem, weights: Float64Array): PenaltyProblem {
  const kept = Array.from(weights.keys()).filter((i) => weights[i] > 0);
  const m = design.columns;
  const rows: Matrix = matrix(
    kept.length,
    m,
    Float64Array.from(kept.flatMap((i) => Array.from(design.data.subarray(i * m, (i + 1) * m)))),
  );
  return {
    design: rows,
    classes: Int32Array.from(kept, (i) => classes[i]),
    classCount,
    weights: Float64Array.from(kept, (i) => weights[i]),
  };
}

/** Scores relative to the last class, whose own is 0: the usual form of multinomial regression, in which that class is special. */
export function referenceContrasts(classCount: number): Matrix {
  const q = classCount - 1;
  const Q = matrix(classCount, q);
  for (let a = 0; a < q; a++) Q.data[a * q + a] = 1;
  return Q;
}
