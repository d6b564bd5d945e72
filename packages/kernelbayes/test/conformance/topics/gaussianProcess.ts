import { elpd } from "../../../src/evaluate/elpd.ts";
import { expectationPropagation, logisticLaplace } from "../../models/process/latent/atOnce.ts";
import { logisticLikelihood } from "../../../src/likelihoods/logisticLikelihood.ts";
import { probitLikelihood } from "../../../src/likelihoods/probitLikelihood.ts";
import { trigonometricLikelihood } from "../../../src/likelihoods/trigonometricLikelihood.ts";
import type { Likelihood } from "../../../src/likelihoods/likelihood.ts";
import type { LatentMoments } from "../../../src/models/process/latent/latentApproximation.ts";
import {
  classLogProbabilities,
  engine,
  kernelMatrix,
  logDensities,
  logHyperSlopes,
  momentsAt,
  signedRows,
  type LatentInput,
} from "./latentSupport.ts";

type Rows = readonly (readonly number[])[];

/** Support-vector family, section 9.1. */
export function gaussianProcessLaplace(input: LatentInput & { readonly Xtest: Rows }): unknown {
  const approximation = logisticLaplace(engine, kernelMatrix(input), signedRows(input.y));
  const { mean, variance } = momentsAt(input, input.Xtest, approximation);
  return {
    f_mode: approximation.latent().mean,
    w: approximation.law.coefficients,
    neg_log_evidence: -approximation.logEvidence,
    grad_log_hyper: logHyperSlopes(input, approximation).map((slope) => -slope),
    mean,
    variance,
    prob_plus: probabilities(logisticLikelihood, { mean, variance }),
  };
}

/** Support-vector family, section 7. */
export function trigonometricPropagation(
  input: LatentInput & { readonly delta: number; readonly Xtest: Rows },
): unknown {
  const likelihood = trigonometricLikelihood({ halfWidth: input.delta });
  const approximation = expectationPropagation(engine, kernelMatrix(input), signedRows(input.y), likelihood);
  const { mean, variance } = momentsAt(input, input.Xtest, approximation);
  const posterior = approximation.latent();
  return {
    neg_log_evidence: -approximation.logEvidence,
    grad_log_hyper: logHyperSlopes(input, approximation).map((slope) => -slope),
    posterior_mean: posterior.mean,
    posterior_variance: posterior.variance,
    mean,
    variance,
    prob_plus: probabilities(likelihood, { mean, variance }),
  };
}

/** Prediction and comparison, section 3; the case `probit-moments` asks for the likelihood alone. */
export function probitPropagation(
  input: (LatentInput & { readonly Z: Rows }) | { cavityMean: number[]; cavityVariance: number[]; y: number },
): unknown {
  if ("cavityMean" in input) {
    const each = input.cavityMean.map((mean, i) =>
      probitLikelihood.logMeanWithSlopes(input.y * mean, input.cavityVariance[i]),
    );
    return {
      logZ: each.map(({ value }) => value),
      d1: each.map(({ slope }) => input.y * slope),
      d2: each.map(({ curvature }) => curvature),
    };
  }
  const approximation = expectationPropagation(engine, kernelMatrix(input), signedRows(input.y), probitLikelihood);
  const { mean, variance } = momentsAt(input, input.Z, approximation);
  const posterior = approximation.latent();
  const { law } = approximation;
  return {
    logEvidence: approximation.logEvidence,
    gradLogHyper: logHyperSlopes(input, approximation),
    sitePrecision: law.roots.map((root) => root * root),
    // b = ν − τ μ.
    siteShift: law.coefficients.map((b, i) => b + law.roots[i] ** 2 * posterior.mean[i]),
    posteriorMean: posterior.mean,
    posteriorVariance: posterior.variance,
    looLogDensity: logDensities(probitLikelihood, input.y, approximation.cavities()),
    mean,
    variance,
    probPlus: probabilities(probitLikelihood, { mean, variance }),
  };
}

/** Prediction and comparison, section 1.4: cavities of Laplace's approximation. */
export function looGaussianProcess(input: LatentInput): unknown {
  const cavities = logisticLaplace(engine, kernelMatrix(input), signedRows(input.y)).cavities();
  const density = logDensities(logisticLikelihood, input.y, cavities);
  return {
    cavityMean: cavities.mean,
    cavityVariance: cavities.variance,
    looProbability: density.map(Math.exp),
    elpd: elpd(density).total,
  };
}

/** … and those of expectation propagation with the trigonometric likelihood. */
export function looTrigonometricPropagation(input: LatentInput & { readonly delta: number }): unknown {
  const likelihood = trigonometricLikelihood({ halfWidth: input.delta });
  const approximation = expectationPropagation(engine, kernelMatrix(input), signedRows(input.y), likelihood);
  const cavities = approximation.cavities();
  const logDensity = logDensities(likelihood, input.y, cavities);
  return {
    negLogEvidence: -approximation.logEvidence,
    cavityMean: cavities.mean,
    cavityVariance: cavities.variance,
    logDensity,
    elpd: elpd(logDensity).total,
  };
}

function probabilities(likelihood: Likelihood, moments: LatentMoments): Float64Array {
  return classLogProbabilities(likelihood, moments).upper.map(Math.exp);
}
