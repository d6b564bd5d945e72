import { identityCurve } from "../../../src/calibration/oddsCurve.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { column } from "../../../src/matrix/row.ts";
import { bayesianFisherPosterior } from "../../../src/models/fisher/posterior.ts";
import { withoutDirection } from "../../models/fisher/samples.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";

interface Input {
  readonly contrastMean: number[];
  readonly contrastVariance: number[];
  readonly beta: number;
  readonly d: number;
  readonly prior1: number;
  readonly level: number;
}

/** Case `bfd` of the intervals: the predictions of a discriminant whose positions are given, the priors its class sizes. */
export function bayesianFisherIntervals(input: Input): unknown {
  const { contrastMean, contrastVariance, beta, d, prior1, level } = input;
  const rows = matrix(contrastMean.length, 1);
  const discriminant = {
    kernel: gaussian(),
    precision: beta,
    distance: d,
    contrasts: fisherContrasts([0, 1], [1 - prior1, prior1]),
    contrastsAt: () => ({ mean: Float64Array.from(contrastMean), variance: Float64Array.from(contrastVariance) }),
    ...withoutDirection,
  };
  const source = { X: rows, classes: new Int32Array(rows.rows), weights: new Float64Array(rows.rows).fill(1) };
  const { logProbabilities, lower, upper } = bayesianFisherPosterior(
    { discriminant, source, curve: identityCurve, optima: [], impliedOverlap: undefined },
    { leaveOneOut: undefined, evidence: undefined, warnings: [] },
  ).predict(rows, level);
  return {
    probability: column(logProbabilities, 1).map(Math.exp),
    lower: column(lower, 1),
    upper: column(upper, 1),
  };
}
