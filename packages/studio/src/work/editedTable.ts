import { tableFromColumns, type Column, type Table } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import type { Draft, Kind } from "../data/draft.ts";

/** A table with the cells, kinds and labels that a draft has changed. */
export function editedTable(table: Table, draft: Draft, target: string | undefined): Table {
  const columns = table.columns.map((column) => {
    const labels = column.name === target ? draft.labels : {};
    return editedColumn(column, draft.cells[column.name] ?? {}, draft.kinds[column.name], labels);
  });
  return { rows: table.rows, columns };
}

function editedColumn(
  column: Column,
  cells: Readonly<Record<string, string | null>>,
  kind: Kind | undefined,
  labels: Draft["labels"],
): Column {
  const isText = kind === "number" && column.type !== "number";
  const rows = Object.entries(labels);
  if (Object.keys(cells).length === 0 && rows.length === 0 && !isText) return column;
  const texts = asText(column).map((text) => (text !== undefined && Object.hasOwn(cells, text) ? cells[text] : text));
  for (const [row, label] of rows) texts[Number(row)] = label;
  const { name } = column;
  if (isText) return numbersOf(name, texts);
  const type = column.type === "number" && rows.length === 0 ? "number" : kind === undefined ? undefined : "text";
  // A column of numbers stays one when some of its cells are taken for missing.
  if (type === "number") return numbersOf(name, texts);
  return columnNamed(tableFromColumns({ [name]: texts }, type ? { types: { [name]: type } } : {}), name);
}

const plainNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Whether a text reads as a number with a decimal point. */
export function isPlainNumber(text: string): boolean {
  return plainNumber.test(text.trim());
}

/** A column of numbers; cells that are none are missing. */
function numbersOf(name: string, texts: readonly (string | null | undefined)[]): Column {
  const values = Float64Array.from(texts, (text) => (text && isPlainNumber(text) ? Number(text) : NaN));
  return {
    name,
    type: "number",
    values,
    texts: texts.map((text, row) =>
      text && Number.isFinite(values[row]) && String(values[row]) !== text ? text : undefined,
    ),
  };
}
