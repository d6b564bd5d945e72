import { InputError, type Warning } from "../errors.ts";
import { option, thatRow, wording } from "../wording.ts";
import type { Column } from "../table/column.ts";
import { quote, listed } from "../table/quote.ts";
import type { MissingRule } from "./encoding.ts";

/** Those of the given rows that have no missing cell, with a warning if some have; under "refuse" these are an error. */
export function completeRows(
  columns: readonly Column[],
  rows: Int32Array,
  missing: MissingRule,
  warnings: Warning[],
): Int32Array {
  const incomplete = columns
    .map((column) => ({ name: column.name, rows: rows.filter((row) => isMissing(column, row)) }))
    .filter((column) => column.rows.length > 0);
  if (incomplete.length === 0) return rows;
  if (missing === "refuse") throw missingValues(incomplete);
  const dropped = new Set(incomplete.flatMap((column) => Array.from(column.rows)));
  const kept = rows.filter((row) => !dropped.has(row));
  if (kept.length === 0) {
    throw new InputError(
      "no-rows",
      "Every row has a missing value.",
      {},
      wording`Choose ${option("missing", "impute")}, or exclude columns: ${listed(incomplete.map(({ name }) => name))}.`,
    );
  }
  warnings.push({
    code: "dropped-rows",
    message: `${dropped.size} of ${rows.length} rows have missing values and were left out of the training.`,
  });
  return kept;
}

function isMissing(column: Column, row: number): boolean {
  return column.type === "number" ? Number.isNaN(column.values[row]) : column.codes[row] < 0;
}

function missingValues(incomplete: readonly { name: string; rows: Int32Array }[]): InputError {
  const [{ name, rows }, ...others] = incomplete;
  const count = rows.length === 1 ? "a missing value" : `${rows.length} missing values`;
  const where = rows.length === 1 ? wording`in row ${thatRow}` : wording`(first in row ${thatRow})`;
  const also =
    others.length === 0 ? "" : ` So ${others.length === 1 ? "has" : "have"} ${listed(others.map((o) => o.name))}.`;
  return new InputError(
    "missing-values",
    wording`Column ${quote(name)} has ${count} ${where}.${also}`,
    { row: rows[0] + 1, column: name },
    wording`Choose ${option("missing", "impute")} or ${option("missing", "drop")}, or fill them beforehand.`,
  );
}
