import { asText, type NumberColumn } from "./column.ts";
import { readNumber } from "./readNumber.ts";

/**
 * The numbers of a column as they were written, if they read as the same numbers with a decimal point, else as `String` writes them;
 * undefined where missing. −0 keeps its sign.
 */
export function writtenNumbers(column: NumberColumn): (string | undefined)[] {
  return asText(column).map((text, row) => {
    const value = column.values[row];
    if (text === undefined || Object.is(readNumber(text), value)) return text;
    return Object.is(value, -0) ? "-0" : String(value);
  });
}
