import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { asText, lengthOf, type Column, type NumberColumn } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { readNumber } from "../table/readNumber.ts";

/**
 * The cells of a column as numbers, NaN where missing. Texts are read as numbers; one that is none is refused with its
 * row, and so are infinite values. Only the given rows (counted from 0) are looked at, all by default.
 */
export function numbersOf(column: Column, rows?: ArrayLike<number>): Float64Array {
  const count = rows === undefined ? lengthOf(column) : rows.length;
  const levels = column.type === "number" ? undefined : column.levels.map(readNumber);
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows === undefined ? i : rows[i];
    if (column.type === "number") {
      numbers[i] = column.values[row];
    } else {
      const code = column.codes[row];
      numbers[i] = code < 0 ? NaN : (levels as number[])[code];
      if (code >= 0 && Number.isNaN(numbers[i])) {
        throw new InputError(
          "not-a-number",
          wording`Column ${quote(column.name)} must hold numbers; row ${thatRow} has ${quote(column.levels[code])}.`,
          { row: row + 1, column: column.name },
        );
      }
    }
    if (Math.abs(numbers[i]) === Infinity) throw notFinite(column.name, row);
  }
  return numbers;
}

/** The cells of a number column themselves, NaN where missing; infinite values are refused. */
export function finiteNumbers({ name, values }: NumberColumn): Float64Array {
  for (let row = 0; row < values.length; row++) if (Math.abs(values[row]) === Infinity) throw notFinite(name, row);
  return values;
}

function notFinite(name: string, row: number): InputError {
  return new InputError(
    "not-finite",
    wording`Column ${quote(name)} has an infinite value in row ${thatRow}.`,
    { row: row + 1, column: name },
    "Replace it by a number or leave the cell empty.",
  );
}

/**
 * The cells of a column as levels of a category, undefined where missing: as they were written, or, if the levels are
 * numbers, by value.
 */
export function levelsOf(column: Column, numeric: boolean, rows?: ArrayLike<number>): (string | undefined)[] {
  if (numeric) {
    return Array.from(numbersOf(column, rows), (value) => (Number.isNaN(value) ? undefined : String(value)));
  }
  const texts = asText(column);
  return rows === undefined ? texts : Array.from(rows, (row) => texts[row]);
}
