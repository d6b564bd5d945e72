import {
  logGammaAboveTwo,
  logGammaAtOne,
  logGammaAtTwo,
  logGammaBetween,
  digammaAtOne,
  digammaAtTwo,
  digammaAtZero,
  digammaZero,
} from "./coefficients.generated.ts";
import { evaluatePiece, polynomial } from "./piece.ts";
import { cotPi, sinPi } from "./sinPi.ts";

// B₂ₖ / (2k (2k − 1)) for k = 1, 2, …
const stirling = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360];
const halfLogTwoPiLessHalf = 0.4189385332046727;

/**
 * log |Γ(x)|. Infinity at 0 and at negative whole numbers.
 *
 * Polynomials between ¾ and 2¾, with the zeros at 1 and 2 as factors; the recurrence Γ(x + 1) = x Γ(x) up to 16; Stirling's
 * series from there on; reflection Γ(x) Γ(1 − x) = π / sin(πx) below −¼. Near a zero on the negative axis the error is a few
 * units in the last place of log Γ(|x|), not of the result.
 */
export function logGamma(x: number): number {
  if (x >= 16) return (x - 0.5) * (Math.log(x) - 1) + (halfLogTwoPiLessHalf + stirlingSeries(x));
  if (x >= 2.75) {
    let product = 1;
    let y = x;
    while (y >= 2.75) product *= --y;
    return Math.log(product) + between(y, 0);
  }
  if (x >= 0.75) return between(x, 0);
  if (x > -0.25) return between(x, 1) - Math.log(Math.abs(x));
  if (Number.isNaN(x)) return NaN;
  if (Number.isInteger(x) || x === -Infinity) return Infinity;
  return Math.log(Math.PI / Math.abs(x * sinPi(x))) - logGamma(-x);
}

/** log Γ(x) − ((x − ½) log x − x + ½ log 2π), the error of Stirling's formula, for x ≥ 16. */
export function stirlingSeries(x: number): number {
  return polynomial(stirling, 1 / (x * x)) / x;
}

/** log Γ(x + shift) for ¾ ≤ x + shift ≤ 2¾. */
function between(x: number, shift: 0 | 1): number {
  if (x < 1.25 - shift) return 0 + (x - (1 - shift)) * evaluatePiece(logGammaAtOne, x, shift); // not −0
  if (x < 1.75 - shift) return evaluatePiece(logGammaBetween, x, shift);
  if (x < 2.25 - shift) return (x - (2 - shift)) * evaluatePiece(logGammaAtTwo, x, shift);
  return evaluatePiece(logGammaAboveTwo, x, shift);
}

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
    return sum + digammaBetween(y, 0);
  }
  if (x >= 0.75) return digammaBetween(x, 0);
  if (x > -0.25) return digammaBetween(x, 1) - 1 / x;
  if (Number.isInteger(x) || !Number.isFinite(x)) return NaN;
  return digamma(1 - x) - Math.PI * cotPi(x);
}

/** ψ(x + shift) for ¾ ≤ x + shift ≤ 2¼. */
function digammaBetween(x: number, shift: 0 | 1): number {
  if (x < 1.25 - shift) return evaluatePiece(digammaAtOne, x, shift);
  if (x < 1.75 - shift) {
    const [zero, zeroLow] = digammaZero;
    return (x - (zero - shift) - zeroLow) * evaluatePiece(digammaAtZero, x, shift);
  }
  return evaluatePiece(digammaAtTwo, x, shift);
}
