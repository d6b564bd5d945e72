import { selectColumns, selectRows } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { likelihoodOf } from "../../../likelihoods/index.ts";
import { approximate } from "./approximate.ts";
import type { LatentLaw, LatentMethod, LatentMoments, SignedRows } from "./latentApproximation.ts";
import { latentAt } from "./latentAt.ts";

/** At most this share of the rows. */
const mostRows = 0.1;
/** How far the mode moves without the row, in half widths, or its log probability: beyond these first order is not enough. */
const [farMove, leastLogProbability] = [1, -3];

/**
 * Cavities with those of the rows that matter most to the approximation, up to a tenth of them, replaced by what an approximation
 * without one unit of the row says of it. Laplace's method is taken at its word unless the mode moves by more than a half
 * width without the row, expectation propagation unless it gives the row less than exp(−3).
 */
export function refineCavities(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  method: LatentMethod,
  { active, law, cavities }: { readonly active: Int32Array; readonly law: LatentLaw; readonly cavities: LatentMoments },
): LatentMoments {
  const { signs, weights } = rows;
  const { logMean } = likelihoodOf(method);
  const urgency =
    method.approximation === "laplace"
      ? (i: number, a: number) =>
          (Math.abs(law.coefficients[a]) * cavities.variance[i]) / Math.max(1, weights[i]) / (method.halfWidth ?? 1) -
          farMove
      : (i: number) => leastLogProbability - logMean(signs[i] * cavities.mean[i], cavities.variance[i]);
  const urgent = Array.from(active, (i, a) => ({ row: i, urgency: urgency(i, a) }))
    .filter((each) => each.urgency > 0)
    .toSorted((x, y) => y.urgency - x.urgency || x.row - y.row)
    .slice(0, Math.floor(mostRows * signs.length));
  const [mean, variance] = [cavities.mean.slice(), cavities.variance.slice()];
  for (const { row } of urgent) {
    const without = withoutUnit(engine, K, rows, method, row);
    mean[row] = without.mean[0];
    variance[row] = without.variance[0];
  }
  return { mean, variance };
}

/** The latent value at a row by an approximation without one unit of its weight. */
function withoutUnit(
  engine: Engine,
  K: Matrix,
  { signs, weights }: SignedRows,
  method: LatentMethod,
  row: number,
): LatentMoments {
  const kept = Int32Array.from(signs.keys()).filter((i) => i !== row || weights[i] > 1);
  const block = selectColumns(selectRows(K, kept), kept);
  const rows = {
    signs: Float64Array.from(kept, (i) => signs[i]),
    weights: Float64Array.from(kept, (i) => (i === row ? weights[i] - 1 : weights[i])),
  };
  const { law, active } = approximate(engine, block, rows, method);
  const cross = Float64Array.from(active, (a) => K.data[row * K.columns + kept[a]]);
  return latentAt(engine, law, matrix(1, active.length, cross), Float64Array.of(K.data[row * K.columns + row]));
}
