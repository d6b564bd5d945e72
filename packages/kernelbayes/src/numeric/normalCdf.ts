import { productError } from "./productError.ts";
import { erf } from "./erf.ts";
import { erfcx } from "./erfcx.ts";
import { gaussianDecay } from "./gaussianDecay.ts";

const rootHalfLow = -4.833646656726457e-17; // √½ − Math.SQRT1_2
const twoOverRootPi = 1.1283791670955126;

/**
 * The standard normal distribution function Φ(x) = ½ erfc(−x/√2), accurate to the last digits in the lower tail: subnormal
 * below −37.5, 0 below −38.5. For the upper tail take Φ(−x) = 1 − Φ(x).
 */
export function normalCdf(x: number): number {
  if (Math.abs(x) < 0.7) return 0.5 + 0.5 * erf(x * Math.SQRT1_2);
  if (x > 0) return 1 - normalCdf(-x);
  if (x < -40) return 0;
  const y = -x * Math.SQRT1_2;
  const scaled = erfcx(y);
  // What is missing from y, times the logarithmic derivative of erfcx, 2y − 2/(√π erfcx(y)).
  const missing = productError(-x, Math.SQRT1_2, y) - x * rootHalfLow;
  return gaussianDecay(x, 0.5, 0.5 * scaled, missing * (2 * y - twoOverRootPi / scaled));
}
