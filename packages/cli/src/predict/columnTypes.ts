import type { Posterior } from "kernelbayes";

/**
 * The types in which a model needs the columns of a table, so that no row has to be looked at to find them: what was a number in
 * training is a number, what was a category is a text, as written. Of other columns nothing is declared, or that they are texts.
 */
export function columnTypes(
  { encoding, target }: Pick<Posterior, "encoding" | "target">,
  others?: "text",
): (name: string) => "number" | "text" | undefined {
  const types = new Map<string, "number" | "text">(
    encoding.columns.map((column) => [column.name, column.kind === "category" && !column.numeric ? "text" : "number"]),
  );
  return (name) => types.get(name) ?? (name === target ? "text" : others);
}
