import { matrix } from "../engine/matrix.ts";
import { logSigmoid } from "../numeric/sigmoid.ts";
import type { LeaveOneOut } from "../posterior/numericPosterior.ts";

/** Log odds of sets of rows, each by a fit without it; `omitted` have none. */
interface LeftOutOdds {
  readonly logOdds: Float64Array;
  readonly omitted: readonly number[];
}

/**
 * Leave-one-out of a discriminant on sets of equal rows, for the rows themselves: `setOf` names the set of each. Exact at the
 * chosen hyperparameters, which a fit without the row might choose otherwise; hence called approximate.
 */
export function leaveSetsOut({ logOdds, omitted }: LeftOutOdds, setOf: Int32Array): LeaveOneOut {
  const isOmitted = new Set(omitted);
  return { method: "approximate", ...ofRows(setOf, (set) => (isOmitted.has(set) ? undefined : logOdds[set])) };
}

/** Sets of rows of the classes 0 and 1: the class and the weight of each set, and the sums of weights of the classes. */
interface ClassesOfSets {
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  readonly sizes: readonly [number, number];
}

/** The same where nothing but the frequencies of the classes is known: exact. */
export function leaveFrequenciesOut({ classes, weights, sizes }: ClassesOfSets, setOf: Int32Array): LeaveOneOut {
  const logOdds = (set: number): number | undefined => {
    const left: [number, number] = [sizes[0], sizes[1]];
    left[classes[set]] -= Math.min(1, weights[set]);
    return left[classes[set]] <= 1e-9 ? undefined : Math.log(left[1] / left[0]);
  };
  return { method: "exact", ...ofRows(setOf, logOdds) };
}

function ofRows(
  setOf: Int32Array,
  logOddsOf: (set: number) => number | undefined,
): Pick<LeaveOneOut, "logProbabilities" | "omitted"> {
  const logProbabilities = matrix(setOf.length, 2);
  const omitted: number[] = [];
  setOf.forEach((set, row) => {
    const logOdds = logOddsOf(set);
    if (logOdds === undefined) {
      omitted.push(row);
      return;
    }
    logProbabilities.data[2 * row] = logSigmoid(-logOdds);
    logProbabilities.data[2 * row + 1] = logSigmoid(logOdds);
  });
  return { logProbabilities, omitted };
}
