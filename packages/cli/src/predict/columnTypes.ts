import type { Posterior } from "kernelbayes";
import type { DeclaredTypes } from "../input/tableOptions.ts";

/**
 * The types in which a model needs the columns of a table, so that no row has to be looked at to find them: what was a number in
 * training is a number, what was a category or a date is a text, as written. Of other columns nothing is declared, or that they are texts. Types that the command line declares go first.
 */
export function columnTypes(
  { encoding, target }: Pick<Posterior, "encoding" | "target">,
  { types: declared = {}, others }: { readonly types?: DeclaredTypes; readonly others?: "text" | undefined } = {},
): (name: string) => "number" | "text" | undefined {
  const types = new Map<string, "number" | "text">(
    encoding.columns.map((column) => [
      column.name,
      column.kind === "date" || (column.kind === "category" && !column.numeric) ? "text" : "number",
    ]),
  );
  return (name) =>
    (Object.hasOwn(declared, name) ? declared[name] : undefined) ??
    types.get(name) ??
    (name === target ? "text" : others);
}
