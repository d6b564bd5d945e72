import { type Table } from "kernelbayes";
import { random, stream } from "kernelbayes/numeric";
import { tableOf } from "kernelbayes/table";
import type { ToyFit } from "./toyFit.ts";

const { permutation } = random;

/** What a column adds to the evidence, and what it adds with its values in random order. */
export interface ShuffledGains {
  /** Evidence without the column. */
  readonly alone: number;
  readonly gain: number;
  readonly gains: readonly number[];
}

/** Fits a table as it is, without a column, and with the column in random orders. */
export function shuffledGains(
  table: Table,
  column: number,
  count: number,
  fit: (table: Table) => ToyFit,
): ShuffledGains {
  const alone = fit(tableOf(table.columns.filter((_, at) => at !== column))).evidence;
  const gains = Array.from({ length: count }, (_, seed) => {
    const order = permutation(stream(seed + 1), table.rows);
    return fit(withColumn(table, column, (values) => values.map((_, row) => values[order[row]]))).evidence - alone;
  });
  return { alone, gain: fit(table).evidence - alone, gains };
}

function withColumn(table: Table, place: number, change: (values: Float64Array) => Float64Array): Table {
  return tableOf(
    table.columns.map((column, at) => {
      if (at !== place || column.type !== "number") return column;
      return { name: column.name, type: "number", values: change(column.values) };
    }),
  );
}
