import { trigonometricLikelihood } from "../../../src/likelihoods/trigonometricLikelihood.ts";

/** Topic `loss`: the loss and its derivatives in the margin, and what the dual needs of them. */
export function trigonometricLoss({
  delta,
  margin,
  alpha,
}: {
  readonly delta: number;
  readonly margin: number[];
  readonly alpha: number[];
}): unknown {
  const likelihood = trigonometricLikelihood({ halfWidth: delta });
  return {
    loss: margin.map(likelihood.loss),
    likelihood: margin.map(likelihood.probability),
    dloss_dmargin: margin.map(likelihood.lossSlope),
    d2loss: margin.map(likelihood.lossCurvature),
    d3loss_dmargin: margin.map(likelihood.lossThirdDerivative),
    xi: alpha.map(likelihood.slack),
    psi: alpha.map(likelihood.dualTerm),
    lambda_: alpha.map(likelihood.curvatureOfMultiplier),
    loss_from_alpha: alpha.map(likelihood.lossOfMultiplier),
  };
}

/** Topic `class-probability`. */
export function trigonometricProbability({
  delta,
  mean,
  variance,
}: {
  readonly delta: number;
  readonly mean: number[];
  readonly variance: number[];
}): unknown {
  const { logMean } = trigonometricLikelihood({ halfWidth: delta });
  const logarithms = mean.map((each, i) => logMean(each, variance[i]));
  return {
    prob_plus: logarithms.map(Math.exp),
    log_prob_plus: logarithms,
    log_prob_minus: mean.map((each, i) => logMean(-each, variance[i])),
  };
}
