import {
  classLogOdds,
  contrastAt,
  latentAt,
  trainingMoments,
} from "../../../src/models/fisher/posterior/fisherPosterior.ts";
import {
  impliedError,
  expectedScatter,
  fisherEvidence,
  precisionSlope,
  updatedPrecision,
} from "../../../src/models/fisher/evidence/fisherEvidence.ts";
import { evaluateFisher } from "../../../src/models/fisher/evidence/evaluateFisher.ts";
import { classMeans } from "../../../src/rows/fisherContrasts.ts";
import { logPrecisionPrior } from "../../../src/search/precisionPrior.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import { engine, goldenPrior, kernelOf, taskOf, thetaSlopes, type FisherInput } from "./fisherSupport.ts";

/** Posterior, prediction, evidence and gradients of the Gaussian-process form. */
export function bayesianFisher(input: FisherInput & { readonly prior1: number }): unknown {
  const { kind, theta, Z, beta, d, y, prior1 } = input;
  const kernel = kernelOf(kind, theta);
  const task = taskOf(input);
  const {
    posterior,
    objective,
    evidence,
    kernelSlopes,
    precisionSlope: slope,
  } = evaluateFisher(engine, kernel, beta, task);
  const { mean: trainMean, covariance } = trainingMoments(engine, posterior, kernel.matrix(engine, task.X));
  const [c0, c1] = classMeans(task.contrasts, trainMean);
  const cross = kernel.cross(engine, task.X, fromRows(Z));
  const prior = kernel.diagonal(fromRows(Z));
  const latent = latentAt(engine, posterior, cross, prior);
  const contrast = contrastAt(engine, posterior, cross, prior);
  const probability = (priorLogOdds: number): number[] =>
    Array.from(classLogOdds(contrast, { precision: beta, distance: d, priorLogOdds }), sigmoid);
  const scatter = expectedScatter(posterior);
  return {
    u: posterior.u,
    s: posterior.s,
    alpha: posterior.coefficients,
    trainMean,
    trainCov: toRows(covariance),
    c1,
    c0,
    mid: posterior.midpoint,
    logdet: posterior.logDeterminant,
    expectedFLF: scatter,
    evidence,
    evidenceDofNminus2: fisherEvidence(posterior, "rank"),
    gradEvidenceLogTheta: thetaSlopes(kind, theta, kernelSlopes),
    gradEvidenceLogBeta: precisionSlope(posterior),
    mean: latent.mean,
    variance: latent.variance,
    contrastMean: contrast.mean,
    contrastVariance: contrast.variance,
    probEqualPriors: probability(0),
    probWithPrior: probability(Math.log(prior1 / (1 - prior1))),
    logGammaPriorBeta: logPrecisionPrior(beta, goldenPrior),
    mapObjective: objective,
    gradMapLogBeta: slope,
    betaUpdateMAP: updatedPrecision(scatter, y.length, goldenPrior),
    // Shape 1 and rate 0 are no prior at all.
    betaUpdateML: updatedPrecision(scatter, y.length, { shape: 1, rate: 0 }),
    bayesErrorEq: impliedError(beta, d),
  };
}
