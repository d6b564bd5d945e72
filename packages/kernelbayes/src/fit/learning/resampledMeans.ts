import { stream } from "../../random/index.ts";

/** Resamples draw from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_668_641_400;
/** Resamples of the rows. */
const resamples = 400;

/** A figure with its interval. */
export interface Figure {
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
}

/** Mean figures of tested rows under several conditions, with those of resampled rows. */
export interface ResampledMeans {
  readonly means: Float64Array;
  /** For each resample the means of all conditions. */
  readonly drawn: readonly Float64Array[];
}

/**
 * The means over rows of values under several conditions, and of rows drawn with replacement, whole groups together; the same rows for all
 * conditions, so that differences are those of the conditions. `values` has a list for each condition, `weights` counts a row of weight w as w rows.
 */
export function resampledMeans(
  values: readonly Float64Array[],
  {
    weights,
    groups,
    seed,
  }: { readonly weights: Float64Array | undefined; readonly groups: Int32Array | undefined; readonly seed: number },
): ResampledMeans {
  const n = values[0].length;
  const members = groups ? membersOf(groups) : Array.from({ length: n }, (_, i) => [i]);
  const random = stream(seed, branch);
  const meansOf = (counts: Float64Array): Float64Array => {
    let total = 0;
    for (let i = 0; i < n; i++) total += counts[i];
    return Float64Array.from(values, (each) => each.reduce((sum, value, i) => sum + counts[i] * value, 0) / total);
  };
  const mass = weights ?? new Float64Array(n).fill(1);
  return {
    means: meansOf(mass),
    drawn: Array.from({ length: resamples }, () => {
      const counts = new Float64Array(n);
      for (let draw = 0; draw < members.length; draw++) {
        for (const i of members[random.integer(members.length)]) counts[i] += mass[i];
      }
      return meansOf(counts);
    }),
  };
}

function membersOf(groups: Int32Array): number[][] {
  const members = new Map<number, number[]>();
  groups.forEach((group, i) => {
    const known = members.get(group);
    if (known) known.push(i);
    else members.set(group, [i]);
  });
  return [...members.values()];
}

/** A figure of the means with the interval of the resamples, `dependence` times as wide as they say. */
export function figureOf(
  { means, drawn }: ResampledMeans,
  figure: (means: Float64Array) => number,
  level: number,
  dependence: number,
): Figure {
  const mean = figure(means);
  const values = drawn.map(figure).toSorted((a, b) => a - b);
  const at = (q: number): number =>
    values[Math.min(values.length - 1, Math.max(0, Math.round(q * (values.length - 1))))];
  const end = (q: number): number => mean + dependence * (at(q) - mean);
  return { mean, lower: Math.min(mean, end((1 - level) / 2)), upper: Math.max(mean, end((1 + level) / 2)) };
}
