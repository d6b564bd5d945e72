import { erfcxLarge, erfcxPieces } from "./coefficients.generated.ts";
import { productError } from "./productError.ts";
import { evaluatePiece, polynomial } from "./piece.ts";

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
