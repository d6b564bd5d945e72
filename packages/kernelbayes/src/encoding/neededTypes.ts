import type { Encoding } from "./encoding.ts";

/**
 * The types in which an encoding needs the columns of a table, so that no row has to be looked at to find them: what was a number in training is a number, what was a category or
 * a date is a text, as written. Nothing is known of other columns.
 *
 * @example parseCsv(text, { types: neededTypes(posterior.encoding) })
 */
export function neededTypes({ columns }: Encoding): (name: string) => "number" | "text" | undefined {
  const types = new Map<string, "number" | "text">(
    columns.map((column) => [
      column.name,
      column.kind === "date" || (column.kind === "category" && !column.numeric) ? "text" : "number",
    ]),
  );
  return (name) => types.get(name);
}
