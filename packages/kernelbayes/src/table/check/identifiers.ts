import { option, wording } from "../../wording.ts";
import type { Column, NumberColumn, TextColumn } from "../column.ts";
import { mostlyUnique } from "../mostlyUnique.ts";
import { quote } from "../quote.ts";
import { rowsWhere, type Finding } from "./finding.ts";

/** In a shorter column different values are no sign. */
const fewestRows = 10;

const nameOfIdentifier = /^(?:.*[^a-z])?(?:id|nr|no|number|index|idx|key|row|rownum|record)$|[a-z](?:Id|ID|Nr|No)$/i;

/** Columns that name or number the rows. Those of numbers and those of texts are left out of a fit, unless `isNamed`. */
export function identifiers(columns: readonly Column[], isNamed: (name: string) => boolean): Finding[] {
  return columns.flatMap((column) => {
    if (column.type === "date") return [];
    return column.type === "number" ? numeric(column, isNamed(column.name)) : textual(column, isNamed(column.name));
  });
}

function numeric(column: NumberColumn, isNamed: boolean): Finding[] {
  const { name, values } = column;
  const why = identity(name, values);
  if (why === undefined) return [];
  return [
    {
      code: "numeric-identifier",
      column: name,
      ...rowsWhere(values.length, () => true),
      example: column.texts?.[0] ?? String(values[0]),
      problem: `Column ${quote(name)} looks like an identifier: ${why}.`,
      action: isNamed ? "none" : "left-out",
      remedy: isNamed
        ? wording`It is used because ${option("columns")} names it.`
        : wording`It is left out of a fit; name the columns in ${option("columns")} to use it.`,
    },
  ];
}

/** What makes a column of numbers an identifier. */
function identity(name: string, values: Float64Array): string | undefined {
  const { length } = values;
  if (length < fewestRows || !values.every((value) => Number.isSafeInteger(value))) return undefined;
  if (new Set(values).size < length) return undefined;
  let least = Infinity;
  let largest = -Infinity;
  let rises = 0;
  values.forEach((value, row) => {
    least = Math.min(least, value);
    largest = Math.max(largest, value);
    if (row > 0 && value > values[row - 1]) rises++;
  });
  if (largest - least === length - 1) return `each of the whole numbers from ${least} to ${largest} once`;
  if (rises === length - 1) return "whole numbers that increase from row to row";
  if (rises === 0) return "whole numbers that decrease from row to row";
  return nameOfIdentifier.test(name) ? "a different whole number in every row, and its name" : undefined;
}

function textual({ name, codes, levels }: TextColumn, isNamed: boolean): Finding[] {
  const rows = rowsWhere(codes.length, (row) => codes[row] >= 0);
  if (!mostlyUnique(levels.length, rows.count)) return [];
  const isOne = levels.length === rows.count;
  return [
    {
      code: isOne ? "identifier-column" : "many-levels",
      column: name,
      ...rows,
      example: levels[0],
      problem: isOne
        ? `Column ${quote(name)} has a different text in every row, such as ${quote(levels[0])}.`
        : `Column ${quote(name)} has mostly unique texts: ${levels.length} in ${rows.count} rows, such as ${quote(levels[0])}.`,
      action: isNamed ? "none" : "left-out",
      remedy: isNamed
        ? wording`New rows will have texts that the model has not seen. ${option("exclude", name)} leaves it out.`
        : isOne
          ? "It is left out of a fit."
          : wording`It is left out of a fit, because new rows will have other texts; name the columns in ${option("columns")} to use it.`,
    },
  ];
}
