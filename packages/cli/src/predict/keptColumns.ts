import { InputError, type Column, type Posterior, type Table } from "kernelbayes";
import { columnNamed } from "kernelbayes/table";

/** Which columns of a table are written beside the predictions. */
export type Kept = { readonly names: readonly string[] } | "others" | "all" | "none";

/**
 * The columns of a chunk that go with its predictions, in the order of the table: those that are named, all, none, or the others, which the
 * model does not use (identifiers, dates, notes, the label itself). Of a model that chose few among many columns, the others that are
 * numbers are most likely the rest of those, and are left out.
 */
export function keptColumns(
  { encoding, target }: Pick<Posterior, "encoding" | "target">,
  kept: Kept,
): (table: Table) => Column[] {
  const used = new Set(encoding.columns.map(({ name }) => name));
  const isOther = ({ name, type }: Column): boolean =>
    !used.has(name) && (encoding.selectedFrom === undefined || type !== "number" || name === target);
  return (table) => {
    if (kept === "all") return [...table.columns];
    if (kept === "none") return [];
    if (kept === "others") return table.columns.filter(isOther);
    return kept.names.map((name) => columnNamed(table, name));
  };
}

/**
 * The columns under names that none of the predicted ones has: a column `label` of the table becomes `given_label`. Says which were
 * renamed.
 */
export function renamedColumns(
  columns: readonly Column[],
  taken: readonly string[],
): { readonly columns: readonly Column[]; readonly renamed: readonly (readonly [from: string, to: string])[] } {
  const names = new Set([...taken, ...columns.map(({ name }) => name)]);
  const renamed: [string, string][] = [];
  const written = columns.map((column) => {
    if (!taken.includes(column.name)) return column;
    const name = `given_${column.name}`;
    if (names.has(name)) {
      throw new InputError(
        "duplicate-column",
        `The table has a column ${JSON.stringify(column.name)}, which is a name of the predictions, and one ${JSON.stringify(name)} too. ` +
          "Name the columns to keep with --id, or none with --keep none.",
        { column: column.name },
      );
    }
    renamed.push([column.name, name]);
    return { ...column, name };
  });
  return { columns: written, renamed };
}
