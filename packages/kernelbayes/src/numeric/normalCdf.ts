import { productError } from "./productError.ts";
import { erf, erfcx, gaussianDecay } from "./erf.ts";
import { quantileCenter, quantilePieces } from "./coefficients.generated.ts";
import { evaluatePiece, polynomial } from "./piece.ts";

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

/**
 * The logarithm of the standard normal distribution function, log Φ(x), for arguments of any size: below 0 it is
 * −½x² + log(½ erfcx(−x/√2)), above it is log1p(−Φ(−x)).
 */
export function logNormalCdf(x: number): number {
  if (x > 0) return Math.log1p(-normalCdf(-x));
  return Math.log(0.5 * erfcx(-x * Math.SQRT1_2)) - 0.5 * x * x;
}

const rootHalfPi = 1.2533141373155003;
const logRootTwoPi = 0.9189385332046728;
const logTwoLow = 2.3190468138462996e-17; // log 2 − Math.LN2

/**
 * The quantile Φ⁻¹(p) of the standard normal distribution, to the last digits in both tails; NaN outside [0, 1].
 *
 * Polynomials in p for 2⁻⁵ ≤ p ≤ ¾, Newton's method on log Φ below, symmetry above (1 − p is exact there).
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return NaN;
  if (p > 0.75) return -normalQuantile(1 - p);
  if (p >= 0.25) return center(p - 0.5);
  if (p < 2 ** -5) return lowerTail(Math.log(p));
  const octave = p < 2 ** -4 ? 0 : p < 2 ** -3 ? 1 : 2;
  const half = p < 1.5 * 2 ** (octave - 5) ? 0 : 1;
  return -evaluatePiece(quantilePieces[2 * octave + half], p);
}

/** Φ⁻¹(exp(logP)), also where exp(logP) underflows or is 1 to working precision; NaN above 0. */
export function normalQuantileOfLog(logP: number): number {
  if (logP < -3.5) return lowerTail(logP);
  if (logP < -1.38) return normalQuantile(Math.exp(logP));
  if (logP < -0.29) return center(0.5 * Math.expm1(logP + Math.LN2 + logTwoLow));
  return -normalQuantile(-Math.expm1(logP));
}

/** Φ⁻¹(½ + q) for |q| ≤ ¼. */
function center(q: number): number {
  return q * polynomial(quantileCenter, q * q);
}

/**
 * The root z of log Φ(z) = logP < −3.4, from z² ≈ r² − log 2π − 2 log r with r² = −2 logP. The slope of log Φ is φ/Φ, the
 * reciprocal of √(π/2) erfcx(−z/√2). The start is good to 0.01, and each of four steps doubles the digits.
 */
function lowerTail(logP: number): number {
  const r = Math.SQRT2 * Math.sqrt(-logP);
  if (r > 1e10) return -r; // the rest is less than half a unit in the last place
  let z = (Math.log(r) + logRootTwoPi) / r - r;
  for (let step = 0; step < 4; step++) {
    z += (logP - logNormalCdf(z)) * rootHalfPi * erfcx(-z * Math.SQRT1_2);
  }
  return z;
}
