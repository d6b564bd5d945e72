import { rateText } from "@kernelbayes/report";
import { type Column, type Table } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import { missingCells } from "../describe/missingCells.ts";
import { counts } from "../output/counts.ts";
import type { PreparedTable } from "./preparedTable.ts";

/** What was understood of a table, in two lines: rows and columns by type; classes, their balance, and what is missing. */
export function understoodLines(
  source: string,
  { table, options, dates, unlabelled }: PreparedTable,
): [string, string] {
  const { target, weights, group, missing, exclude = [], columns } = options;
  const special = new Set([target, weights, group]);
  const isUsed = ({ name }: Column): boolean =>
    !special.has(name) &&
    !exclude.includes(name) &&
    (columns === undefined || columns === "all" || columns.includes(name));
  const used = table.columns.filter(isUsed);
  const excluded = exclude.filter((name) => !dates.includes(name));
  const of = (type: Column["type"]): string[] => used.filter((column) => column.type === type).map(({ name }) => name);
  const parts = [
    counted(of("number"), "number column"),
    counted(of("text"), "text column", true),
    counted(of("date"), "date column", true),
    ...(dates.length > 0 ? [`${counted(dates, "date column", true)} left out`] : []),
    ...(excluded.length > 0 ? [`${counted(excluded, "column", true)} excluded`] : []),
    ...(weights === undefined ? [] : [`weights in ${weights}`]),
    ...(group === undefined ? [] : [`groups in ${group}`]),
  ].filter((part) => part !== "");
  return [
    `${source}: ${counts(table.rows, "row")}, ${parts.join(", ")}.`,
    `${classesText(table, target, unlabelled)} ${missingText(used, missing)}`,
  ];
}

function classesText(table: Table, target: string, unlabelled: number): string {
  const sizes = new Map<string, number>();
  for (const label of asText(columnNamed(table, target)))
    if (label !== undefined) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const sorted = [...sizes].toSorted((a, b) => b[1] - a[1]);
  const shown = sorted
    .slice(0, sorted.length > 6 ? 4 : 6)
    .map(([name, size]) => `${name} ${size} (${rateText(size / table.rows)})`);
  const rest = sorted.length - shown.length;
  const others = rest > 0 ? ` and ${rest} more, the smallest with ${counts(sorted.at(-1)![1], "row")}` : "";
  const without = unlabelled > 0 ? `; ${counts(unlabelled, "row")} without a label left out` : "";
  return `Label ${target}: ${sorted.length > 6 ? `${sorted.length} classes, ` : ""}${shown.join(", ")}${others}${without}.`;
}

const rules: Readonly<Record<string, string>> = {
  impute: "imputed, with missing-value indicators",
  drop: "their rows left out",
  refuse: "refused",
};

function missingText(columns: readonly Column[], rule = "refuse"): string {
  const incomplete = columns
    .map((column) => ({ name: column.name, cells: missingCells(column) }))
    .filter(({ cells }) => cells > 0);
  if (incomplete.length === 0) return "No values are missing.";
  const total = incomplete.reduce((sum, { cells }) => sum + cells, 0);
  const names = incomplete.slice(0, 3).map(({ name, cells }) => `${name} ${cells}`);
  const more = incomplete.length > names.length ? ", …" : "";
  return `Missing: ${counts(total, "cell")} in ${counts(incomplete.length, "column")} (${names.join(", ")}${more}), ${rules[rule]} (--missing ${rule}).`;
}

/** "3 text columns (a, b, c)"; empty if there is none. */
function counted(names: readonly string[], noun: string, areNamed = false): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, 4).join(", ");
  const list = areNamed ? ` (${shown}${names.length > 4 ? ", …" : ""})` : "";
  return `${counts(names.length, noun)}${list}`;
}
