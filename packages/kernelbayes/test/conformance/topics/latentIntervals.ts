import { committeeWeights } from "../../../src/models/process/latentMembers.ts";
import {
  latentInterval,
  probabilityInterval,
  mixedLogProbabilities,
} from "../../../src/models/process/latent/latentAt.ts";
import { likelihoodOf } from "../../../src/likelihoods/index.ts";
import { logisticLikelihood } from "../../../src/likelihoods/logisticLikelihood.ts";

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
  // A latent function that is known gives the logistic likelihood at it, which is the probability of the file.
  const moments = probabilities.map((row) => ({
    mean: Float64Array.from(row, (p) => Math.log(p / (1 - p))),
    variance: new Float64Array(row.length),
  }));
  const mixed = (shares: ArrayLike<number>): Float64Array =>
    mixedLogProbabilities(logisticLikelihood, shares, moments, probabilities[0].length).upper.map(Math.exp);
  return {
    weights,
    committee_prob: mixed(weights),
    equal_weight_prob: mixed(values.map(() => 1 / values.length)),
  };
}
