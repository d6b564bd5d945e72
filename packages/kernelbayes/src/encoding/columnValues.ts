import type { Column } from "../table/column.ts";
import { dateValues } from "./dateValues.ts";
import type { CategoryEncoding, ColumnEncoding } from "./encoding.ts";
import { numbersOf } from "./numbersOf.ts";

/** The numbers of a column as its encoding reads them, dates in days since 1970; NaN where a cell is missing. */
export function columnValues(
  encoded: Exclude<ColumnEncoding, CategoryEncoding>,
  column: Column,
  rows?: ArrayLike<number>,
): Float64Array {
  return encoded.kind === "date" ? dateValues(column, encoded.order, rows) : numbersOf(column, rows);
}
