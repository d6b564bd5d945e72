import { minusLog1p } from "./logSumExp.ts";
import { logGamma, stirlingSeries } from "./logGamma.ts";
import { logTailProbability, tailProbability, type Tail, tailIntegral } from "./tail.ts";

const iterationLimit = 1000; // at most some 300 are needed

/**
 * The regularized lower incomplete gamma function P(a, x) = 1/Γ(a) ∫₀ˣ tᵃ⁻¹ e⁻ᵗ dt: the distribution function of a gamma
 * variable with shape a > 0 and rate 1. NaN for a ≤ 0 or x < 0.
 *
 * The smaller tail is computed directly (series below a + 1, continued fraction of Legendre above; for shapes above 1000,
 * where these become slow, quadrature of the density), the other one as its complement.
 */
export function incompleteGammaLower(a: number, x: number): number {
  return tailProbability(gammaTail(a, x), "lower");
}

/** The regularized upper incomplete gamma function Q(a, x) = 1 − P(a, x). */
export function incompleteGammaUpper(a: number, x: number): number {
  return tailProbability(gammaTail(a, x), "upper");
}

/** log P(a, x), finite where P underflows. */
export function logIncompleteGammaLower(a: number, x: number): number {
  return logTailProbability(gammaTail(a, x), "lower");
}

/** log Q(a, x), finite where Q underflows. */
export function logIncompleteGammaUpper(a: number, x: number): number {
  return logTailProbability(gammaTail(a, x), "upper");
}

function gammaTail(a: number, x: number): Tail {
  if (!(a > 0 && a < Infinity && x >= 0)) return { side: "lower", logScale: NaN, factor: NaN };
  if (x === 0) return { side: "lower", logScale: -Infinity, factor: 1 };
  if (x === Infinity) return { side: "upper", logScale: -Infinity, factor: 1 };
  const logScale = logPower(a, x);
  if (a > 1000) return { side: x < a ? "lower" : "upper", logScale, factor: largeShape(a, x) };
  if (x < a + 1) return { side: "lower", logScale, factor: series(a, x) };
  return { side: "upper", logScale, factor: a * continuedFraction(a, x) };
}

/** log(xᵃ e⁻ˣ / Γ(a + 1)); for larger a in the form −a (t − log(1 + t)) − ½ log 2πa − …, t = x/a − 1, free of cancellation. */
function logPower(a: number, x: number): number {
  if (a < 16) return a * Math.log(x) - logGamma(a + 1) - x;
  const t = (x - a) / a;
  const deviance = t < -0.5 ? t - Math.log(x / a) : minusLog1p(t);
  return -a * deviance - 0.5 * Math.log(2 * Math.PI * a) - stirlingSeries(a);
}

/** 1 + x/(a + 1) + x²/((a + 1)(a + 2)) + …, so that P = xᵃ e⁻ˣ / Γ(a + 1) times this. */
function series(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < iterationLimit && term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** 1/(x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …))), by the method of Lentz. */
function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Infinity;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < iterationLimit; n++) {
    const numerator = n * (a - n);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 3e-16) break;
  }
  return value;
}

/** The tail of the density a/x · xᵃ e⁻ˣ / Γ(a + 1) that begins at x and leads away from a. */
function largeShape(a: number, x: number): number {
  const away = x < a ? -1 : 1;
  const slope = (away * (x - a + 1)) / x;
  const drop = (s: number): number => slope * s + (a - 1) * minusLog1p((away * s) / x);
  return (a / x) * tailIntegral(drop, slope, (a - 1) / (x * x), away < 0 ? x : Infinity);
}

/**
 * The distribution function of χ² with any real degrees of freedom k > 0: P(k/2, x/2), and 0 below 0. The upper tail is
 * `incompleteGammaUpper(degrees / 2, x / 2)`.
 */
export function chiSquareCdf(x: number, degrees: number): number {
  return incompleteGammaLower(degrees / 2, Math.max(x, 0) / 2);
}
