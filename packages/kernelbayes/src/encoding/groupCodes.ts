import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { asText } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { columnNamed, type Table } from "../table/table.ts";

/** The groups in a column as numbers 0, 1, … in order of first appearance: rows of one group belong together. */
export function groupCodes(table: Table, name: string): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(asText(columnNamed(table, name)), (text, row) => {
    if (text === undefined) {
      throw new InputError(
        "missing-group",
        wording`Column ${quote(name)} has no group in row ${thatRow}.`,
        {
          row: row + 1,
          column: name,
        },
        "Fill it.",
      );
    }
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
}
