import type { Column } from "kernelbayes";

/** A cell as it is shown; undefined where it is missing. */
export function cellText(column: Column, row: number): string | undefined {
  if (column.type !== "number") return column.levels[column.codes[row]];
  const value = column.values[row];
  if (Number.isNaN(value)) return undefined;
  return column.texts?.[row] ?? String(Math.abs(value) < 1e15 ? Number(value.toPrecision(7)) : value);
}
