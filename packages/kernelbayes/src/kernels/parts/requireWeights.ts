import type { Matrix } from "../../engine/matrix.ts";

/** Refuses rows of different length. */
export function requireSameColumns(x: Matrix, z: Matrix): void {
  if (x.columns !== z.columns) {
    throw new RangeError(`The rows to compare have ${x.columns} and ${z.columns} columns.`);
  }
}

/** Refuses a weight matrix that does not belong to the rows of X. */
export function requireWeights(x: Matrix, weights: Matrix): void {
  if (weights.rows !== x.rows || weights.columns !== x.rows) {
    throw new RangeError(
      `The weights of ${x.rows} rows need ${x.rows} × ${x.rows} numbers; got ${weights.rows} × ${weights.columns}.`,
    );
  }
}

/** Σ_ab W_ab of symmetric weights, from their lower triangle. */
export function weightSum({ data, rows: n }: Matrix): number {
  let below = 0;
  let trace = 0;
  for (let a = 0; a < n; a++) {
    let sum = 0;
    for (let at = a * n; at < a * n + a; at++) sum += data[at];
    below += sum;
    trace += data[a * n + a];
  }
  return 2 * below + trace;
}
