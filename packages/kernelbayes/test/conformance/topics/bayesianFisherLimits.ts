import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { latentAt } from "../../../src/models/fisher/posterior/fisherLaw.ts";
import { fisherLimit, parzenLimit, type FisherLimit } from "../../../src/models/fisher/limits/fisherLimit.ts";
import { fromRows } from "../../../src/matrix/fromRows.ts";
import { multiplyVector } from "../../../src/matrix/multiplyVector.ts";
import { engine, kernelOf, taskOf, type FisherInput } from "./fisherSupport.ts";

/** The limits β → 0 and β → ∞. The weights of a linear kernel come from the coefficients: w = θ₃ diag(w) Xᵀα. */
export function bayesianFisherLimits(input: FisherInput): unknown {
  const { kind, theta, y, Z, d } = input;
  const { X } = taskOf(input);
  const contrasts = fisherContrasts(y);
  const kernel = kernelOf(kind, theta);
  const K = kernel.matrix(engine, X);
  const cross = kernel.cross(engine, X, fromRows(Z));
  const figures = (limit: FisherLimit): object => ({
    ...latentAt(engine, limit, cross, kernel.diagonal(fromRows(Z))),
    alpha: limit.coefficients,
    s: limit.s,
    trainMean: multiplyVector(K, limit.coefficients),
  });
  const infinity = fisherLimit(engine, { K }, contrasts, d);
  const directions = multiplyVector(X, infinity.coefficients, { transpose: true });
  return {
    zero: figures(parzenLimit({ K }, contrasts, d)),
    infinity: { ...figures(infinity), w: directions.map((value, j) => theta[2] * theta[5 + j] * value) },
  };
}
