import { matrix } from "../../engine/matrix.ts";
import type { LatentMoments, SignedRows } from "./latent/latentApproximation.ts";
import { mixedLogProbabilities } from "./latent/mixedLogProbabilities.ts";
import type { Likelihood } from "../../likelihoods/likelihood.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { classWeights } from "./latentFit.ts";

/** A class of less weight than this is gone. */
const nothing = 1e-9;

/**
 * Leave-one-out from the cavities of one or more members on sets of equal rows, for the rows themselves: `setOf` names the set of
 * each. To first order, or as expectation propagation has it, at the chosen kernels. A row that is all of its class has none.
 */
export function leaveLatentOut(
  cavities: readonly LatentMoments[],
  weights: ArrayLike<number>,
  likelihood: Likelihood,
  rows: SignedRows,
  setOf: Int32Array,
): LeaveOneOut {
  const { lower, upper } = mixedLogProbabilities(likelihood, weights, cavities, rows.signs.length);
  const sizes = classWeights(rows);
  const logProbabilities = matrix(setOf.length, 2);
  const omitted: number[] = [];
  setOf.forEach((set, row) => {
    const left = sizes[rows.signs[set] > 0 ? 1 : 0] - Math.min(1, rows.weights[set]);
    if (left <= nothing) {
      omitted.push(row);
      return;
    }
    logProbabilities.data[2 * row] = lower[set];
    logProbabilities.data[2 * row + 1] = upper[set];
  });
  return { method: "approximate", logProbabilities, omitted };
}
