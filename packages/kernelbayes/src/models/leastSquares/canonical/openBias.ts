import type { ResidualResponse } from "./leaveOneOutAt.ts";

/** A free bias that is still in the problem, at one regularization. */
export interface OpenBias {
  /** b = √wᵀR t̃ / S. */
  readonly b: number;
  /** S = √wᵀR√w. */
  readonly S: number;
  /** ω ∘ Uᵀ√w, the coordinates of R√w in the basis. */
  readonly coordinates: Float64Array;
  /** The part of R√w outside of the span of the basis, where there is one. */
  readonly outside: Float64Array | undefined;
}

/** The free bias of a response at one regularization; undefined where none is in the problem. */
export function openBias(
  eigenvalues: Float64Array,
  { coordinates, outside, constant, constantOutside }: ResidualResponse,
  mu: number,
): OpenBias | undefined {
  if (!constant) return undefined;
  const weighted = constant.map((value, j) => (value * mu) / (eigenvalues[j] + mu));
  let S = 0;
  let product = 0;
  weighted.forEach((value, j) => {
    S += value * constant[j];
    product += value * coordinates[j];
  });
  constantOutside?.forEach((value, i) => {
    S += value * value;
    product += value * (outside?.[i] ?? 0);
  });
  return { b: product / S, S, coordinates: weighted, outside: constantOutside };
}
