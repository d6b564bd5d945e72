import { normalCdf, normalQuantile } from "../../numeric/normalCdf.ts";
import { logit, sigmoid } from "../../numeric/sigmoid.ts";
import { quantileOfSorted } from "../../numeric/quantile.ts";

/** What one member of a mixture says about a probability. */
export interface MixtureMember {
  readonly weight: number;
  readonly probability: number;
  /** The ends of its interval, at the level of the mixture's. */
  readonly lower: number;
  readonly upper: number;
}

/** A probability with the interval it lies in. */
export interface ProbabilityInterval {
  readonly probability: number;
  readonly lower: number;
  readonly upper: number;
}

/** Beyond every logit of a double, where the logistic function is 0 or 1. */
const FARTHEST = 746;

/**
 * The probability Σ ω P of a mixture, and its interval. Each member stands for a normal distribution of the logit, with the
 * mean logit P and the deviation (logit upper − logit lower) / 2z, z the normal quantile of the level; the ends are the
 * quantiles of the mixture of these, so that members that disagree widen the interval. Quantiles have no closed form and are
 * found by bisection. Where they leave out the probability, the interval is extended to it.
 */
export function mixtureInterval(members: readonly MixtureMember[], level: number): ProbabilityInterval {
  if (!(level > 0 && level < 1)) throw new RangeError(`The level must lie between 0 and 1; got ${level}.`);
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) throw new RangeError("A mixture needs a member of positive weight.");
  const z = normalQuantile(0.5 + level / 2);
  const normals = members
    .filter(({ weight }) => weight > 0)
    .map(({ weight, probability, lower, upper }) => ({
      share: weight / total,
      mean: logit(probability),
      deviation: (logit(upper) - logit(lower)) / (2 * z),
    }));
  const cdf = (x: number): number =>
    normals.reduce((sum, { share, mean, deviation }) => sum + share * normalAt(x - mean, deviation), 0);
  const probability = members.reduce((sum, { weight, probability: P }) => sum + (weight / total) * P, 0);
  return {
    probability,
    lower: Math.min(probability, sigmoid(bisect(cdf, (1 - level) / 2))),
    upper: Math.max(probability, sigmoid(bisect(cdf, (1 + level) / 2))),
  };
}

/** Φ(distance/deviation); a deviation of 0 is a step, one without bound a half everywhere. */
function normalAt(distance: number, deviation: number): number {
  if (deviation === Infinity) return 0.5;
  if (deviation > 0) return normalCdf(distance / deviation);
  return distance < 0 ? 0 : 1;
}

function bisect(increasing: (x: number) => number, value: number): number {
  let [low, high] = [-FARTHEST, FARTHEST];
  // From 1492 down to the spacing of doubles about 1.
  for (let halvings = 0; halvings < 63; halvings++) {
    const middle = (low + high) / 2;
    if (increasing(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

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
