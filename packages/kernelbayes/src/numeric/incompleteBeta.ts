import { productError, sumError } from "./productError.ts";
import { minusLog1p } from "./logSumExp.ts";
import { logGamma, stirlingSeries } from "./logGamma.ts";
import { logTailProbability, tailProbability, type Tail, tailIntegral } from "./tail.ts";
import { normalCdf } from "./normalCdf.ts";
import { incompleteGammaLower, incompleteGammaUpper } from "./incompleteGammaLower.ts";

const iterationLimit = 1000; // at most some 300 are needed

/**
 * The regularized incomplete beta function Iₓ(a, b) = 1/B(a, b) ∫₀ˣ tᵃ⁻¹ (1 − t)ᵇ⁻¹ dt: the distribution function of a beta
 * variable. NaN unless a, b > 0 and 0 ≤ x ≤ 1. The upper tail is 1 − Iₓ(a, b) = I₁₋ₓ(b, a).
 *
 * The tail on the near side of the mean is computed directly, by a continued fraction or, if both a and b exceed 1000, by
 * quadrature of the density; the other one as its complement.
 */
export function incompleteBeta(a: number, b: number, x: number): number {
  return tailProbability(betaTail(a, b, betaPoint(a, b, x)), "lower");
}

/** log Iₓ(a, b), finite where Iₓ underflows. */
export function logIncompleteBeta(a: number, b: number, x: number): number {
  return logTailProbability(betaTail(a, b, betaPoint(a, b, x)), "lower");
}

/** Where a beta distribution is cut. Everything is given to full relative accuracy, which 1 − x alone would not have. */
interface BetaPoint {
  readonly x: number;
  /** 1 − x. */
  readonly y: number;
  readonly logX: number;
  readonly logY: number;
  /** b x − a y = (a + b) (x − mean). */
  readonly excess: number;
}

/** One tail of the beta distribution at a point; used by the t and F distributions, which know their points better. */
function betaTail(a: number, b: number, point: BetaPoint): Tail {
  const { x, y, excess } = point;
  if (!(a > 0 && b > 0 && a < Infinity && b < Infinity && x >= 0 && y >= 0)) {
    return { side: "lower", logScale: NaN, factor: NaN };
  }
  if (point.logX === -Infinity) return { side: "lower", logScale: -Infinity, factor: 1 };
  if (point.logY === -Infinity) return { side: "upper", logScale: -Infinity, factor: 1 };
  // Beyond x = (a + 1) / (a + b + 2) the upper tail is nearer.
  if (excess > y - x) {
    const { logScale, factor } = betaTail(b, a, mirrored(point));
    return { side: "upper", logScale, factor };
  }
  const logScale = logKernel(a, b, point);
  const unit = a < 16 && b < 16 ? a * (b / (a + b)) : 1; // left out by logKernel
  const factor = Math.min(a, b) > 1000 ? largeShapes(a, b, point) : continuedFraction(a, b, point);
  return { side: "lower", logScale, factor: unit * factor };
}

function betaPoint(a: number, b: number, x: number): BetaPoint {
  const y = 1 - x;
  const bx = b * x;
  const ay = a * y;
  const lost = productError(b, x, bx) - productError(a, y, ay) - a * sumError(1, -x, y);
  return {
    x,
    y,
    logX: x < 0.5 ? Math.log(x) : Math.log1p(-y),
    logY: x < 0.5 ? Math.log1p(-x) : Math.log(y),
    excess: bx - ay + lost,
  };
}

function mirrored({ x, y, logX, logY, excess }: BetaPoint): BetaPoint {
  return { x: y, y: x, logX: logY, logY: logX, excess: -excess };
}

/**
 * log(xᵃ yᵇ / B(a, b)), or less log(ab / (a + b)) if both parameters are below 16, where Γ(a + 1), Γ(b + 1), Γ(a + b + 1) are used
 * because they do not grow as a or b tend to 0.
 *
 * With Stirling's formula for a large parameter, powers combine to a log(x (a + b)/a) = a log(1 + excess/a), and for two of
 * them excess/a · a cancels against −excess/b · b, which leaves terms t − log(1 + t).
 */
function logKernel(a: number, b: number, point: BetaPoint): number {
  const { logX, logY, excess } = point;
  if (a < 16 && b < 16) return a * logX + b * logY + logGamma(a + b + 1) - logGamma(a + 1) - logGamma(b + 1);
  if (a < 16) return logKernel(b, a, mirrored(point));
  const series = stirlingSeries(a + b) - stirlingSeries(a);
  if (b < 16) {
    const logRatio = excess < -0.5 * a ? logX + Math.log1p(b / a) : Math.log1p(excess / a);
    return a * logRatio - b + b * (logY + Math.log(a + b)) - 0.5 * Math.log1p(b / a) + series - logGamma(b);
  }
  const below = excess < -0.5 * a ? excess / a - logX - Math.log1p(b / a) : minusLog1p(excess / a);
  return (
    -a * below -
    b * minusLog1p(-excess / b) +
    0.5 * Math.log((a / (2 * Math.PI)) * (b / (a + b))) +
    series -
    stirlingSeries(b)
  );
}

/**
 * The even part of the classical continued fraction of Iₓ(a, b) B(a, b) / (xᵃ yᵇ) (Didonato & Morris 1992, written with
 * (a + b) x − a, which is known without cancellation), by the method of Lentz.
 */
function continuedFraction(a: number, b: number, { x, y, excess }: BetaPoint): number {
  const denominator = (n: number): number =>
    n + (n * (b - n) * x) / (a + 2 * n - 1) + ((a + n) / (a + 2 * n + 1)) * (1 - excess + n * (1 + y));
  let c = Infinity;
  let d = 1 / ((a / (a + 1)) * (1 - excess));
  let value = d;
  for (let n = 1; n < iterationLimit; n++) {
    const numerator = ((a + n - 1) / (a + 2 * n - 1)) * ((a + b + n - 1) / (a + 2 * n - 1)) * n * (b - n) * x * x;
    const next = denominator(n);
    d = 1 / (numerator * d + next);
    c = next + numerator / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 3e-16) break;
  }
  return value;
}

/** The lower tail relative to xᵃ yᵇ / B: 1/(x y) times the integral of the density, relative to that at x, from x down. */
function largeShapes(a: number, b: number, { x, y, excess }: BetaPoint): number {
  const slope = (x - y - excess) / (x * y); // (a − 1)/x − (b − 1)/y
  const curvature = (a - 1) / (x * x) + (b - 1) / (y * y);
  const drop = (s: number): number => slope * s + (a - 1) * minusLog1p(-s / x) + (b - 1) * minusLog1p(s / y);
  return tailIntegral(drop, slope, curvature, x) / (x * y);
}

/**
 * The distribution function of Student's t with any real degrees of freedom ν > 0 (normal for Infinity; NaN for ν ≤ 0): half
 * the beta tail Iₓ(ν/2, ½) at x = ν / (ν + t²), below 0. The upper tail is `studentTCdf(-t, degrees)`.
 */
export function studentTCdf(t: number, degrees: number): number {
  if (degrees === Infinity) return normalCdf(t);
  const ratio = t / Math.sqrt(degrees);
  const square = ratio * ratio;
  const x = 1 / (1 + square);
  const y = square > 1 ? 1 / (1 + 1 / square) : square / (1 + square);
  const tail = betaTail(degrees / 2, 0.5, {
    x,
    y,
    // The square overflows for t beyond 10¹⁵⁴, where few degrees of freedom still leave a tail.
    logX: square > 1e30 ? -2 * Math.log(Math.abs(ratio)) : -Math.log1p(square),
    logY: square < 1e-30 ? 2 * Math.log(Math.abs(ratio)) : -Math.log1p(1 / square),
    excess: 0.5 * x - 0.5 * degrees * y,
  });
  const half = 0.5 * tailProbability(tail, "lower");
  return t < 0 ? half : 1 - half;
}

/**
 * The distribution function of Fisher's F, the ratio of two mean squares with d₁ and d₂ degrees of freedom (real, positive;
 * Infinity stands for a known variance): the beta tail Iₓ(d₁/2, d₂/2) at x = d₁ f / (d₁ f + d₂). 0 below 0; the upper tail is
 * `fisherFCdf(1 / f, d2, d1)`.
 */
export function fisherFCdf(f: number, d1: number, d2: number): number {
  if (f <= 0) return d1 > 0 && d2 > 0 ? 0 : NaN;
  if (d2 === Infinity) return incompleteGammaLower(d1 / 2, (d1 / 2) * f);
  if (d1 === Infinity) return incompleteGammaUpper(d2 / 2, d2 / 2 / f);
  const ratio = (d1 / d2) * f;
  const y = 1 / (1 + ratio);
  const tail = betaTail(d1 / 2, d2 / 2, {
    x: 1 / (1 + 1 / ratio),
    y,
    logX: -Math.log1p(1 / ratio),
    logY: -Math.log1p(ratio),
    excess: (d1 / 2) * (f - 1) * y,
  });
  return tailProbability(tail, "lower");
}
