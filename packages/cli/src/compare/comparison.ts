import { correctedResampledT, holm, meanRanks, pairedDifferences } from "kernelbayes/compare";
import { spreadOf, type Spread } from "@kernelbayes/experiment";
import { measures, type MeasuredModel, type Measure } from "./measureModels.ts";

/** A model beside the others. */
export interface ComparedModel extends Readonly<Record<Measure, Spread>> {
  readonly title: string;
  readonly calibrationError: number;
  readonly calibrationByChance: number;
  /** By the measure of the comparison, over the splits; 1 for a model that is the best on all. */
  readonly meanRank: number;
  /** How much worse than the best, on average over the splits; 0 for the best itself. */
  readonly worseBy: number;
  /** Of the corrected resampled t test against the best, corrected for all pairs; undefined for the best itself. */
  readonly p: number | undefined;
}

/** Models on common splits of one table. */
export interface Comparison {
  readonly measure: Measure;
  readonly alpha: number;
  /** From the best to the worst, by the mean of the measure. */
  readonly models: readonly ComparedModel[];
  /** Every pair, by places in `models`, with its corrected p. */
  readonly pairs: readonly { readonly first: number; readonly second: number; readonly p: number }[];
  /** The largest sets of models no two of which differ, by ranks: the bars of the picture. A model may be in several. */
  readonly groups: readonly (readonly number[])[];
}

export interface ComparisonOptions {
  readonly measure: Measure;
  readonly alpha: number;
  readonly trainRows: number;
  readonly testRows: number;
}

/**
 * Compares models by one measure, split by split: every pair by the corrected resampled t test, which knows that splits of one table
 * overlap, and the p values by Holm's correction for the number of pairs. All pairs are looked at, and not only those with the best,
 * because the rows themselves chose the best. Models that failed on a split must have been left out.
 */
export function compareModels(measured: readonly MeasuredModel[], options: ComparisonOptions): Comparison {
  const { measure, alpha, trainRows, testRows } = options;
  const sign = measure === "areaUnderCurve" ? -1 : 1;
  const spreads = measured.map(({ values }) => spreadOf(values[measure]));
  const order = Array.from(measured.keys()).toSorted((a, b) => sign * (spreads[a].mean - spreads[b].mean) || a - b);
  const sorted = order.map((place) => measured[place]);
  const scores = sorted[0].values[measure].map((_, split) => sorted.map(({ values }) => values[measure][split]));
  const ranks = meanRanks(scores, { better: sign < 0 ? "higher" : "lower" });
  const tested = sorted.flatMap((one, first) =>
    sorted.slice(first + 1).map((other, offset) => {
      const differences = pairedDifferences(one.values[measure], other.values[measure]);
      return { first, second: first + 1 + offset, p: correctedResampledT(differences, { trainRows, testRows }).p };
    }),
  );
  const corrected = holm(tested.map(({ p }) => p));
  const pairs = tested.map((pair, at) => ({ ...pair, p: corrected[at] }));
  const best = spreadOf(sorted[0].values[measure]).mean;
  return {
    measure,
    alpha,
    models: sorted.map(({ title, values, calibration }, place) => ({
      title,
      ...(Object.fromEntries(measures.map((name) => [name, spreadOf(values[name])])) as Record<Measure, Spread>),
      calibrationError: calibration?.error ?? Number.NaN,
      calibrationByChance: calibration?.byChance ?? Number.NaN,
      meanRank: ranks[place],
      worseBy: sign * (spreadOf(values[measure]).mean - best),
      p: pairs.find(({ first, second }) => first === 0 && second === place)?.p,
    })),
    pairs,
    groups: indistinguishable(ranks, (a, b) =>
      pairs.some(({ first, second, p }) => first === Math.min(a, b) && second === Math.max(a, b) && p <= alpha),
    ),
  };
}

/**
 * The largest sets of models no two of which differ (C. Bron & J. Kerbosch, 1973), each from its best to its worst by rank, the sets in the
 * order of their members. Tests of pairs may tell b from c and neither from a: then a is in two sets.
 */
function indistinguishable(ranks: ArrayLike<number>, differ: (a: number, b: number) => boolean): number[][] {
  const order = Array.from({ length: ranks.length }, (_, model) => model).toSorted(
    (a, b) => ranks[a] - ranks[b] || a - b,
  );
  const groups: number[][] = [];
  const extend = (group: readonly number[], open: readonly number[], passed: readonly number[]): void => {
    if (open.length === 0 && passed.length === 0) groups.push([...group]);
    open.forEach((model, at) => {
      const isAlike = (other: number): boolean => !differ(model, other);
      extend([...group, model], open.slice(at + 1).filter(isAlike), [...passed, ...open.slice(0, at)].filter(isAlike));
    });
  };
  extend([], order, []);
  return groups;
}
