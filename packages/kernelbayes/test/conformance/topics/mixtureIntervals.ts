import { mixtureInterval, drawnInterval } from "../../../src/evaluate/combine/mixtureInterval.ts";
import { column, fromRows } from "../../../src/matrix/row.ts";
import { columnMeans } from "../../../src/matrix/centerColumns.ts";

/** Case `draws` of the intervals: quantiles of drawn probabilities. */
export function drawnIntervals({ draws, level }: { readonly draws: number[][]; readonly level: number }): unknown {
  const table = fromRows(draws);
  const intervals = Array.from(columnMeans(table), (mean, j) => drawnInterval(column(table, j), mean, level));
  return {
    probability: intervals.map(({ probability }) => probability),
    lower: intervals.map(({ lower }) => lower),
    upper: intervals.map(({ upper }) => upper),
  };
}

interface Stack {
  readonly probability: number[];
  readonly lower: number[];
  readonly upper: number[];
  readonly weights: number[];
  readonly level: number;
}

/** Case `stack` of the intervals: quantiles of a mixture of members. */
export function stackedInterval({ probability, lower, upper, weights, level }: Stack): unknown {
  const members = weights.map((weight, m) => ({
    weight,
    probability: probability[m],
    lower: lower[m],
    upper: upper[m],
  }));
  return mixtureInterval(members, level);
}
