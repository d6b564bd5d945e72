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
    const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at]));
    values.forEach((value, at) => (missing += Number.isNaN(value) ? weightOf(at) : 0));
    present.sort((a, b) => values[a] - values[b]);
    const quantiles = quantilesOf(present, values, weightOf);
    return { kind: "number", name, quantiles, upTo: weightsUpTo(quantiles, present, values, weightOf), missing };
  });
}

/** Values of the data themselves: the least one up to which the share of the weight is reached. Repeated rows and weights give the same. */
function quantilesOf(sorted: readonly number[], values: Float64Array, weightOf: (at: number) => number): number[] {
  const total = sorted.reduce((sum, at) => sum + weightOf(at), 0);
  const quantiles: number[] = [];
  let [place, below] = [0, weightOf(sorted[0])];
  for (let i = 0; i < profileQuantiles; i++) {
    const wanted = (i / (profileQuantiles - 1)) * total;
    while (place < sorted.length - 1 && below < wanted) below += weightOf(sorted[++place]);
    quantiles.push(values[sorted[place]]);
  }
  // Rounding of weights must not lose the largest value.
  quantiles[profileQuantiles - 1] = values[sorted[sorted.length - 1]];
  return quantiles;
}

/** The weight of all values up to each of some ascending values. */
function weightsUpTo(
  bounds: readonly number[],
  sorted: readonly number[],
  values: Float64Array,
  weightOf: (at: number) => number,
): number[] {
  let [place, weight] = [0, 0];
  return bounds.map((bound) => {
    while (place < sorted.length && values[sorted[place]] <= bound) weight += weightOf(sorted[place++]);
    return weight;
  });
}
