import { erfcx } from "../numeric/erf.ts";
import { gaussLegendre } from "../numeric/gaussLegendre.ts";
import type { LogMean } from "./likelihood.ts";

const finest = gaussLegendre(48);
/** Rules for parts of the margin, and how many deviations half of the part may have, so that sums are right to about 1e-14. */
const partRules = [
  { rule: gaussLegendre(24), mostDeviations: 4.6 },
  { rule: gaussLegendre(32), mostDeviations: 6 },
  { rule: finest, mostDeviations: Infinity },
];
const rootTwoPi = 2.5066282746310002;
/** Deviations beyond which a Gaussian is cut off; half its square, 40.5, is what the exponent may fall by. */
const reach = 9;
/** Deviations below −δ from where on the moments of the tilted Gaussian are summed instead of derivatives. */
const tailBegins = 3;
const densities = new Float64Array(2 * finest.nodes.length);
const offsets = new Float64Array(2 * finest.nodes.length);

/**
 * ln ∫ g(f) N(f; mean, variance) df of the trigonometric likelihood of half width δ, for a positive variance: up to 48 nodes of
 * Gauss–Legendre on the part of [−δ, δ] that matters, or a formula for Gaussians within it, and the tail above δ. Only positive terms are summed, relative to the
 * height of the Gaussian at −δ where its center is below, so that the logarithm keeps its digits far into the tail. For a positive
 * mean it is log1p of minus the probability of the other class.
 */
export function trigonometricLogMean(halfWidth: number, mean: number, variance: number): number {
  const value = logLowerMean(halfWidth, -Math.abs(mean), variance);
  return mean <= 0 ? value : Math.log1p(-Math.exp(value));
}

/**
 * For μ ≤ 0, D = −δ − μ. Nodes are counted from o, the greater of μ and −δ: f = o + w, and (f − μ)² less its least value is
 * w (w + 2 max(0, D)), in which nothing cancels.
 */
function logLowerMean(halfWidth: number, mean: number, variance: number): number {
  const distance = -halfWidth - mean;
  const shift = Math.max(0, distance);
  const { squares } = insideSums(halfWidth, distance, variance);
  const integral = squares / (Math.sqrt(variance) * rootTwoPi) + upperTail(halfWidth, distance, variance);
  return Math.log(integral) - (0.5 / variance) * shift * shift;
}

/** The least and the greatest w in [−δ, δ] where the Gaussian is above exp(−40.5) of its greatest value there; for μ ≤ 0. */
function significantPart(halfWidth: number, distance: number, variance: number): { from: number; to: number } {
  const width = reach * Math.sqrt(variance);
  if (distance <= 0) return { from: Math.max(distance, -width), to: Math.min(2 * halfWidth + distance, width) };
  return { from: 0, to: Math.min(2 * halfWidth, fall(distance, width)) };
}

/** √(D² + width²) − D, without the cancellation. */
function fall(distance: number, width: number): number {
  return (width * width) / (Math.hypot(distance, width) + distance);
}

/** P(f > δ) relative to exp(−D²/2v) where D > 0. */
function upperTail(halfWidth: number, distance: number, variance: number): number {
  const gap = distance + 2 * halfWidth; // δ − μ
  const exponent = distance > 0 ? (2 * halfWidth * (halfWidth + distance)) / variance : (0.5 * gap * gap) / variance;
  return 0.5 * erfcx(gap / Math.sqrt(2 * variance)) * Math.exp(-exponent);
}

/**
 * The same with its derivatives in the mean, from J = ∫ cos(ωf) N and I = ∫ sin(ωf) N over [−δ, δ], ω = π/2δ, by the same rule:
 * the derivatives of the mean are ½ω J and −½ω² I. Far below −δ, where these nearly cancel in the second derivative of the
 * logarithm, it comes from the variance V of f under g N, as (V/v − 1)/v.
 */
export function trigonometricLogMeanWithSlopes(halfWidth: number, mean: number, variance: number): LogMean {
  const distance = -halfWidth + Math.abs(mean);
  if (mean <= 0 && distance > tailBegins * Math.sqrt(variance)) return tailWithSlopes(halfWidth, distance, variance);
  const shift = Math.max(0, distance);
  const precision = 0.5 / variance;
  const { squares, cosines, sines } = insideSums(halfWidth, distance, variance);
  const c = Math.PI / (4 * halfWidth);
  const scale = 1 / (Math.sqrt(variance) * rootTwoPi);
  const lower = scale * squares + upperTail(halfWidth, distance, variance);
  const logFactor = -precision * shift * shift;
  const logLower = Math.log(lower) + logFactor;
  const first = 2 * c * scale * cosines;
  const second = -4 * c * c * scale * sines;
  if (mean <= 0) {
    const slope = first / lower;
    return { value: logLower, slope, curvature: second / lower - slope * slope };
  }
  const other = Math.exp(logLower);
  const factor = Math.exp(logFactor) / (1 - other);
  const slope = first * factor;
  return { value: Math.log1p(-other), slope, curvature: -second * factor - slope * slope };
}

/** A rule on the whole of [−1, 1], with weights times sin²(π(1 + x)/4), ½ cos(πx/2) and ½ sin(πx/2). */
interface WholeRule {
  /** What the exponent of the Gaussian may fall by, so that the sums are right to about 1e-14. */
  readonly mostDecline: number;
  readonly offsets: Float64Array;
  readonly squares: Float64Array;
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

/** From few nodes, for Gaussians that hardly change from −δ to δ, to as many as parts of the interval have. */
const wholeRules: readonly WholeRule[] = [
  wholeRule(12, 0.5),
  wholeRule(16, 2),
  wholeRule(24, 6),
  wholeRule(32, 12),
  wholeRule(48, 0.5 * reach * reach),
];

/* @__NO_SIDE_EFFECTS__ */
function wholeRule(count: number, mostDecline: number): WholeRule {
  const rule = gaussLegendre(count);
  const angle = (x: number): number => 0.25 * Math.PI * (1 + x);
  const weighted = (of: (angle: number) => number): Float64Array =>
    rule.nodes.map((x, k) => rule.weights[k] * of(angle(x)));
  return {
    mostDecline,
    offsets: rule.nodes.map((x) => 1 + x),
    squares: weighted((a) => Math.sin(a) ** 2),
    cosines: weighted((a) => Math.sin(a) * Math.cos(a)),
    sines: weighted((a) => Math.sin(a) ** 2 - 0.5),
  };
}

/** Integrals over [−δ, δ] of N(f), without 1/√(2πv) and relative to its height at −δ where D > 0, times three functions. */
interface InsideSums {
  /** Times the likelihood, sin²(ω(f + δ)/2). */
  readonly squares: number;
  /** Times ½ cos ωf. */
  readonly cosines: number;
  /** Times ½ sin ωf. */
  readonly sines: number;
}

/** By a formula where all of the Gaussian is inside, on the whole interval by the coarsest rule that is good enough, else on the part of it that matters. */
function insideSums(halfWidth: number, distance: number, variance: number): InsideSums {
  const shift = Math.max(0, distance);
  const start = Math.max(0, -distance);
  const farEnd = 2 * halfWidth - start;
  if (Math.min(start, farEnd) >= reach * Math.sqrt(variance)) return wholeSums(halfWidth, start, variance);
  const precision = 0.5 / variance;
  const decline = precision * Math.max(start * start, farEnd * (farEnd + 2 * shift));
  let level = 0;
  while (level < wholeRules.length && decline > wholeRules[level].mostDecline) level++;
  if (level === wholeRules.length) return partSums(halfWidth, distance, variance);
  const rule = wholeRules[level];
  let squares = 0;
  let cosines = 0;
  let sines = 0;
  for (let k = 0; k < rule.offsets.length; k++) {
    const w = halfWidth * rule.offsets[k] - start;
    const density = Math.exp(-precision * w * (w + 2 * shift));
    squares += density * rule.squares[k];
    cosines += density * rule.cosines[k];
    sines += density * rule.sines[k];
  }
  return { squares: halfWidth * squares, cosines: halfWidth * cosines, sines: halfWidth * sines };
}

/**
 * The integrals over all f, with u = μ + δ:
 *
 *     E g = sin²(ωu/2) + ½ (1 − e) cos ωu,   E cos ωf = e sin ωu,   E sin ωf = −e cos ωu,   e = exp(−½ω²v)
 */
function wholeSums(halfWidth: number, u: number, variance: number): InsideSums {
  const omega = Math.PI / (2 * halfWidth);
  const height = Math.sqrt(variance) * rootTwoPi;
  const lost = -Math.expm1(-0.5 * omega * omega * variance);
  const sine = Math.sin(0.5 * omega * u);
  const cosine = Math.cos(omega * u);
  return {
    squares: height * (sine * sine + 0.5 * lost * cosine),
    cosines: 0.5 * height * (1 - lost) * Math.sin(omega * u),
    sines: -0.5 * height * (1 - lost) * cosine,
  };
}

function partSums(halfWidth: number, distance: number, variance: number): InsideSums {
  const shift = Math.max(0, distance);
  const start = Math.max(0, -distance);
  const { from, to } = significantPart(halfWidth, distance, variance);
  const c = Math.PI / (4 * halfWidth);
  const half = 0.5 * (to - from);
  const middle = 0.5 * (to + from);
  const precision = 0.5 / variance;
  const deviations = half / Math.sqrt(variance);
  let level = 0;
  while (deviations > partRules[level].mostDeviations) level++;
  const { nodes, weights } = partRules[level].rule;
  let squares = 0;
  let cosines = 0;
  let sines = 0;
  for (let k = 0; k < nodes.length; k++) {
    const w = middle + half * nodes[k];
    const angle = c * (start + w);
    const sine = Math.sin(angle);
    const density = weights[k] * Math.exp(-precision * w * (w + 2 * shift));
    squares += density * sine * sine;
    cosines += density * sine * Math.cos(angle);
    sines += density * (sine * sine - 0.5);
  }
  return { squares: half * squares, cosines: half * cosines, sines: half * sines };
}

/** For D = −δ − μ > 0: the mean and the variance of u = f + δ under g(f) N(f), above δ by the same rule with g = 1. */
function tailWithSlopes(halfWidth: number, distance: number, variance: number): LogMean {
  const c = Math.PI / (4 * halfWidth);
  const precision = 0.5 / variance;
  const end = fall(distance, reach * Math.sqrt(variance));
  const count = end > 2 * halfWidth ? 2 * finest.nodes.length : finest.nodes.length;
  let zeroth = 0;
  let first = 0;
  for (let k = 0; k < count; k++) {
    const isAbove = k >= finest.nodes.length;
    const from = isAbove ? 2 * halfWidth : 0;
    const half = 0.5 * ((isAbove ? end : Math.min(2 * halfWidth, end)) - from);
    const u = from + half * (1 + finest.nodes[k % finest.nodes.length]);
    const sine = isAbove ? 1 : Math.sin(c * u);
    const density =
      half * finest.weights[k % finest.nodes.length] * sine * sine * Math.exp(-precision * u * (u + 2 * distance));
    offsets[k] = u;
    densities[k] = density;
    zeroth += density;
    first += density * u;
  }
  const mean = first / zeroth;
  let second = 0;
  for (let k = 0; k < count; k++) second += densities[k] * (offsets[k] - mean) * (offsets[k] - mean);
  const value = Math.log(zeroth / (Math.sqrt(variance) * rootTwoPi)) - precision * distance * distance;
  return { value, slope: (mean + distance) / variance, curvature: (second / zeroth / variance - 1) / variance };
}
