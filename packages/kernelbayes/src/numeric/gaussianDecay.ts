import { productError } from "./productError.ts";

/**
 * value · (1 + correction) · exp(−scale · x²) for |x| < 1000, scale 1 or ½ and a tiny correction, without the loss of accuracy
 * that rounding x² would bring (its error is magnified by x²), and without rounding twice where the result is subnormal.
 */
export function gaussianDecay(x: number, scale: 1 | 0.5, value: number, correction = 0): number {
  const square = x * x;
  const high = scale * square;
  const rest = value + value * (correction - scale * productError(x, x, square));
  if (high < 708) return rest * Math.exp(-high);
  const root = Math.exp(-0.5 * high);
  return rest * root * root;
}
