import { erfSmall, erfcxLarge, erfcxPieces } from "./coefficients.generated.ts";
import { polynomial, evaluatePiece } from "./piece.ts";
import { productError } from "./productError.ts";

/** The error function erf(x) = 2/√π ∫₀ˣ exp(−t²) dt. Odd; a polynomial up to ½, 1 − erfc(x) above. */
export function erf(x: number): number {
  if (Math.abs(x) < 0.5) return x + x * polynomial(erfSmall, x * x);
  return x < 0 ? erfc(-x) - 1 : 1 - erfc(x);
}

/**
 * The complementary error function erfc(x) = 1 − erf(x), accurate in the tail: exp(−x²) erfcx(x) from ½ on, subnormal beyond
 * 26.5 and 0 beyond 27.3.
 */
export function erfc(x: number): number {
  if (Math.abs(x) < 0.5) return 1 - erf(x);
  if (x < 0) return 2 - erfc(-x);
  if (x > 28) return 0;
  return gaussianDecay(x, 1, erfcx(x));
}

const inverseRootPi = 0.5641895835477563;
const inverseRootPiLow = 7.66772980658294e-18;

/**
 * The scaled complementary error function erfcx(x) = exp(x²) erfc(x), which falls like 1/(x√π) where erfc underflows, and
 * overflows to Infinity below −26.6.
 *
 * Polynomials on intervals of length ½ from −1 to 5, above that a polynomial in 1/x², and erfcx(x) = 2 exp(x²) − erfcx(−x)
 * below −1.
 */
export function erfcx(x: number): number {
  if (x >= 5) {
    const u = 1 / (x * x);
    return (inverseRootPi + (inverseRootPiLow + inverseRootPi * u * polynomial(erfcxLarge, u))) / x;
  }
  if (x >= -1) return evaluatePiece(erfcxPieces[Math.floor(2 * x) + 2], x);
  if (Number.isNaN(x)) return NaN;
  if (x < -26.64) return Infinity;
  const square = x * x;
  const growth = Math.exp(square);
  return 2 * (growth + growth * productError(x, x, square)) - erfcx(-x);
}

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
