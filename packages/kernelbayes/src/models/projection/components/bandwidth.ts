import { rowChunks } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { medianSquaredDistance } from "../../../search/searchBounds.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { linear } from "../../../kernels/linear.ts";

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
  for (const [first, block] of rowChunks(X, blockRows)) {
    // Pairs with rows of earlier blocks have been seen.
    const others = matrix(X.rows - first, p, X.data.subarray(first * p));
    for (const distance of engine.squaredDistances(block, others).data) largest = Math.max(largest, distance);
  }
  return largest > 0 ? largest : equalRows();
}

function equalRows(): never {
  throw new InputError("equal-rows", "All rows are equal, so that no kernel width follows from their distances.");
}

/** θ times the largest squared distance of two rows, from wide to narrow. */
const factors = [0.3, 1, 3, 10, 30, 100];

/**
 * Kernels from the simplest: the linear one, and gaussian kernels exp(−θ|x − z|²) from nearly straight to narrow, θ being 0.3, 1,
 * 3, 10, 30 and 100 over the largest squared distance of two rows. The paper's heuristic is the one of 10.
 */
export function bandwidthKernels(engine: Engine, X: Matrix): Kernel[] {
  const largest = largestSquaredDistance(engine, X);
  return [linear(), ...factors.map((factor) => gaussian({ lengthScale: lengthScaleOf(factor / largest) }))];
}
