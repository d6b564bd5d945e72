import { betaTail } from "./incompleteBeta.ts";
import { normalCdf } from "./normalCdf.ts";
import { tailProbability } from "./tail.ts";

/**
 * The distribution function of Student's t with any real degrees of freedom ν > 0 (normal for Infinity; NaN for ν ≤ 0): half
 * the beta tail Iₓ(ν/2, ½) at x = ν / (ν + t²), below 0. The upper tail is `studentTCdf(-t, degrees)`.
 */
export function studentTCdf(t: number, degrees: number): number {
  if (degrees === Infinity) return normalCdf(t);
  const ratio = t / Math.sqrt(degrees);
  const square = ratio * ratio;
  const x = 1 / (1 + square);
  const y = square > 1 ? 1 / (1 + 1 / square) : square / (1 + square);
  const tail = betaTail(degrees / 2, 0.5, {
    x,
    y,
    // The square overflows for t beyond 10¹⁵⁴, where few degrees of freedom still leave a tail.
    logX: square > 1e30 ? -2 * Math.log(Math.abs(ratio)) : -Math.log1p(square),
    logY: square < 1e-30 ? 2 * Math.log(Math.abs(ratio)) : -Math.log1p(1 / square),
    excess: 0.5 * x - 0.5 * degrees * y,
  });
  const half = 0.5 * tailProbability(tail, "lower");
  return t < 0 ? half : 1 - half;
}
