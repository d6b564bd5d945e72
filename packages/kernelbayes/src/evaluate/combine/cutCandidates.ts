import { elpd, elpdDifference, LOG_DENSITY_FLOOR } from "../elpd.ts";
import { InputError } from "../../errors.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { rowWeights } from "../rowWeights.ts";

/** Which of several candidates are worth combining. */
export interface Cut {
  /** The candidate of the largest mean log density; the first of equals. */
  readonly best: number;
  /** The candidates that are not clearly worse, the best among them, in their order. */
  readonly kept: number[];
  /** Mean log density of each candidate less that of the best, in nats per row: at most 0. */
  readonly differences: Float64Array;
  /** The standard error of each difference, from the paired rows; NaN where there is only one row. */
  readonly errors: Float64Array;
}

/**
 * Cuts off the candidates that predict clearly worse than the best one b. With log predictive densities ℓ of the same n rows,
 * each by a fit that did not see the row, candidate k goes if
 *
 *     mean(ℓ_b − ℓ_k) > 0   and   mean(ℓ_b − ℓ_k) ≥ 2 sd(ℓ_b − ℓ_k) / √n   and   Σ(ℓ_b − ℓ_k) ≥ leastNats.
 *
 * A candidate that equals the best stays. Below some four nats in all the standard error, which takes differences for normal, says
 * little. Weights count as equal rows; rows without a density under some candidate (NaN) count
 * for none.
 */
export function cutCandidates(
  densities: readonly ArrayLike<number>[],
  weights?: ArrayLike<number>,
  leastNats = 0,
): Cut {
  const shared = comparableRows(densities, weights);
  const means = shared.densities.map((one) => elpd(one, shared.weights).perRow);
  const best = means.reduce((found, mean, k) => (mean > means[found] ? k : found), 0);
  const mass = shared.weights.reduce((sum, weight) => sum + weight, 0);
  const pairs = shared.densities.map((one) => elpdDifference(one, shared.densities[best], shared.weights));
  return {
    best,
    kept: Array.from(pairs.keys()).filter((k) => {
      const { difference, standardError } = pairs[k];
      return !(difference < 0 && -difference >= Math.max(leastNats, 2 * standardError));
    }),
    differences: Float64Array.from(pairs, ({ difference }) => Math.min(0, difference / mass)),
    errors: Float64Array.from(pairs, ({ standardError }) => standardError / mass),
  };
}

/** Log densities of several candidates on rows that all of them have one for. */
interface ComparableRows {
  /** The places of these rows among all. */
  readonly rows: Int32Array;
  /** Of each candidate, one a row, raised to the floor that `elpd` has too. */
  readonly densities: readonly Float64Array[];
  readonly weights: Float64Array;
}

/**
 * The rows on which candidates can be compared: those of positive weight for which every candidate has a log predictive
 * density. A candidate without one (NaN, as where nothing of a class is left without the row) takes the row away from all.
 */
export function comparableRows(
  densities: readonly ArrayLike<number>[],
  weights: ArrayLike<number> | undefined,
): ComparableRows {
  if (densities.length === 0) throw new RangeError("There are no candidates to compare.");
  const n = densities[0].length;
  densities.forEach((one, k) => requireLength(one.length, n, `The number of log densities of candidate ${k}`));
  const mass = rowWeights(n, weights);
  const rows = Int32Array.from(mass.keys()).filter(
    (row) => mass[row] > 0 && densities.every((one) => !Number.isNaN(one[row])),
  );
  if (rows.length === 0) {
    throw new InputError("no-rows", "No row has a log predictive density under every candidate.");
  }
  return {
    rows,
    densities: densities.map((one) => Float64Array.from(rows, (row) => Math.max(one[row], LOG_DENSITY_FLOOR))),
    weights: Float64Array.from(rows, (row) => mass[row]),
  };
}
