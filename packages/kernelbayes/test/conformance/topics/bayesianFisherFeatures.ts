import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { fisherEvidence, precisionSlope } from "../../../src/models/fisher/evidence/fisherEvidence.ts";
import {
  featureMoments,
  featurePosterior,
  type FeaturePosterior,
  featureContrastAt,
} from "../../../src/models/fisher/features/featurePosterior.ts";
import { featureProblem } from "../../../src/models/fisher/features/featureLaw.ts";
import { featureObjective, logsOf } from "../../../src/models/fisher/features/featureObjective.ts";
import type { LatentMoments } from "../../../src/calibration/logitInterval.ts";
import { fromRows, scaleRowsAndColumns, toRows } from "../../../src/matrix/index.ts";
import { engine, goldenPrior, type FisherInput } from "./fisherSupport.ts";

interface Input extends Omit<FisherInput, "X"> {
  readonly X: number[][];
  readonly priorPrecision: number[];
}

/** The linear form in the space of weights. */
export function bayesianFisherFeatures({ X, y, Z, priorPrecision, beta, d }: Input): unknown {
  const [rows, contrasts] = [fromRows(X), fisherContrasts(y)];
  const moments = featureMoments(engine, rows, contrasts);
  const posterior = featurePosterior(engine, moments, {
    precision: beta,
    distance: d,
    priorPrecision: Float64Array.from(priorPrecision),
  });
  const { s, weights, factor, priorDeviation } = posterior;
  // B = A^½ RRᵀ A^½ from the factor R that everything is solved with.
  const B = engine.symmetricProduct(factor.lower);
  const roots = priorDeviation.map((deviation) => 1 / deviation);
  // One group for each column, so that its slope is that of the column.
  const objective = featureObjective({
    problem: featureProblem(engine, rows, contrasts, { distance: d }),
    groups: Int32Array.from(priorPrecision.keys()),
    prior: goldenPrior,
  });
  const { gradient } = objective(logsOf({ groupPrecision: posterior.priorPrecision, precision: beta }));
  return {
    B: toRows(scaleRowsAndColumns(B, roots)),
    w: weights,
    wCov: weightCovariance(posterior),
    s,
    ...latentAt(posterior, Z),
    evidence: fisherEvidence(posterior),
    gradEvidenceLogPriorPrecision: gradient.subarray(0, -1).map((slope) => -slope),
    gradEvidenceLogBeta: precisionSlope(posterior),
  };
}

/** wᵀx: the position relative to the midpoint of the classes, of rows that are moved by it. */
function latentAt(posterior: FeaturePosterior, rows: readonly (readonly number[])[]): LatentMoments {
  const { center, midpoint } = posterior.moments;
  const moved = rows.map((row) => row.map((value, j) => value + center[j] + midpoint[j]));
  return featureContrastAt(engine, posterior, fromRows(moved));
}

/** Cov(w) from variances of wᵀx alone: 2 Cov(w_i, w_j) = Var(w_i + w_j) − Var(w_i) − Var(w_j). */
function weightCovariance(posterior: FeaturePosterior): number[][] {
  const columns = Array.from(posterior.weights.keys());
  const pairs = columns.flatMap((i) =>
    columns.map((j) => columns.map((column) => Number(column === i) + Number(column === j))),
  );
  const sums = latentAt(posterior, pairs).variance;
  // Var(w_i + w_i) = 4 Var(w_i).
  const own = columns.map((i) => sums[i * columns.length + i] / 4);
  return columns.map((i) => columns.map((j) => (sums[i * columns.length + j] - own[i] - own[j]) / 2));
}
