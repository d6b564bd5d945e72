import type { Likelihood, LogMean } from "../../../likelihoods/likelihood.ts";
import { gaussLegendre, type QuadratureRule } from "../../../numeric/gaussLegendre.ts";

/** h(t) falls by t²/2 at least on both sides of its greatest value: what lies further away is below e⁻⁴². */
const reach = Math.sqrt(84);
const golden = (Math.sqrt(5) - 1) / 2;
const deepest = 40;
/** Margins between which likelihoods turn from 0 to 1, on their own scale, however wide the Gaussian is. */
const turns = [-100, -10, -1, 0, 1, 10, 100];
let rule: QuadratureRule | undefined;

/** ∫ e^h, ∫ u e^h, ∫ u² e^h. */
type Moments = readonly [zeroth: number, first: number, second: number];

/**
 * ln ∫ g(f)^w N(f; μ, v) df and its derivatives in μ for a power w between 0 and 1: what a row of weight w says, which is less
 * than a row. By adaptive Gauss–Legendre quadrature around the greatest value of the integrand, which is log-concave:
 *
 *     with t = (f − μ)/√v and E the mean under g(f)^w N(f; μ, v):  first derivative E[t]/√v,  second (Var[t] − 1)/v.
 */
export function poweredMean(likelihood: Likelihood, power: number, mean: number, variance: number): LogMean {
  const deviation = Math.sqrt(variance);
  const h = (t: number): number => power * likelihood.logProbability(mean + deviation * t) - 0.5 * t * t;
  const top = greatest(h);
  const height = h(top);
  const integrand = (u: number): number => Math.exp(h(top + u) - height);
  const inside = turns.map((margin) => (margin - mean) / deviation - top).filter((u) => Math.abs(u) < reach);
  const ends = [-reach, 0, ...inside, reach].toSorted((a, b) => a - b);
  let sums: Moments = [0, 0, 0];
  for (let k = 1; k < ends.length; k++) {
    const whole = moments(integrand, ends[k - 1], ends[k]);
    sums = added(sums, adaptive(integrand, ends[k - 1], ends[k], whole, deepest));
  }
  const zeroth = sums[0];
  const first = sums[1] / zeroth;
  const second = sums[2] / zeroth;
  return {
    value: height + Math.log(zeroth) - 0.5 * Math.log(2 * Math.PI),
    slope: (top + first) / deviation,
    curvature: Math.min(0, second - first * first - 1) / variance,
  };
}

/** About where h is greatest, t ≥ 0 since g rises; h may be −∞ to the left of it. */
function greatest(h: (t: number) => number): number {
  let to = 1;
  while (to < 1e9 && !(h(2 * to) < h(to))) to *= 2;
  let from = 0;
  to *= 2;
  for (let step = 0; step < 40; step++) {
    const width = golden * (to - from);
    if (h(from + width) < h(to - width)) to = from + width;
    else from = to - width;
  }
  return (from + to) / 2;
}

function moments(integrand: (u: number) => number, from: number, to: number): Moments {
  rule ??= gaussLegendre(16);
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  let [zeroth, first, second] = [0, 0, 0];
  for (let k = 0; k < rule.nodes.length; k++) {
    const u = middle + half * rule.nodes[k];
    const value = half * rule.weights[k] * integrand(u);
    zeroth += value;
    first += u * value;
    second += u * u * value;
  }
  return [zeroth, first, second];
}

/** Halves the interval until that changes the moments by less than 1e-13; the integrand is at most 1, its integral about 1. */
function adaptive(integrand: (u: number) => number, from: number, to: number, whole: Moments, depth: number): Moments {
  const middle = (from + to) / 2;
  const left = moments(integrand, from, middle);
  const right = moments(integrand, middle, to);
  const both = added(left, right);
  if (depth === 0 || both.every((value, k) => Math.abs(value - whole[k]) < 1e-13)) return both;
  const lower = adaptive(integrand, from, middle, left, depth - 1);
  const upper = adaptive(integrand, middle, to, right, depth - 1);
  return added(lower, upper);
}

function added(a: Moments, b: Moments): Moments {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
