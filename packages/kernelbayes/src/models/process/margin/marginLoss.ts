import { trigonometricLikelihood } from "../../../likelihoods/trigonometricLikelihood.ts";

/**
 * A convex loss ℓ of the margin m = y f of one row: 0 from the half width δ on, infinite from −δ down, falling between. At
 * the margin m the multiplier is a = −ℓ′(m) ≥ 0 and the slack ξ = δ − m. What solvers need close to the optimum is said in
 * terms of the multiplier, which they know to more digits than the margin.
 */
export interface MarginLoss {
  /** δ. */
  readonly halfWidth: number;
  /** ℓ(m), Infinity for m ≤ −δ. */
  loss(margin: number): number;
  /** ℓ′(m) ≤ 0 for m > −δ; 0 from δ on. */
  lossSlope(margin: number): number;
  /** ℓ″(m) for m > −δ; 0 from δ on. */
  lossCurvature(margin: number): number;
  /** ξ(a), the slack where the multiplier is a; 0 for a = 0. */
  slack(multiplier: number): number;
  /** ψ(a) = a ξ(a) − ℓ(δ − ξ(a)), the conjugate, with ψ′ = ξ and ψ″ = 1/ℓ″. */
  dualTerm(multiplier: number): number;
  /** ℓ″ where the multiplier is a; at a = 0 its limit from within. */
  curvatureOfMultiplier(multiplier: number): number;
  /** ℓ‴ = dℓ″/dm where the multiplier is a; not positive. */
  curvatureSlopeOfMultiplier(multiplier: number): number;
}

/** The loss −ln g of the trigonometric likelihood, for which ℓ‴ = ℓ′ ℓ″. */
export function trigonometricLoss(halfWidth: number): MarginLoss {
  const likelihood = trigonometricLikelihood({ halfWidth });
  return {
    ...likelihood,
    curvatureSlopeOfMultiplier: (multiplier) => -multiplier * likelihood.curvatureOfMultiplier(multiplier),
  };
}
