import { mapMatrix, matrix, type Matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";

/**
 * Probabilities of which every class keeps a share that no score can take from it:
 *
 *     p_c = (1 − Σ_k r_k) q_c + r_c
 *
 * with q the probabilities of a model and r the reserved shares. A row unlike any that was tested costs −log r_c at most.
 */
export type ReservedShares = Float64Array;

/** Log probabilities of one row with the reserved shares. */
export function withReserved(logProbabilities: Float64Array, reserved: ReservedShares): Float64Array {
  const left = shareLeft(reserved);
  return logProbabilities.map((log, c) => Math.log(left * Math.exp(log) + reserved[c]));
}

/** The same for rows of log probabilities. */
export function withReservedRows(logProbabilities: Matrix, reserved: ReservedShares): Matrix {
  const result = matrix(logProbabilities.rows, logProbabilities.columns);
  for (let i = 0; i < result.rows; i++) row(result, i).set(withReserved(row(logProbabilities, i), reserved));
  return result;
}

/** The log probabilities q of a model from rows of such p. */
export function withoutReservedRows(logProbabilities: Matrix, reserved: ReservedShares): Matrix {
  const left = shareLeft(reserved);
  const C = reserved.length;
  return mapMatrix(logProbabilities, (log, at) =>
    Math.log(Math.min(1, Math.max(Number.MIN_VALUE, (Math.exp(log) - reserved[at % C]) / left))),
  );
}

/** What the model may distribute, 1 − Σ r. */
export function shareLeft(reserved: ReservedShares): number {
  return 1 - reserved.reduce((sum, share) => sum + share, 0);
}

/**
 * The shares to reserve after tests of rows that weigh N in all: by the rule of succession the next row is unlike the tested ones
 * with probability 1/(N + 2), and is then of any class as often as the classes occur. A class that was never tested keeps all of
 * its frequency, where others were tested. `sizes` are the weights of the classes.
 */
export function sharesToReserve(
  sizes: Float64Array,
  tests: { readonly classes: Int32Array; readonly weights: Float64Array },
): ReservedShares {
  const tested = new Set(tests.classes);
  const doubt = 1 / (tests.weights.reduce((sum, weight) => sum + weight, 0) + 2);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, c) => (tested.size === 0 || tested.has(c) ? (doubt * size) / total : size / total));
}
