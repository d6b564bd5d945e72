import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { medianSquaredDistance } from "../../../search/searchBounds.ts";

/**
 * How the width of a gaussian kernel exp(−θ‖x − z‖²) follows from the distances d of two training rows: θ = 10/max d² as in the
 * paper of Domijan & Wilson ("maximum"), a tenth of it ("wide"), or θ = 1/(2 median d²) ("median").
 */
export type BandwidthRule = "maximum" | "wide" | "median";

/** θ by a rule. Rows that are all equal have none, which is an `InputError`. */
export function bandwidth(engine: Engine, X: Matrix, rule: BandwidthRule): number {
  if (rule === "median") return 1 / (2 * (medianSquaredDistance(engine, X) ?? equalRows()));
  return (rule === "maximum" ? 10 : 1) / largestSquaredDistance(engine, X);
}

/** The length scale of exp(−½ ‖x − z‖²/ℓ²) = exp(−θ‖x − z‖²). */
export function lengthScaleOf(theta: number): number {
  return 1 / Math.sqrt(2 * theta);
}

/** So many rows at a time are compared with all. */
const blockRows = 256;

/** The largest squared distance of two rows; rows that are all equal are an `InputError`. */
export function largestSquaredDistance(engine: Engine, X: Matrix): number {
  const p = X.columns;
  let largest = 0;
  for (let first = 0; first < X.rows; first += blockRows) {
    const size = Math.min(blockRows, X.rows - first);
    const block = matrix(size, p, X.data.subarray(first * p, (first + size) * p));
    // Pairs with rows of earlier blocks have been seen.
    const others = matrix(X.rows - first, p, X.data.subarray(first * p));
    for (const distance of engine.squaredDistances(block, others).data) largest = Math.max(largest, distance);
  }
  return largest > 0 ? largest : equalRows();
}

function equalRows(): never {
  throw new InputError("equal-rows", "All rows are equal, so that no kernel width follows from their distances.");
}
