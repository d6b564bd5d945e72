import { betaTail } from "./incompleteBeta.ts";
import { incompleteGammaLower, incompleteGammaUpper } from "./incompleteGammaLower.ts";
import { tailProbability } from "./tail.ts";

/**
 * The distribution function of Fisher's F, the ratio of two mean squares with d₁ and d₂ degrees of freedom (real, positive;
 * Infinity stands for a known variance): the beta tail Iₓ(d₁/2, d₂/2) at x = d₁ f / (d₁ f + d₂). 0 below 0; the upper tail is
 * `fisherFCdf(1 / f, d2, d1)`.
 */
export function fisherFCdf(f: number, d1: number, d2: number): number {
  if (f <= 0) return d1 > 0 && d2 > 0 ? 0 : NaN;
  if (d2 === Infinity) return incompleteGammaLower(d1 / 2, (d1 / 2) * f);
  if (d1 === Infinity) return incompleteGammaUpper(d2 / 2, d2 / 2 / f);
  const ratio = (d1 / d2) * f;
  const y = 1 / (1 + ratio);
  const tail = betaTail(d1 / 2, d2 / 2, {
    x: 1 / (1 + 1 / ratio),
    y,
    logX: -Math.log1p(1 / ratio),
    logY: -Math.log1p(ratio),
    excess: (d1 / 2) * (f - 1) * y,
  });
  return tailProbability(tail, "lower");
}
