import { type Table } from "kernelbayes";
import { encodeLabels } from "kernelbayes/table";
import { rateText, textTable } from "@kernelbayes/report";
import { counts } from "../output/counts.ts";
import { tableSummary, type ColumnSummary } from "./tableSummary.ts";

/** More columns are told on demand only. */
const shown = 40;

/** What a table holds, as data. */
export function tableJson(source: string, table: Table, target: string | undefined): Record<string, unknown> {
  return {
    kind: "table",
    source,
    rows: table.rows,
    columns: tableSummary(table),
    ...(target !== undefined && { target, classes: classesOf(table, target) }),
  };
}

/** What a table holds, as lines: its size, the classes of a label column, and a line for each column. */
export function tableLines(source: string, table: Table, target: string | undefined, isAll: boolean): string[] {
  const columns = tableSummary(table);
  const missing = columns.reduce((sum, column) => sum + column.missing, 0);
  const incomplete = columns.filter((column) => column.missing > 0).length;
  const told = isAll ? columns : columns.slice(0, shown);
  return [
    `${source}: ${counts(table.rows, "row")}, ${counts(columns.length, "column")}; ${missingText(missing, incomplete)}.`,
    ...(target === undefined ? [] : [`Label ${target}: ${classesText(table, target)}.`]),
    "",
    textTable(told.map((column) => lineOf(column, table.rows))),
    ...(told.length < columns.length ? [`… and ${columns.length - told.length} more columns (--all shows them).`] : []),
  ];
}

function lineOf(
  { name, type, missing, different, range, frequent, remark }: ColumnSummary,
  rows: number,
): Record<string, string> {
  const values = range
    ? `${short(range.least)} … ${short(range.median)} … ${short(range.largest)}`
    : (frequent ?? []).map(({ value, rows: count }) => `${clipped(value)} ${rateText(count / rows)}`).join(", ");
  return {
    column: clipped(name, 40),
    type,
    missing: String(missing),
    different: String(different),
    values: ` ${values}`,
    remark: remark ?? "",
  };
}

function missingText(cells: number, columns: number): string {
  if (cells === 0) return "no values are missing";
  return `${counts(cells, "cell")} ${cells === 1 ? "is" : "are"} missing, in ${counts(columns, "column")}`;
}

function classesOf(table: Table, target: string): { name: string; rows: number }[] {
  const { classes, names } = encodeLabels(table, target);
  const counts = new Int32Array(names.length);
  for (const number of classes) counts[number]++;
  return names.map((name, number) => ({ name, rows: counts[number] }));
}

function classesText(table: Table, target: string): string {
  const classes = classesOf(table, target).toSorted((a, b) => b.rows - a.rows);
  const told = classes.slice(0, 10).map(({ name, rows }) => `${name} ${rows} (${rateText(rows / table.rows)})`);
  return `${classes.length} classes, ${told.join(", ")}${classes.length > told.length ? ", …" : ""}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function clipped(text: string, most = 24): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
