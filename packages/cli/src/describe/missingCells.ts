import type { Column } from "kernelbayes";

/** How many cells of a column are missing. */
export function missingCells(column: Column): number {
  let count = 0;
  if (column.type === "number") for (const value of column.values) count += Number.isNaN(value) ? 1 : 0;
  else for (const code of column.codes) count += code < 0 ? 1 : 0;
  return count;
}
