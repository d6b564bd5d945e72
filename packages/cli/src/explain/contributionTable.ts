import { tableFromColumns, type Posterior, type Table } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import type { ShapleyValues } from "kernelbayes/explain";

/**
 * The contributions of all rows as a table: a line for each row and class, with the base, the total and a column for each column of the model; posterior
 * deviations or standard errors follow as further columns. `first` is the number of the first row, from 0.
 */
export function contributionTable(
  values: ShapleyValues,
  { classes }: Pick<Posterior, "classes">,
  rows: Table,
  name: string | undefined,
  first = 0,
): Table {
  // The second of two classes stands for both.
  const outputs = classes.length === 2 ? values.outputs.slice(-1) : values.outputs;
  const names = name === undefined ? undefined : asText(columnNamed(rows, name));
  const places = Array.from({ length: values.rows }, (_, row) => outputs.map((output) => ({ row, output }))).flat();
  const P = values.columns.length;
  const columns: [string, (string | number | null)[]][] = [
    ["row", places.map(({ row }) => first + row + 1)],
    ...(names ? [[name!, places.map(({ row }) => names[row] ?? null)] as [string, (string | null)[]]] : []),
    ["class", places.map(({ output }) => output.class)],
    ...(outputs.some(({ against }) => against !== undefined)
      ? [["against", places.map(({ output }) => output.against ?? null)] as [string, (string | null)[]]]
      : []),
    ["base", places.map(({ output }) => output.base)],
    ["total", places.map(({ output, row }) => output.totals[row])],
    ...values.columns.map((column, j): [string, number[]] => [
      `contribution_${column}`,
      places.map(({ output, row }) => output.contributions.data[row * P + j]),
    ]),
  ];
  for (const [prefix, of] of [
    ["deviation", "deviations"],
    ["error", "errors"],
  ] as const) {
    if (!outputs.every((output) => output[of])) continue;
    values.columns.forEach((column, j) => {
      columns.push([`${prefix}_${column}`, places.map(({ output, row }) => output[of]!.data[row * P + j])]);
    });
  }
  return tableFromColumns(Object.fromEntries(columns), { types: { class: "text" } });
}
