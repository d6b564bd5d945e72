import type { Column } from "kernelbayes";
import { wholeNumber } from "../options.ts";
import type { OutputFormat } from "./outputFormat.ts";

/** Digits of a number in delimited text: more than any probability is known to, and few enough to be read. */
const usualDigits = 6;

/** How many digits numbers are written with, by the option --digits and the format; undefined for all that they have. */
export function digitsOf(text: string | undefined, format: OutputFormat): number | undefined {
  if (text === "all") return undefined;
  if (text !== undefined) return Math.min(17, wholeNumber("digits", text, 1));
  return format === "csv" || format === "tsv" ? usualDigits : undefined;
}

/** Columns whose numbers are rounded to so many significant digits, so that small probabilities keep theirs. */
export function rounded(columns: readonly Column[], digits: number | undefined): readonly Column[] {
  if (digits === undefined) return columns;
  return columns.map((column) =>
    column.type === "number"
      ? { ...column, values: column.values.map((value) => Number(value.toPrecision(digits))) }
      : column,
  );
}
