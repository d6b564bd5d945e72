import { quantileOfSorted } from "../../numeric/quantile.ts";
import type { ProbabilityInterval } from "./mixtureInterval.ts";

/**
 * The interval of a probability from draws of it: their equal-tailed quantiles, extended where they leave out the probability
 * that is reported, the mean of the draws. (With a few large draws the mean can lie above the upper quantile.)
 */
export function drawnInterval(draws: Float64Array, probability: number, level: number): ProbabilityInterval {
  const sorted = draws.toSorted();
  return {
    probability,
    lower: Math.min(probability, quantileOfSorted(sorted, 0.5 - level / 2)),
    upper: Math.max(probability, quantileOfSorted(sorted, 0.5 + level / 2)),
  };
}
