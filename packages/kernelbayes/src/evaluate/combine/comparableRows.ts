import { InputError } from "../../errors.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { LOG_DENSITY_FLOOR } from "../elpd.ts";
import { rowWeights } from "../rowWeights.ts";

/** Log densities of several candidates on rows that all of them have one for. */
export interface ComparableRows {
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
