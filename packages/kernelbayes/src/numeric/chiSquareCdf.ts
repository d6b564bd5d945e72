import { incompleteGammaLower } from "./incompleteGammaLower.ts";

/**
 * The distribution function of χ² with any real degrees of freedom k > 0: P(k/2, x/2), and 0 below 0. The upper tail is
 * `incompleteGammaUpper(degrees / 2, x / 2)`.
 */
export function chiSquareCdf(x: number, degrees: number): number {
  return incompleteGammaLower(degrees / 2, Math.max(x, 0) / 2);
}
