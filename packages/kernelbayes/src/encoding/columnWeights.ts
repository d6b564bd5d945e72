import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { quote } from "../table/quote.ts";
import { columnNamed, type Table } from "../table/table.ts";
import { numbersOf } from "./numbersOf.ts";

/** The row weights in a column: finite numbers of at least 0, not all 0. A row of weight w counts as w rows. */
export function columnWeights(table: Table, name: string): Float64Array {
  const weights = numbersOf(columnNamed(table, name));
  const row = weights.findIndex((weight) => !(weight >= 0));
  if (row >= 0) {
    throw new InputError(
      "invalid-weight",
      wording`Column ${quote(name)} has ${Number.isNaN(weights[row]) ? "no weight" : `the weight ${weights[row]}`} in row ${thatRow}; row weights must be numbers of at least 0.`,
      { row: row + 1, column: name },
    );
  }
  if (!weights.some((weight) => weight > 0)) {
    throw new InputError("no-weight", `Column ${quote(name)} gives no row a weight above 0.`, { column: name });
  }
  return weights;
}
