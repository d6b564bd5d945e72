import { erfcx } from "./erfcx.ts";
import { normalCdf } from "./normalCdf.ts";

/**
 * The logarithm of the standard normal distribution function, log Φ(x), for arguments of any size: below 0 it is
 * −½x² + log(½ erfcx(−x/√2)), above it is log1p(−Φ(−x)).
 */
export function logNormalCdf(x: number): number {
  if (x > 0) return Math.log1p(-normalCdf(-x));
  return Math.log(0.5 * erfcx(-x * Math.SQRT1_2)) - 0.5 * x * x;
}
