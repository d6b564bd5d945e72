import { InputError } from "../errors.ts";

/**
 * Row weights as every measure of this folder understands them: a row of weight w stands for w equal rows, so that whole
 * weights give the same figure as repeated rows and a row of weight 0 does not exist. Without weights every row counts 1.
 */
export function rowWeights(rows: number, weights?: ArrayLike<number>): Float64Array {
  if (rows === 0) throw new InputError("no-rows", "There are no rows to measure; at least one is needed.");
  if (weights === undefined) return new Float64Array(rows).fill(1);
  if (weights.length !== rows) {
    throw new InputError(
      "weights-length",
      `There are ${rows} rows but ${weights.length} weights.`,
      {},
      "Give one to each row.",
    );
  }
  let total = 0;
  for (let row = 0; row < rows; row++) {
    const weight = weights[row];
    if (!(weight >= 0 && weight < Infinity)) {
      throw new InputError("invalid-weight", `A row weight must be a finite number of at least 0; got ${weight}.`, {
        row: row + 1,
      });
    }
    total += weight;
  }
  if (!(total > 0 && total < Infinity)) {
    throw new InputError("no-weight", `The row weights must have a positive, finite sum; got ${total}.`);
  }
  return Float64Array.from(weights);
}
