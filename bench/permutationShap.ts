import { type Matrix, type Posterior, type Table } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { random, stream } from "kernelbayes/numeric";
import { backgroundRows, encodeChecked } from "#kernelbayes/internal";

/**
 * Permutation SHAP as it is usually done, over predictions alone: for each row so many pairs of opposite orders; at each step of a walk the mean
 * log odds of the second class over all background rows. A row of values for each row of the table.
 */
export function permutationShap(
  posterior: Posterior,
  table: Table,
  options: { readonly background: Table; readonly backgroundRows: number; readonly pairs: number },
): Float64Array {
  const X = encodeChecked(posterior.encoding, table);
  const background = backgroundRows(posterior, X, options);
  const p = X.columns;
  const values = new Float64Array(X.rows * p);
  const valueOf = (row: Float64Array, isIn: Uint8Array): number => {
    const { rows: B } = background;
    const hybrids = matrix(
      B,
      p,
      background.data.map((value, at) => (isIn[at % p] === 1 ? row[at % p] : value)),
    );
    return meanLogOdds(posterior, hybrids);
  };
  for (let a = 0; a < X.rows; a++) {
    const row = X.data.subarray(a * p, (a + 1) * p);
    for (let pair = 0; pair < options.pairs; pair++) {
      const order = random.permutation(stream(1, a, pair), p);
      for (const walk of [order, order.toReversed()]) {
        const isIn = new Uint8Array(p);
        let before = valueOf(row, isIn);
        for (const j of walk) {
          isIn[j] = 1;
          const after = valueOf(row, isIn);
          values[a * p + j] += (after - before) / (2 * options.pairs);
          before = after;
        }
      }
    }
  }
  return values;
}

function meanLogOdds({ numeric }: Posterior, X: Matrix): number {
  const { data } = numeric.probabilities(X).logProbabilities;
  let sum = 0;
  for (let i = 0; i < X.rows; i++) sum += data[2 * i + 1] - data[2 * i];
  return sum / X.rows;
}
