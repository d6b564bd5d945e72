import type { Posterior } from "kernelbayes";
import type { ShapleyOutput, ShapleyValues } from "kernelbayes/explain";

/** Contributions as plain data: for each row its outputs, each with the values by column. */
export function contributionData(
  values: ShapleyValues,
  rows: readonly number[],
  said: { readonly labels: readonly string[]; readonly names: readonly (string | undefined)[] | undefined },
): Record<string, unknown> {
  const { absent, scale, method, backgroundRows, columns, outputs } = values;
  const byColumn = (of: ShapleyOutput["errors"], at: number): Record<string, number> | undefined =>
    of && Object.fromEntries(columns.map((column, j) => [column, of.data[at * columns.length + j]]));
  return {
    absent,
    scale,
    method,
    backgroundRows,
    rows: rows.map((row, at) => ({
      row: row + 1,
      ...(said.names && { name: said.names[at] ?? null }),
      label: said.labels[at],
      outputs: outputs.map((output) => ({
        class: output.class,
        against: output.against ?? null,
        base: output.base,
        total: output.totals[at],
        contributions: byColumn(output.contributions, at),
        ...(output.deviations && { deviations: byColumn(output.deviations, at) }),
        ...(output.errors && { errors: byColumn(output.errors, at) }),
      })),
    })),
  };
}

/** The figures of a matrix by class. */
export function byClass(
  { classes }: Pick<Posterior, "classes">,
  of: { readonly data: Float64Array } | undefined,
  row: number,
): Record<string, number> | undefined {
  return of && Object.fromEntries(classes.map((name, c) => [name, of.data[row * classes.length + c]]));
}
