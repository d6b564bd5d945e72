import { digammaAtOne, digammaAtTwo, digammaAtZero, digammaZero } from "./coefficients.generated.ts";
import { evaluatePiece, polynomial } from "./piece.ts";
import { cotPi } from "./sinPi.ts";

// B₂ₖ / (2k) for k = 1, 2, …
const bernoulli = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160];

/**
 * The digamma function ψ(x) = d/dx log Γ(x). NaN at negative whole numbers, ∓Infinity at ±0.
 *
 * Polynomials between ¾ and 2¼, with the zero at 1.4616… as a factor; the recurrence ψ(x + 1) = ψ(x) + 1/x up to 10; the
 * asymptotic series from there on; reflection ψ(x) = ψ(1 − x) − π cot(πx) below −¼. Near a zero on the negative axis the
 * error is a few units in the last place of ψ(1 − x), not of the result.
 */
export function digamma(x: number): number {
  if (x >= 10) {
    const u = 1 / (x * x);
    return Math.log(x) - (0.5 / x + u * polynomial(bernoulli, u));
  }
  if (x >= 2.25) {
    let sum = 0;
    let y = x;
    while (y >= 2.25) sum += 1 / --y;
    return sum + between(y, 0);
  }
  if (x >= 0.75) return between(x, 0);
  if (x > -0.25) return between(x, 1) - 1 / x;
  if (Number.isInteger(x) || !Number.isFinite(x)) return NaN;
  return digamma(1 - x) - Math.PI * cotPi(x);
}

/** ψ(x + shift) for ¾ ≤ x + shift ≤ 2¼. */
function between(x: number, shift: 0 | 1): number {
  if (x < 1.25 - shift) return evaluatePiece(digammaAtOne, x, shift);
  if (x < 1.75 - shift) {
    const [zero, zeroLow] = digammaZero;
    return (x - (zero - shift) - zeroLow) * evaluatePiece(digammaAtZero, x, shift);
  }
  return evaluatePiece(digammaAtTwo, x, shift);
}
