import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import type { Column } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { columnNamed, columnNames, type Table } from "../table/table.ts";

/** The columns to learn from, by name or all, without those excluded. Date columns are refused. */
export function chooseColumns(table: Table, columns: "all" | readonly string[], exclude: readonly string[]): Column[] {
  const isExcluded = named(table, exclude);
  if (columns === "all") return usable(table.columns.filter(({ name }) => !isExcluded(name)));
  for (const name of columns) {
    if (isExcluded(name)) {
      throw new InputError("invalid-option", `Column ${quote(name)} cannot be both used and excluded.`, {
        column: name,
      });
    }
  }
  named(table, columns);
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  return usable(Array.from(new Set(columns), (name) => byName.get(name) as Column));
}

function usable(columns: Column[]): Column[] {
  const date = columns.find((column) => column.type === "date");
  if (date === undefined) return columns;
  throw new InputError(
    "date-column",
    `Column ${quote(date.name)} holds dates, which models cannot use.`,
    { column: date.name },
    wording`Exclude it, turn it into a number (days since an event, hour of the day), or read it as a category with ${option("types", { [date.name]: "text" })}.`,
  );
}

/** Whether a name is among those given, all of which must be columns. */
export function named(table: Table, names: readonly string[]): (name: string) => boolean {
  const known = new Set(columnNames(table));
  for (const name of names) if (!known.has(name)) columnNamed(table, name); // throws, with the nearest names
  const set = new Set(names);
  return (name) => set.has(name);
}
