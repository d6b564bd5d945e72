import { type Table } from "kernelbayes";
import { columnNamed } from "kernelbayes/table";

/** The numbers of a column. */
export function numbersIn(table: Table, name: string): Float64Array {
  const column = columnNamed(table, name);
  if (column.type !== "number") throw new RangeError(`${name} should hold numbers.`);
  return column.values;
}
