import { bayesianFisher } from "./bayesianFisher.ts";
import { bayesianFisherEdge } from "./bayesianFisherEdge.ts";
import { bayesianFisherEm } from "./bayesianFisherEm.ts";
import { bayesianFisherFeatures } from "./bayesianFisherFeatures.ts";
import { bayesianFisherIntervals } from "./bayesianFisherIntervals.ts";
import { bayesianFisherLeaveOneOut } from "./bayesianFisherLeaveOneOut.ts";
import { bayesianFisherLimits } from "./bayesianFisherLimits.ts";
import { bayesianLeastSquares, looBayesianLeastSquares } from "./bayesianLeastSquares.ts";
import { calibratedIntervals } from "./calibratedIntervals.ts";
import { calibration } from "./calibration.ts";
import { coupling } from "./coupling.ts";
import { decisions } from "./decisions.ts";
import { diagnostics } from "./diagnostics.ts";
import { utility } from "./expectedUtility.ts";
import { gaussianProcessLaplace, probitPropagation, trigonometricPropagation } from "./gaussianProcess.ts";
import { greedy } from "./greedyBasis.ts";
import { incompleteCholesky } from "./incompleteCholesky.ts";
import { intervals } from "./intervals.ts";
import { jackknifePlus } from "./jackknifePlus.ts";
import { principalComponents } from "./kernelComponents.ts";
import { kernelFisher } from "./kernelFisher.ts";
import { kernelLogistic } from "./kernelLogistic.ts";
import { kernels } from "./kernels.ts";
import { committee, latentIntervals } from "./latentIntervals.ts";
import { ldaQda } from "./ldaQda.ts";
import { looDiscriminant } from "./looDiscriminant.ts";
import { looLaplace } from "./looLaplace.ts";
import { looLeastSquares } from "./looLeastSquares.ts";
import { relevanceOfColumns } from "./marginalRelevance.ts";
import { mislabelled } from "./mislabelled.ts";
import { drawnIntervals, stackedInterval } from "./mixtureIntervals.ts";
import { multiClassFisher } from "./multiClassFisher.ts";
import { looWeightedRidge } from "./looWeightedRidge.ts";
import { krrLssvm, orkfd } from "./orkfd.ts";
import { paretoSmoothing } from "./paretoSmoothing.ts";
import { penalizedFisher } from "./penalizedFisher.ts";
import { splitSets } from "./predictionSets.ts";
import { polyaGammaMoments, projectionConditionals } from "./projectionConditionals.ts";
import { projectionPrediction } from "./projectionPrediction.ts";
import { resamplingTests } from "./resamplingTests.ts";
import { scalePriors } from "./scalePriors.ts";
import { foldedRelevance } from "./sourceRelevance.ts";
import { stacking } from "./stacking.ts";
import { supportVector, supportVectorSpan } from "./supportVector.ts";
import { tinyPosterior } from "./tinyPosterior.ts";
import { trigonometricLoss, trigonometricProbability } from "./trigonometricLikelihood.ts";
import { bayesianTrigonometric, trigonometric, trigonometricJump } from "./trigonometric.ts";

/** Computes, from the input of a golden case, what the case expects; throws as the library throws. */
export type Topic = (input: never, caseName: string) => unknown;

/**
 * What is built, by schema and topic: for all cases, or for the cases named. Everything else is skipped by name.
 */
export const topics: Readonly<Record<string, { readonly compute: Topic; readonly cases?: readonly string[] }>> = {
  "fisher/kernels": { compute: kernels },
  "fisher/baselines": { compute: (input, name) => (name === "lda-qda" ? ldaQda(input) : kernelFisher(input)) },
  "fisher/lin-kfda": { compute: penalizedFisher },
  "fisher/multiclass": { compute: multiClassFisher },
  "fisher/orkfd": { compute: orkfd },
  "fisher/krr-lssvm": { compute: krrLssvm },
  "fisher/bfd-gp": { compute: bayesianFisher },
  "fisher/bfd-em": { compute: bayesianFisherEm },
  "fisher/bfd-limits": { compute: bayesianFisherLimits },
  "fisher/bfd-weight": { compute: bayesianFisherFeatures },
  "fisher/edge": { compute: bayesianFisherEdge },
  "fisher/sparse": { compute: (input, name) => (name === "greedy" ? greedy(input) : incompleteCholesky(input)) },
  "fisher/bayes-lssvm": { compute: bayesianLeastSquares },
  "comparison/loo-bfd": { compute: bayesianFisherLeaveOneOut },
  "comparison/loo-discriminant": { compute: looDiscriminant },
  "comparison/loo-least-squares": {
    compute: (input, name) => {
      if (name === "bayesian-lssvm") return looBayesianLeastSquares(input);
      return name === "krr-weights" ? looWeightedRidge(input) : looLeastSquares(input, name);
    },
  },
  "comparison/loo-laplace": {
    compute: (input, name) => looLaplace[name](input, name),
    cases: Object.keys(looLaplace),
  },
  "projection/kpca": { compute: principalComponents },
  "support-vector/btsvc": { compute: bayesianTrigonometric },
  "support-vector/evidence-jump": { compute: trigonometricJump },
  "support-vector/klr": { compute: kernelLogistic },
  "support-vector/gpc-laplace": { compute: gaussianProcessLaplace },
  "support-vector/ep-trigonometric": { compute: trigonometricPropagation },
  "support-vector/tsvc": { compute: trigonometric },
  "support-vector/svc-platt": { compute: supportVector },
  "comparison/svc-span": { compute: supportVectorSpan },
  "comparison/calibration": { compute: calibration },
  "comparison/coupling": { compute: coupling },
  "comparison/intervals": {
    compute: (input, name) => {
      if (name === "calibrated") return calibratedIntervals(input);
      if (name === "latent-gaussian") return latentIntervals(input);
      if (name === "draws") return drawnIntervals(input);
      if (name === "stack") return stackedInterval(input);
      return name === "bfd" ? bayesianFisherIntervals(input) : intervals(input);
    },
  },
  "comparison/conformal": {
    compute: (input, name) => (name === "jackknife-plus-krr" ? jackknifePlus(input) : splitSets(input)),
  },
  "comparison/decisions": { compute: decisions },
  "comparison/mislabelled": { compute: mislabelled },
  "comparison/stacking": { compute: stacking },
  "comparison/relevance": {
    compute: (input, name) => (name === "marginal" ? relevanceOfColumns(input) : foldedRelevance(input)),
  },
  "comparison/ep-probit": { compute: probitPropagation },
  "comparison/psis": { compute: paretoSmoothing },
  "comparison/resampling-tests": { compute: resamplingTests },
  "comparison/scale-priors": { compute: (input, name) => scalePriors[name](input, name) },
  "projection/conditionals": { compute: projectionConditionals },
  "projection/polya-gamma": { compute: polyaGammaMoments },
  "projection/posterior-tiny": { compute: tinyPosterior },
  "projection/prediction": { compute: projectionPrediction },
  "projection/utility": { compute: utility },
  "projection/diagnostics": { compute: diagnostics },
  "support-vector/committee": { compute: committee },
  "support-vector/loss": { compute: trigonometricLoss },
  "support-vector/class-probability": { compute: trigonometricProbability },
};
