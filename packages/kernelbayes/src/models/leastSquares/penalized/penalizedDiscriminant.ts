import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { requireRows, type FisherContrasts, classMeans } from "../../../rows/fisherContrasts.ts";
import { responseOf, type Response } from "../canonical/leaveOneOutAt.ts";
import { solutionAt } from "../expansion/formExpansion.ts";
import { type PenalizedForm, requireRegularization } from "./penalizedForm.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";

/**
 * Lin's Bayesian kernel Fisher discriminant at one r: the classes coded +n₀/n and −n₁/n, y = HKa + ε with noise
 * ε ~ N(0, σ²) and prior a ~ N(0, τ²A⁻¹), r = σ²/τ². The posterior of the coefficients is
 *
 *     a ~ N(â, σ²(KHK + rA)⁻¹),   â = (n₁n₀/n)(KHK + rA)⁻¹(k̄₁ − k̄₀).
 */
interface PenalizedDiscriminant {
  /** â; the score of x is âᵀk(x) + bias, and class 1 where it is not negative. */
  readonly coefficients: Float64Array;
  /** −½(k̄₁ + k̄₀)ᵀâ: 0 is half way between the projected class means. */
  readonly bias: number;
}

/** The code of the classes, +n₀/n for class 1 and −n₁/n for class 0, whose sum over all rows is 0. */
export function discriminantCode({ classes, sizes, total }: FisherContrasts): Float64Array {
  return Float64Array.from(classes, (c) => (c === 1 ? sizes[0] / total : -sizes[1] / total));
}

/** The code of two classes in the coordinates of a form, once for all r; one form serves every class against the rest. */
export function codeResponse(engine: Engine, { form, K }: PenalizedForm, contrasts: FisherContrasts): Response {
  requireRows(K.rows, contrasts);
  return responseOf(engine, form, discriminantCode(contrasts));
}

/** The discriminant at one r, in O(n²). */
export function penalizedDiscriminant(
  { form, K }: PenalizedForm,
  response: Response,
  contrasts: FisherContrasts,
  r: number,
): PenalizedDiscriminant {
  requireRegularization(r);
  const { coefficients } = solutionAt(form, response, r);
  return { coefficients, bias: directionBiases(K, contrasts, coefficients).midpoint };
}

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
