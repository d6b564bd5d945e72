import { fisherLeaveOneOut } from "../../../src/models/fisher/posterior/fisherLeaveOneOut.ts";
import { evaluateFisher } from "../../../src/models/fisher/evidence/evaluateFisher.ts";
import { engine, kernelOf, taskOf, type FisherInput } from "./fisherSupport.ts";

/** Leave-one-out of every row, against refits. */
export function bayesianFisherLeaveOneOut(input: FisherInput): unknown {
  const { posterior } = evaluateFisher(engine, kernelOf(input.kind, input.theta), input.beta, taskOf(input));
  const { contrastMean, contrastVariance, logOdds, logDensity } = fisherLeaveOneOut(posterior);
  return {
    looContrastMean: contrastMean,
    looContrastVariance: contrastVariance,
    looLogOdds: logOdds,
    logDensity,
    // The golden sum is not floored.
    elpd: logDensity.reduce((sum, each) => sum + each, 0),
  };
}
