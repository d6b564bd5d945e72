import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { fisherEvidence, precisionSlope } from "../../../src/models/fisher/evidence/fisherEvidence.ts";
import { featureMoments, featurePosterior } from "../../../src/models/fisher/features/featurePosterior.ts";
import { featureLatentAt } from "../../../src/models/fisher/features/featureLatentAt.ts";
import { priorPrecisionSlopes } from "../../../src/models/fisher/features/weightMoments.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { engine, type FisherInput } from "./fisherSupport.ts";

interface Input extends Omit<FisherInput, "X"> {
  readonly X: number[][];
  readonly priorPrecision: number[];
}

/** The linear form in the space of weights. */
export function bayesianFisherFeatures({ X, y, Z, priorPrecision, beta, d }: Input): unknown {
  const moments = featureMoments(engine, fromRows(X), fisherContrasts(y));
  const posterior = featurePosterior(engine, moments, {
    precision: beta,
    distance: d,
    priorPrecision: Float64Array.from(priorPrecision),
  });
  const { b, s, weights } = posterior;
  return {
    B: toRows(moments.scatter).map((row, i) => row.map((z, j) => beta * z + (i === j ? priorPrecision[i] : 0))),
    w: weights,
    wCov: toRows(posterior.inverse()).map((row, i) => row.map((value, j) => value - (b[i] * b[j]) / s)),
    s,
    ...featureLatentAt(engine, posterior, fromRows(Z)),
    evidence: fisherEvidence(posterior),
    gradEvidenceLogPriorPrecision: priorPrecisionSlopes(posterior),
    gradEvidenceLogBeta: precisionSlope(posterior),
  };
}
