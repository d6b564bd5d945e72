import type { Table } from "../table/table.ts";
import type { Encoding } from "./encoding.ts";
import { columnValues } from "./columnValues.ts";
import { levelsOf } from "./numbersOf.ts";

/** What the training rows hold in a column of numbers, or of dates in days since 1970. */
export interface NumberProfile {
  readonly kind: "number";
  readonly name: string;
  /** The least value, the nine deciles and the largest value, missing cells aside. */
  readonly quantiles: readonly number[];
  /** How many rows (or how much weight) have at most each of these values. */
  readonly upTo: readonly number[];
  /** How many rows (or how much weight) lack it. */
  readonly missing: number;
}

/** What the training rows hold in a column of categories. */
export interface CategoryProfile {
  readonly kind: "category";
  readonly name: string;
  /** How many rows (or how much weight) have each level, in the order of the encoding's levels; the last of these is of all rare levels where such are pooled. */
  readonly counts: readonly number[];
  readonly missing: number;
}

/** What the training rows hold in a column that the model uses: what new rows are compared with. */
export type ColumnProfile = NumberProfile | CategoryProfile;

/** The least value, deciles, the largest value. */
export const profileQuantiles = 11;

/** The profiles of the columns of an encoding, in their order, on some rows of a table. A row of weight w counts as w rows. */
export function columnProfiles(
  { columns }: Encoding,
  table: Table,
  rows: Int32Array,
  weights: ArrayLike<number> | undefined,
): ColumnProfile[] {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const weightOf = (at: number): number => weights?.[at] ?? 1;
  return columns.map((encoded) => {
    const { name } = encoded;
    const column = byName.get(name)!;
    let missing = 0;
    if (encoded.kind === "category") {
      const { levels, rareLevels, numeric } = encoded;
      const numbers = new Map(levels.map((level, number) => [level, number]));
      const counts = new Array<number>(levels.length + (rareLevels ? 1 : 0)).fill(0);
      levelsOf(column, numeric, rows).forEach((level, at) => {
        if (level === undefined) missing += weightOf(at);
        else counts[numbers.get(level) ?? levels.length] += weightOf(at);
      });
      return { kind: "category", name, counts, missing };
    }
    const values = columnValues(encoded, column, rows);
    for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) missing += weightOf(at);
    const sorted = sortedValues(values, weights);
    const quantiles = quantilesOf(sorted);
    return { kind: "number", name, quantiles, upTo: weightsUpTo(quantiles, sorted), missing };
  });
}

/** Values in ascending order, without those that are missing, and the weight of each. */
interface SortedValues {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

function sortedValues(all: Float64Array, weights: ArrayLike<number> | undefined): SortedValues {
  if (weights === undefined) {
    // Numbers alone are sorted by the runtime, without a call for each pair of them.
    const values = all.filter((value) => !Number.isNaN(value)).toSorted();
    return { values, weights: new Float64Array(values.length).fill(1) };
  }
  const order = Array.from(all.keys()).filter((at) => !Number.isNaN(all[at]));
  order.sort((a, b) => all[a] - all[b]);
  return { values: Float64Array.from(order, (at) => all[at]), weights: Float64Array.from(order, (at) => weights[at]) };
}

/** Values of the data themselves: the least one up to which the share of the weight is reached. Repeated rows and weights give the same. */
function quantilesOf({ values, weights }: SortedValues): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = values.length - 1;
  const quantiles: number[] = [];
  let [place, below] = [0, weights[0]];
  for (let i = 0; i < profileQuantiles; i++) {
    const wanted = (i / (profileQuantiles - 1)) * total;
    while (place < last && below < wanted) below += weights[++place];
    quantiles.push(values[place]);
  }
  // Rounding of weights must not lose the largest value.
  quantiles[profileQuantiles - 1] = values[last];
  return quantiles;
}

/** The weight of all values up to each of some ascending values. */
function weightsUpTo(bounds: readonly number[], { values, weights }: SortedValues): number[] {
  let [place, weight] = [0, 0];
  return bounds.map((bound) => {
    while (place < values.length && values[place] <= bound) weight += weights[place++];
    return weight;
  });
}
