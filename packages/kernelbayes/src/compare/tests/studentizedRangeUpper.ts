import { gaussLegendre, logNormalCdf, normalCdf } from "../../numeric/index.ts";

const rule = gaussLegendre(20);
const rootTwoPi = 2.5066282746310002;

/**
 * P(Q > q) for the range Q of k independent standard normal variables: the studentized range with infinite degrees of
 * freedom. With the largest variable at z the others lie in (z − q, z),
 *
 *     P(Q > q) = k ∫ φ(z) Φ(z)ᵏ⁻¹ [1 − (1 − Φ(z − q)/Φ(z))ᵏ⁻¹] dz,
 *
 * a form without cancellation in the tail. Gauss–Legendre on panels of width at most 1 from −9 to q/2 + 9, beyond which
 * nothing counts: twelve digits for up to a million variables. For k = 2 it equals 2Φ(−q/√2).
 */
export function studentizedRangeUpper(q: number, k: number): number {
  checkGroups(k);
  if (Number.isNaN(q)) return NaN;
  if (q <= 0) return 1;
  if (q > 100) return 0; // k² exp(−q²/4) lies far below the smallest double
  const from = -9;
  const to = q / 2 + 9;
  const panels = Math.ceil(to - from);
  const half = (to - from) / panels / 2;
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const center = from + (2 * panel + 1) * half;
    for (let node = 0; node < rule.nodes.length; node++) {
      const z = center + half * rule.nodes[node];
      const density = Math.exp(-0.5 * z * z + (k - 1) * logNormalCdf(z));
      sum += rule.weights[node] * density * -Math.expm1((k - 1) * Math.log1p(-normalCdf(z - q) / normalCdf(z)));
    }
  }
  return Math.min(1, ((k * half) / rootTwoPi) * sum);
}

/** The q that the range of k independent standard normal variables exceeds with probability alpha, 0 < alpha < 1. */
export function studentizedRangeUpperQuantile(alpha: number, k: number): number {
  checkGroups(k);
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1; got ${alpha}.`);
  let low = 0;
  let high = 1;
  while (studentizedRangeUpper(high, k) > alpha) {
    low = high;
    high *= 2;
  }
  // Bisection to the last digit or two: some fifty halvings, ten milliseconds in all.
  while (high - low > 4 * Number.EPSILON * high) {
    const middle = (low + high) / 2;
    if (studentizedRangeUpper(middle, k) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function checkGroups(k: number): void {
  if (!Number.isSafeInteger(k) || k < 2) throw new RangeError(`A range needs at least 2 variables; got ${k}.`);
}
