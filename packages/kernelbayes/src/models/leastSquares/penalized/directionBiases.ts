import type { Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { classMeans, type FisherContrasts } from "../../../rows/fisherContrasts.ts";

/** What is added to αᵀk(x) so that its sign decides: 0 lies between the two class means, or at the mean of all rows. */
export interface DirectionBiases {
  /** −hᵀKα: half way between the projected class means, as if both classes were of one size. */
  readonly midpoint: number;
  /** −1ᵀKα/n: at the mean of all projections, which is nearer to that of the larger class. */
  readonly grandMean: number;
}

export function directionBiases(K: Matrix, contrasts: FisherContrasts, coefficients: Float64Array): DirectionBiases {
  const projections = multiplyVector(K, coefficients);
  const [lower, upper] = classMeans(contrasts, projections);
  return { midpoint: -(lower + upper) / 2, grandMean: -dot(projections, contrasts.weights) / contrasts.total };
}
