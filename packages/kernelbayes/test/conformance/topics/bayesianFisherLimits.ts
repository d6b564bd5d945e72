import type { Matrix } from "../../../src/engine/matrix.ts";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { latentAt } from "../../../src/models/fisher/posterior/fisherPosterior.ts";
import type { LatentMoments } from "../../../src/calibration/logitInterval.ts";
import { fisherLimit, parzenLimit, type FisherLimit } from "../../../src/models/fisher/limits/fisherLimit.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { engine, kernelOf, taskOf, type FisherInput } from "./fisherSupport.ts";

/** The limits β → 0 and β → ∞. */
export function bayesianFisherLimits(input: FisherInput): unknown {
  const { kind, theta, y, Z, d } = input;
  const { X } = taskOf(input);
  const contrasts = fisherContrasts(y);
  const kernel = kernelOf(kind, theta);
  const K = kernel.matrix(engine, X);
  const momentsAt = (limit: FisherLimit, rows: Matrix): LatentMoments =>
    latentAt(engine, limit, kernel.cross(engine, X, rows), kernel.diagonal(rows));
  const figures = (limit: FisherLimit): object => ({
    ...momentsAt(limit, fromRows(Z)),
    alpha: limit.coefficients,
    s: limit.s,
    trainMean: latentAt(engine, limit, K, kernel.diagonal(X)).mean,
  });
  const infinity = fisherLimit(engine, { K }, contrasts, d);
  // The weights of a linear kernel: how the mean rises from the origin along each axis.
  const origin = new Array<number>(X.columns).fill(0);
  const axes = origin.map((_, j) => origin.map((_, k) => Number(j === k)));
  const [atOrigin, ...atAxes] = momentsAt(infinity, fromRows([origin, ...axes])).mean;
  return {
    zero: figures(parzenLimit({ K }, contrasts, d)),
    infinity: { ...figures(infinity), w: atAxes.map((value) => value - atOrigin) },
  };
}
