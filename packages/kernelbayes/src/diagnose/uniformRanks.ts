import { matrix, type Matrix } from "../engine/matrix.ts";
import { logGamma } from "../numeric/index.ts";

/** How far counts of ranks may be from even ones by chance. */
export interface UniformBand {
  /** At each of the values 1 … L the smallest count of ranks below it that is still within the band. */
  readonly lower: Int32Array;
  /** The largest such count. */
  readonly upper: Int32Array;
  /** The probability of all N ranks keeping within the band; at least the level that was asked for. */
  readonly coverage: number;
}

/** Where the counts of N ranks that are even on 0 … L should be. */
export interface UniformRanks {
  /** The narrowest band of its kind that even ranks keep within, all along, with the given probability or a little more. */
  band(level: number): UniformBand;
  /**
   * The probability of even ranks straying, somewhere, at least as far as these do. Counts are those of ranks below 1 … L.
   */
  probability(counts: ArrayLike<number>): number;
}

/**
 * The empirical distribution function of N ranks, each of which is even on 0 … L if all is well. The count C_v of ranks below v
 * is binomial, N trials of probability v/(L + 1); how far it strays is measured by its tails,
 *
 *     γ_v = 2 min(P(C ≤ C_v), P(C ≥ C_v)),      γ = min_v γ_v,
 *
 * and a band consists of the counts with γ_v above a common bound, which is chosen such that the whole path keeps within with
 * the given probability (Säilynoja, Bürkner & Vehtari, Graphical test for discrete uniformity and its applications in
 * goodness-of-fit evaluation and multiple sample comparison, 2022). The probability of a path is exact, not simulated: the
 * numbers of ranks at 0, 1, …, L are independent Poisson variables, given that their sum is N, so that one convolution a step
 * with the same Poisson probabilities carries the distribution of the count along, O(L w²) for a band of width w.
 */
export function uniformRanks(N: number, L: number): UniformRanks {
  for (const [name, value] of Object.entries({ N, L })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`${name} must be a whole number of at least 1; got ${value}.`);
    }
  }
  const logFactorials = Float64Array.from({ length: N + 1 }, (_, count) => logGamma(count + 1));
  const tails = tailProbabilities(N, L, logFactorials);
  const steps = poisson(N / (L + 1), logFactorials);
  const ofTotal = poisson(N, logFactorials)[N];

  /** The counts whose tails are not below the bound, at each value. */
  const within = (bound: number): Pick<UniformBand, "lower" | "upper"> => {
    const lower = new Int32Array(L);
    const upper = new Int32Array(L);
    for (let v = 0; v < L; v++) {
      const at = tails.data.subarray(v * (N + 1), (v + 1) * (N + 1));
      lower[v] = at.findIndex((gamma) => gamma >= bound);
      upper[v] = at.findLastIndex((gamma) => gamma >= bound);
    }
    return { lower, upper };
  };

  const coverage = (band: Pick<UniformBand, "lower" | "upper">): number => pathsWithin(band, N, steps) / ofTotal;

  return {
    band(level) {
      if (!(level > 0 && level < 1)) {
        throw new RangeError(`The level of a band must lie between 0 and 1; got ${level}.`);
      }
      // At the lower end each of L values takes its share of the error: the band is surely wide enough.
      let low = Math.log((1 - level) / L);
      let high = 0;
      for (let step = 0; step < 50; step++) {
        const middle = (low + high) / 2;
        if (coverage(within(Math.exp(middle))) >= level) low = middle;
        else high = middle;
      }
      const found = within(Math.exp(low));
      return { ...found, coverage: coverage(found) };
    },
    probability(counts) {
      if (counts.length !== L) throw new RangeError(`There must be ${L} counts; got ${counts.length}.`);
      let strayed = 1;
      for (let v = 0; v < L; v++) strayed = Math.min(strayed, tails.data[v * (N + 1) + counts[v]]);
      // Tails that are equal by symmetry may differ in their last digits.
      return Math.min(Math.max(1 - coverage(within(strayed * (1 + 1e-9))), 0), 1);
    },
  };
}

/** The probability that Poisson counts keep within a band at each value and come to N in all: one convolution a step. */
function pathsWithin({ lower, upper }: Pick<UniformBand, "lower" | "upper">, N: number, steps: Float64Array): number {
  const L = lower.length;
  if (lower.includes(-1)) return 0; // no count at all is within
  let first = 0; // the counts that are possible so far begin here
  let path = Float64Array.of(1);
  for (let v = 0; v <= L; v++) {
    const from = v === L ? N : lower[v];
    const to = v === L ? N : upper[v];
    const next = new Float64Array(Math.max(to - from + 1, 0));
    for (let count = from; count <= to; count++) {
      let sum = 0;
      const end = Math.min(count - first, path.length - 1);
      for (let k = 0; k <= end; k++) sum += path[k] * steps[count - first - k];
      next[count - from] = sum;
    }
    first = from;
    path = next;
  }
  return path[0];
}

/** γ of every count (in columns) at every value 1 … L (in rows). Those of L + 1 − v are those of v, exactly, in the opposite order. */
function tailProbabilities(N: number, L: number, logFactorials: Float64Array): Matrix {
  const tails = matrix(L, N + 1);
  for (let v = 1; 2 * v <= L + 1; v++) {
    const logP = Math.log(v / (L + 1));
    const logQ = Math.log1p(-v / (L + 1));
    const at = tails.data.subarray((v - 1) * (N + 1), v * (N + 1));
    const mass = at.map((_, count) =>
      Math.exp(logFactorials[N] - logFactorials[count] - logFactorials[N - count] + count * logP + (N - count) * logQ),
    );
    let below = 0;
    for (let count = 0; count <= N; count++) {
      below += mass[count];
      at[count] = Math.min(2 * below, 1);
    }
    let above = 0;
    for (let count = N; count >= 0; count--) {
      above += mass[count];
      at[count] = Math.min(at[count], 2 * above);
    }
    tails.data.subarray((L - v) * (N + 1), (L - v + 1) * (N + 1)).set(at.toReversed());
  }
  return tails;
}

/** Poisson probabilities of 0, 1, … as far as factorials are given. */
function poisson(mean: number, logFactorials: Float64Array): Float64Array {
  return logFactorials.map((logFactorial, count) => Math.exp(count * Math.log(mean) - mean - logFactorial));
}
