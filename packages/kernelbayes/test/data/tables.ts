import { asText, type NumberColumn, type Table } from "../../src/table/index.ts";

/** The numbers of a table row by row, with their labels; the label column is the last. */
export function rowsOf(table: Table): { x: number[]; label: string }[] {
  const numbers = table.columns.slice(0, -1) as NumberColumn[];
  const labels = asText(table.columns[table.columns.length - 1]);
  return Array.from({ length: table.rows }, (_, i) => ({
    x: numbers.map(({ values }) => values[i]),
    label: labels[i] ?? "",
  }));
}

/** How often each label occurs. */
export function countsOf(table: Table): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { label } of rowsOf(table)) counts[label] = (counts[label] ?? 0) + 1;
  return counts;
}

/** Mean and variance of each column within one class. */
export function momentsOf(table: Table, label: string): { count: number; means: number[]; variances: number[] } {
  const rows = rowsOf(table).filter((row) => row.label === label);
  const average = (f: (x: number[]) => number): number => rows.reduce((sum, { x }) => sum + f(x), 0) / rows.length;
  const means = rows[0].x.map((_, j) => average((x) => x[j]));
  const variances = means.map((mean, j) => average((x) => (x[j] - mean) ** 2));
  return { count: rows.length, means, variances };
}
