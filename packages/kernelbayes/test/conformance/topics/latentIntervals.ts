import { committeeWeights } from "../../../src/models/process/latent/committeeWeights.ts";
import { latentInterval, probabilityInterval } from "../../../src/models/process/latent/latentInterval.ts";
import { likelihoodOf } from "../../../src/likelihoods/index.ts";

/** Case `latent-gaussian`: intervals from the law of a latent function, under three likelihoods. */
export function latentIntervals({
  mean,
  variance,
  levels,
  delta,
}: {
  readonly mean: number[];
  readonly variance: number[];
  readonly levels: number[];
  readonly delta: number;
}): unknown {
  const names = ["logistic", "probit", "trigonometric"] as const;
  const entries = levels.flatMap((level) =>
    names.map((name) => {
      const likelihood = likelihoodOf({ likelihood: name, halfWidth: delta });
      const probability = mean.map((each, i) => Math.exp(likelihood.logMean(each, variance[i])));
      const intervals = mean.map((each, i) => {
        const { ends } = latentInterval([1], [each], [Math.sqrt(variance[i])], level);
        return probabilityInterval(likelihood, ends, 1, probability[i]);
      });
      const [lower, upper] = [0, 1].map((side) => intervals.map((ends) => ends[side]));
      return [`${name}${100 * level}`, { probability, lower, upper }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Topic `committee`. */
export function committee({
  neg_log_evidence: values,
  prob_plus: probabilities,
}: {
  readonly neg_log_evidence: number[];
  readonly prob_plus: number[][];
}): unknown {
  const weights = committeeWeights(values.map((value) => -value));
  const mixed = (shares: ArrayLike<number>): number[] =>
    probabilities[0].map((_, i) => probabilities.reduce((sum, row, j) => sum + shares[j] * row[i], 0));
  return {
    weights,
    committee_prob: mixed(weights),
    equal_weight_prob: mixed(values.map(() => 1 / values.length)),
  };
}
