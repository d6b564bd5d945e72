/**
 * A polynomial about a center, c₀ + (low + s (c₁ + s (c₂ + …))) with s = x − center. The value at the center is kept to twice
 * the working precision as c₀ + low, so that the result is rounded little more than once.
 */
export interface Piece {
  readonly center: number;
  readonly low: number;
  readonly coefficients: readonly number[];
}

/** The piece at x; the shift (0 or 1) is added to x without rounding, as long as x is close to the center. */
export function evaluatePiece({ center, low, coefficients }: Piece, x: number, shift = 0): number {
  const s = x - (center - shift);
  let sum = 0;
  for (let k = coefficients.length - 1; k > 0; k--) sum = (sum + coefficients[k]) * s;
  return coefficients[0] + (low + sum);
}

/** c₀ + c₁ x + c₂ x² + … by Horner's rule. */
export function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum * x + coefficients[k];
  return sum;
}
