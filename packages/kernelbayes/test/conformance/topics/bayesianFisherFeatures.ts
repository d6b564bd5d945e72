import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { fisherEvidence, precisionSlope } from "../../../src/models/fisher/evidence/fisherEvidence.ts";
import {
  featureMoments,
  featurePosterior,
  type FeaturePosterior,
  priorPrecisionSlopes,
} from "../../../src/models/fisher/features/featurePosterior.ts";
import { featureLatentAt } from "../../../src/models/fisher/features/featureLatentAt.ts";
import { fromRows, scaleRowsAndColumns, toRows } from "../../../src/matrix/index.ts";
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
  const { s, weights, factor, priorDeviation } = posterior;
  // B = A^½ RRᵀ A^½ from the factor R that everything is solved with.
  const B = engine.symmetricProduct(factor.lower);
  const roots = priorDeviation.map((deviation) => 1 / deviation);
  return {
    B: toRows(scaleRowsAndColumns(B, roots)),
    w: weights,
    wCov: weightCovariance(posterior),
    s,
    ...featureLatentAt(engine, posterior, fromRows(Z)),
    evidence: fisherEvidence(posterior),
    gradEvidenceLogPriorPrecision: priorPrecisionSlopes(posterior),
    gradEvidenceLogBeta: precisionSlope(posterior),
  };
}

/** Cov(w) from variances of wᵀx alone: 2 Cov(w_i, w_j) = Var(w_i + w_j) − Var(w_i) − Var(w_j). */
function weightCovariance(posterior: FeaturePosterior): number[][] {
  const columns = Array.from(posterior.weights.keys());
  const pairs = columns.flatMap((i) =>
    columns.map((j) => columns.map((column) => Number(column === i) + Number(column === j))),
  );
  const sums = featureLatentAt(engine, posterior, fromRows(pairs)).variance;
  // Var(w_i + w_i) = 4 Var(w_i).
  const own = columns.map((i) => sums[i * columns.length + i] / 4);
  return columns.map((i) => columns.map((j) => (sums[i * columns.length + j] - own[i] - own[j]) / 2));
}
