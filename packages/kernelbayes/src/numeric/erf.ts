import { erfSmall } from "./coefficients.generated.ts";
import { erfcx } from "./erfcx.ts";
import { gaussianDecay } from "./gaussianDecay.ts";
import { polynomial } from "./piece.ts";

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
