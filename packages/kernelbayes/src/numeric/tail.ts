import { gaussLegendre } from "./gaussLegendre.ts";

/** One tail of a distribution, computed without cancellation: exp(logScale) · factor. */
export interface Tail {
  readonly side: "lower" | "upper";
  readonly logScale: number;
  readonly factor: number;
}

/** The probability on the asked side. */
export function tailProbability({ side, logScale, factor }: Tail, asked: "lower" | "upper"): number {
  const probability = Math.min(1, Math.exp(logScale) * factor);
  return side === asked ? probability : 1 - probability;
}

/** Its logarithm, which stays finite where the probability underflows. */
export function logTailProbability({ side, logScale, factor }: Tail, asked: "lower" | "upper"): number {
  const logProbability = Math.min(0, logScale + Math.log(factor));
  return side === asked ? logProbability : Math.log1p(-Math.exp(logProbability));
}

const panels = 3;
const rule = gaussLegendre(32);

/**
 * ∫₀^limit exp(−drop(s)) ds for a convex function with drop(0) = 0 and about the given slope and curvature at 0: the tail of a
 * log-concave density relative to its height where the tail begins. Gauss–Legendre up to where the integrand has fallen by a
 * factor of at least e⁻⁴⁰.
 */
export function tailIntegral(drop: (s: number) => number, slope: number, curvature: number, limit: number): number {
  // The positive root of slope·s + ½ curvature·s² = 40, widened while the true drop is smaller.
  let width = 80 / (slope + Math.sqrt(slope * slope + 80 * curvature));
  for (let step = 0; step < 50 && width < limit && drop(width) < 40; step++) width *= 1.2;
  const half = Math.min(width, limit) / (2 * panels);
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    for (let i = 0; i < rule.nodes.length; i++) {
      sum += rule.weights[i] * Math.exp(-drop(half * (2 * panel + 1 + rule.nodes[i])));
    }
  }
  return half * sum;
}
