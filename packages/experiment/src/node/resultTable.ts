import { InputError, type Column, type Table } from "kernelbayes";
import { asText, columnNamed, formatParquet, parseParquet, tableOf } from "kernelbayes/table";
import type { ResultRow } from "./experiment.ts";

/** The columns of a store, in their order in the file. */
const columns: Readonly<Record<keyof ResultRow, "text" | "number">> = {
  dataset: "text",
  partition: "number",
  method: "text",
  options: "text",
  seed: "number",
  status: "text",
  error: "text",
  errorRate: "number",
  areaUnderCurve: "number",
  logLoss: "number",
  brier: "number",
  calibrationError: "number",
  calibrationByChance: "number",
  flooredRows: "number",
  seconds: "number",
  trainRows: "number",
  testRows: "number",
  columns: "number",
  warnings: "number",
  engine: "text",
  library: "text",
  code: "text",
  fingerprint: "text",
  key: "text",
  forecasts: "text",
  found: "text",
};
/** Columns that a file may lack which was written before there were any. */
const laterColumns: readonly (keyof ResultRow)[] = ["forecasts", "found"];
const names = Object.keys(columns) as (keyof ResultRow)[];

/** The columns that may differ between two runs of the same experiments. */
const timeColumns: readonly (keyof ResultRow)[] = ["seconds"];

/** The bytes of a Parquet file with the given rows. */
export function formatResults(rows: readonly ResultRow[]): Uint8Array {
  return formatParquet(tableOf(names.map((name) => columnOf(name, rows))));
}

/** The rows of a Parquet file that `formatResults` made; anything else is an `InputError`. */
export function parseResults(bytes: Uint8Array): ResultRow[] {
  const table = parseParquet(bytes);
  const cells = names.map((name) => cellsOf(table, name));
  return Array.from(
    { length: table.rows },
    (_, row) => Object.fromEntries(names.map((name, at) => [name, cells[at][row]])) as unknown as ResultRow,
  );
}

/** The row without its times: two stores are equal if all their rows are, in this form. */
export function timeless(row: ResultRow): Partial<ResultRow> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !timeColumns.includes(name as keyof ResultRow)));
}

function columnOf(name: keyof ResultRow, rows: readonly ResultRow[]): Column {
  if (columns[name] === "number") {
    return { name, type: "number", values: Float64Array.from(rows, (row) => Number(row[name])) };
  }
  const levels = [...new Set(rows.map((row) => String(row[name])))].filter((text) => text !== "");
  const codes = new Map(levels.map((text, code) => [text, code]));
  return { name, type: "text", levels, codes: Int32Array.from(rows, (row) => codes.get(String(row[name])) ?? -1) };
}

function cellsOf(table: Table, name: keyof ResultRow): ArrayLike<string | number> {
  if (laterColumns.includes(name) && !table.columns.some((column) => column.name === name)) {
    return new Array<string>(table.rows).fill("");
  }
  const column = columnNamed(table, name);
  if (columns[name] === "text") return asText(column).map((text) => text ?? "");
  if (column.type === "number") return column.values;
  throw new InputError("invalid-results", `The column ${name} should hold numbers.`, { column: name });
}
