/** One of several regularizations μ = 2^logRegularization, with its share in their average; the shares sum to 1. */
export interface WeightedRegularization {
  readonly logRegularization: number;
  readonly weight: number;
}

/** Nats by which the criterion rises where a weight falls to 1/e. */
const temperature = 3;
/** Below this share of the largest weight a machine would cost more than it says. */
const leastShare = 0.02;

/**
 * The weights of regularizations in an average, from their criteria C in nats:
 *
 *     w ∝ exp(−(C − min C)/3),   Σ w = 1
 *
 * With 1 in place of 3, exp(−C) would count as a likelihood; 3 made fewer errors on benchmark problems. Weights below a fiftieth of the largest are 0, as are those of criteria that
 * are not finite.
 */
export function regularizationWeights(criteria: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(criteria);
  const least = values.reduce((lowest, value) => (value < lowest ? value : lowest), Infinity);
  const shares = values.map((value) => {
    const share = Number.isFinite(value) ? Math.exp((least - value) / temperature) : 0;
    return share >= leastShare ? share : 0;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}
