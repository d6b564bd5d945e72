import { type Column } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";

/** A column of so many equal cells: the median of numbers, the most frequent word, missing where all cells are. */
export function typicalCells(column: Column, rows: number): Column {
  if (column.type === "number") {
    const present = column.values.filter((value) => !Number.isNaN(value));
    return { name: column.name, type: "number", values: new Float64Array(rows).fill(middle(present)) };
  }
  const counts = new Int32Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const most = counts.indexOf(Math.max(...counts));
  return { ...column, codes: new Int32Array(rows).fill(counts.length > 0 && counts[most] > 0 ? most : -1) };
}

/** The median, as a value that occurs: between two values of a code of numbers lies nothing. */
function middle(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const median = numeric.quantile(values, 0.5);
  return values.reduce((best, value) => (Math.abs(value - median) < Math.abs(best - median) ? value : best), values[0]);
}
