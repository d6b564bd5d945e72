import { comparableRows } from "./cutCandidates.ts";

export interface StackingOptions {
  /** Row weights: a row of weight w counts as w equal rows. */
  readonly weights?: ArrayLike<number> | undefined;
  /** The prior's total pseudo-count, shared evenly among the candidates. Default 1; 0 for no prior. */
  readonly pseudoCount?: number;
  /** Converged when no weights whatever could raise the objective by more than this, in nats per row. Default 1e-6. */
  readonly tolerance?: number;
  /** At most so many updates. Default 10 000. */
  readonly maxUpdates?: number;
}

export interface StackingWeights {
  /** One a candidate; they sum to 1. */
  readonly weights: Float64Array;
  readonly updates: number;
  /** A bound of what other weights could still gain, in nats. */
  readonly gap: number;
  readonly converged: boolean;
}

/**
 * Weights of a mixture of M candidates that give rows they did not see the highest density: with p_im = exp ℓ_im,
 *
 *     maximize  Σᵢ wᵢ log Σ_m ω_m p_im + (a/M) Σ_m log ω_m     over ω ≥ 0, Σ ω = 1.
 *
 * The second part, a Dirichlet prior of pseudo-count a = 1, shares weight evenly between candidates that say the same. The
 * update ω_m ← (Σᵢ wᵢ ω_m p_im/pᵢ + a/M) / (Σ w + a) never lowers the objective; it is repeated until the Frank–Wolfe gap
 * max_m G_m − Σ ω G of the gradient G, a bound of what can still be gained, is small.
 *
 * D. Wolpert, *Stacked generalization*, 1992; Y. Yao, A. Vehtari, D. Simpson & A. Gelman, *Using stacking to average Bayesian
 * predictive distributions*, 2018.
 */
export function stackingWeights(
  densities: readonly ArrayLike<number>[],
  { weights, pseudoCount = 1, tolerance = 1e-6, maxUpdates = 10_000 }: StackingOptions = {},
): StackingWeights {
  const shared = comparableRows(densities, weights);
  const M = densities.length;
  const n = shared.rows.length;
  const total = shared.weights.reduce((sum, weight) => sum + weight, 0);
  // Row by row, scaled by the largest: the weights do not feel it, and nothing underflows.
  const relative = new Float64Array(n * M);
  for (let i = 0; i < n; i++) {
    const largest = Math.max(...shared.densities.map((one) => one[i]));
    for (let m = 0; m < M; m++) relative[i * M + m] = Math.exp(shared.densities[m][i] - largest);
  }
  const prior = pseudoCount / M;
  const omega = new Float64Array(M).fill(1 / M);
  const ratios = new Float64Array(M);
  for (let updates = 0; ; updates++) {
    ratios.fill(0);
    for (let i = 0; i < n; i++) {
      let mixed = 0;
      for (let m = 0; m < M; m++) mixed += omega[m] * relative[i * M + m];
      for (let m = 0; m < M; m++) ratios[m] += (shared.weights[i] * relative[i * M + m]) / mixed;
    }
    const slopes = ratios.map((ratio, m) => ratio + (prior > 0 ? prior / omega[m] : 0));
    const gap = Math.max(...slopes) - slopes.reduce((sum, slope, m) => sum + omega[m] * slope, 0);
    const converged = gap <= tolerance * total;
    if (converged || updates === maxUpdates) return { weights: omega, updates, gap: Math.max(0, gap), converged };
    for (let m = 0; m < M; m++) omega[m] = (omega[m] * ratios[m] + prior) / (total + pseudoCount);
  }
}
