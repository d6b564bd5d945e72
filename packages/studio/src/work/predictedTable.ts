import { tableFromColumns, type Column } from "kernelbayes";
import { formatCsv, tableOf } from "kernelbayes/table";
import type { PredictedTable } from "../data/calls.ts";
import type { OpenFit } from "./fitOnce.ts";
import { readTable } from "./readTable.ts";

/** So many predictions are shown in the page; the file has all. */
const mostShown = 100;

/** Predicts the rows of a file: its columns, then the label, the probabilities with their intervals, named as the command does, and what lies outside. */
export async function predictedTable(
  { posterior }: OpenFit,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PredictedTable> {
  const table = await readTable(name, bytes);
  const { labels, probabilities, lower, upper, outside } = posterior.predict(table, { intervals: posterior.intervals });
  const { classes } = posterior;
  const C = classes.length;
  const columns: Record<string, readonly (string | number)[]> = { label: labels };
  classes.forEach((label, q) => {
    const cells = (data: Float64Array): number[] => labels.map((_, row) => data[row * C + q]);
    columns[`probability_${label}`] = cells(probabilities.data);
    if (lower && upper) {
      columns[`lower_${label}`] = cells(lower.data);
      columns[`upper_${label}`] = cells(upper.data);
    }
  });
  columns["outside"] = outside.columns.map((names) => names.join("; "));
  const added = tableFromColumns(columns, { types: { label: "text", outside: "text" } }).columns;
  const taken = new Set(added.map((column) => column.name));
  const kept: readonly Column[] = table.columns.filter((column) => !taken.has(column.name));
  const counts = classes.map((label) => ({ label, rows: labels.filter((own) => own === label).length }));
  const strange = new Set(outside.columns.flat());
  return {
    file: {
      name: `${name.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "")}-predicted.csv`,
      type: "text/csv",
      content: formatCsv(tableOf([...kept, ...added])),
    },
    rows: table.rows,
    counts,
    outside: { rows: outside.columns.filter((names) => names.length > 0).length, columns: [...strange] },
    first: labels.slice(0, mostShown).map((label, row) => ({
      row: row + 1,
      label,
      probability: probabilities.data[row * C + classes.indexOf(label)],
      outside: outside.columns[row],
    })),
  };
}
