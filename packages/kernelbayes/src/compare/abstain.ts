import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { classNumbers } from "../evaluate/classNumbers.ts";
import { mostProbable, probabilityMatrix, type Probabilities } from "../evaluate/probabilities.ts";
import { rowWeights } from "../evaluate/rowWeights.ts";
import { requireLength } from "../matrix/requireLength.ts";
import { ABSTAINED } from "./decideByCost.ts";

export interface AbstainOptions {
  /**
   * Lower ends of the probabilities' intervals: the cautious rule decides only where even the lower end of the chosen class
   * reaches the threshold.
   */
  readonly lower?: Matrix | undefined;
}

/**
 * Decides each row for its most probable class, and not at all (−1) where that is less probable than the threshold t: Chow's
 * rule, which is best where a mistake costs 1 and abstaining 1 − t.
 *
 * (C. K. Chow, *On optimum recognition error and reject tradeoff*, 1970.)
 *
 * @example abstain(prediction.probabilities, 0.95)
 */
export function abstain(probabilities: Probabilities, threshold: number, { lower }: AbstainOptions = {}): Int32Array {
  const P = probabilityMatrix(probabilities);
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new InputError(
      "invalid-threshold",
      `The probability below which no decision is taken must lie between 0 and 1; got ${threshold}.`,
    );
  }
  if (lower) {
    requireLength(lower.rows, P.rows, "The number of rows of the lower ends");
    requireLength(lower.columns, P.columns, "The number of classes of the lower ends");
  }
  const { data, columns } = lower ?? P;
  return mostProbable(P).map((best, row) => (data[row * columns + best] < threshold ? ABSTAINED : best));
}

/** How decisions with abstentions fared. */
export interface SelectiveScores {
  /** The share of rows that were decided. */
  readonly coverage: number;
  /** The share of these that were decided wrongly; NaN if none was decided. */
  readonly errorRate: number;
}

/** Coverage, and error of the rest, of decisions among which −1 stands for none. */
export function selectiveScores(
  decisions: ArrayLike<number>,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
): SelectiveScores {
  const actual = classNumbers(truth, decisions.length, Infinity);
  const mass = rowWeights(decisions.length, weights);
  let [total, decided, wrong] = [0, 0, 0];
  for (let row = 0; row < decisions.length; row++) {
    total += mass[row];
    if (decisions[row] === ABSTAINED) continue;
    decided += mass[row];
    if (decisions[row] !== actual[row]) wrong += mass[row];
  }
  return { coverage: decided / total, errorRate: wrong / decided };
}
