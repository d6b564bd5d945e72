import { erfcx } from "../numeric/erfcx.ts";
import { gaussLegendre } from "../numeric/gaussLegendre.ts";
import type { LogMean } from "./likelihood.ts";

const { nodes, weights } = gaussLegendre(48);
const rootTwoPi = 2.5066282746310002;
/** Deviations beyond which a Gaussian is cut off; half its square, 40.5, is what the exponent may fall by. */
const reach = 9;
/** Deviations below −δ from where on the moments of the tilted Gaussian are summed instead of derivatives. */
const tailBegins = 3;
const densities = new Float64Array(2 * nodes.length);
const offsets = new Float64Array(2 * nodes.length);

/**
 * ln ∫ g(f) N(f; mean, variance) df of the trigonometric likelihood of half width δ, for a positive variance: 48 nodes of
 * Gauss–Legendre on the part of [−δ, δ] that matters, and the tail above δ. Only positive terms are summed, relative to the
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
  const start = Math.max(0, -distance); // o + δ
  const { from, to } = significantPart(halfWidth, distance, variance);
  const c = Math.PI / (4 * halfWidth);
  const half = 0.5 * (to - from);
  const middle = 0.5 * (to + from);
  const precision = 0.5 / variance;
  let sum = 0;
  for (let k = 0; k < nodes.length; k++) {
    const w = middle + half * nodes[k];
    const sine = Math.sin(c * (start + w));
    sum += weights[k] * sine * sine * Math.exp(-precision * w * (w + 2 * shift));
  }
  const integral = (half * sum) / (Math.sqrt(variance) * rootTwoPi) + upperTail(halfWidth, distance, variance);
  return Math.log(integral) - precision * shift * shift;
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
  const start = Math.max(0, -distance);
  const { from, to } = significantPart(halfWidth, distance, variance);
  const c = Math.PI / (4 * halfWidth);
  const half = 0.5 * (to - from);
  const middle = 0.5 * (to + from);
  const precision = 0.5 / variance;
  let zeroth = 0;
  let sineMean = 0;
  let cosineMean = 0;
  for (let k = 0; k < nodes.length; k++) {
    const w = middle + half * nodes[k];
    const angle = c * (start + w);
    const sine = Math.sin(angle);
    const density = weights[k] * Math.exp(-precision * w * (w + 2 * shift));
    zeroth += density * sine * sine;
    cosineMean += density * sine * Math.cos(angle); // ½ cos ωf
    sineMean += density * (sine * sine - 0.5); // ½ sin ωf
  }
  const scale = half / (Math.sqrt(variance) * rootTwoPi);
  const lower = scale * zeroth + upperTail(halfWidth, distance, variance);
  const logFactor = -precision * shift * shift;
  const logLower = Math.log(lower) + logFactor;
  const first = 2 * c * scale * cosineMean;
  const second = -4 * c * c * scale * sineMean;
  if (mean <= 0) {
    const slope = first / lower;
    return { value: logLower, slope, curvature: second / lower - slope * slope };
  }
  const other = Math.exp(logLower);
  const factor = Math.exp(logFactor) / (1 - other);
  const slope = first * factor;
  return { value: Math.log1p(-other), slope, curvature: -second * factor - slope * slope };
}

/** For D = −δ − μ > 0: the mean and the variance of u = f + δ under g(f) N(f), above δ by the same rule with g = 1. */
function tailWithSlopes(halfWidth: number, distance: number, variance: number): LogMean {
  const c = Math.PI / (4 * halfWidth);
  const precision = 0.5 / variance;
  const end = fall(distance, reach * Math.sqrt(variance));
  const count = end > 2 * halfWidth ? 2 * nodes.length : nodes.length;
  let zeroth = 0;
  let first = 0;
  for (let k = 0; k < count; k++) {
    const isAbove = k >= nodes.length;
    const from = isAbove ? 2 * halfWidth : 0;
    const half = 0.5 * ((isAbove ? end : Math.min(2 * halfWidth, end)) - from);
    const u = from + half * (1 + nodes[k % nodes.length]);
    const sine = isAbove ? 1 : Math.sin(c * u);
    const density = half * weights[k % nodes.length] * sine * sine * Math.exp(-precision * u * (u + 2 * distance));
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
