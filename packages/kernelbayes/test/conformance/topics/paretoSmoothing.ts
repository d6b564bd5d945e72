import { paretoFit, paretoSmoothedLeaveOneOut, smoothedWeights } from "../../../src/diagnose/index.ts";
import { column, fromRows } from "../../../src/matrix/index.ts";

type Input = { readonly logLikelihood: number[][] } | { readonly exceedances: number[] };

/** Prediction and comparison, section 1.7: leave-one-out from draws. */
export function paretoSmoothing(input: Input): unknown {
  if ("exceedances" in input) {
    const { shape, rawShape, scale } = paretoFit(Float64Array.from(input.exceedances).toSorted());
    return { khat: shape, khatRaw: rawShape, sigma: scale };
  }
  const logLikelihood = fromRows(input.logLikelihood);
  const { logDensities, shapes, total, standardError } = paretoSmoothedLeaveOneOut(logLikelihood);
  const { logWeights } = smoothedWeights(column(logLikelihood, 0));
  return {
    elpd: logDensities,
    khat: shapes,
    total,
    standardError,
    largestWeightsRow0: logWeights.map(Math.exp).toSorted().toReversed().slice(0, 10),
  };
}
