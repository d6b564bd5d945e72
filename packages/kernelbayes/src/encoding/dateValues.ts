import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { lengthOf, type Column } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { writtenDate, type DateOrder } from "../table/writtenDate.ts";

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:[.,]\d+)?))?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

const orders: Readonly<Record<DateOrder, string>> = {
  ymd: "year, month, day, such as 2024-02-29",
  dmy: "day, month, year, such as 29.02.2024",
  mdy: "month, day, year, such as 02/29/2024",
};

/**
 * The dates of a column in days since 1970, with the time of the day as a fraction, NaN where missing. Times are taken as they are written, whatever their zone. A cell that is
 * no date of ISO 8601 nor in the given order is refused with its row. Only the given rows (counted from 0) are looked at, all by default.
 */
export function dateValues(column: Column, order: DateOrder, rows?: ArrayLike<number>): Float64Array {
  const { name } = column;
  const count = rows === undefined ? lengthOf(column) : rows.length;
  const levels = column.type === "number" ? [] : column.levels.map((level) => daysOf(level, order));
  return Float64Array.from({ length: count }, (_, i) => {
    const row = rows === undefined ? i : rows[i];
    if (column.type === "number") {
      if (Number.isNaN(column.values[row])) return NaN;
      throw notDate(name, row, String(column.values[row]), order);
    }
    const code = column.codes[row];
    if (code < 0) return NaN;
    const days = levels[code];
    if (days === undefined) throw notDate(name, row, column.levels[code], order);
    return days;
  });
}

function daysOf(text: string, order: DateOrder): number | undefined {
  const found = iso.exec(text.trim()) ?? iso.exec(writtenDate(text)[order] ?? "");
  if (found === null) return undefined;
  const [year, month, day, hour, minute] = found.slice(1, 6).map((digits) => Number(digits ?? 0));
  const second = Number((found[6] ?? "0").replace(",", "."));
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day); // Date.UTC takes the years 0 to 99 for 1900 to 1999
  return midnight.getTime() / 86_400_000 + (60 * (60 * hour + minute) + second) / 86_400;
}

function notDate(name: string, row: number, text: string, order: DateOrder): InputError {
  return new InputError(
    "not-a-date",
    wording`Column ${quote(name)} must hold dates; row ${thatRow} has ${quote(text)}.`,
    { row: row + 1, column: name },
    `Write it as the training rows are written (${orders[order]})${order === "ymd" ? "" : ", or as 2024-02-29"}, or leave the cell empty.`,
  );
}
