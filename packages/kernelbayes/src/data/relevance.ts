import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawRows, type GeneratorOptions } from "./labelledTable.ts";

const bands = [
  { label: "negative", center: 0 },
  { label: "positive", center: 0.7 },
  { label: "positive", center: -0.7 },
];

/**
 * One column that matters and one that does not: x1 is noise, N(0, 0.32²); in x2 the rows take turns in three bands of
 * deviation 0.1, around 0 (class "negative") and around ±0.7 (class "positive"). A third of the rows is "negative".
 *
 * Our own numbers in the spirit of the toy data of T. Peña Centeno & N. D. Lawrence, 2006.
 */
export function relevance({ rows = 300, seed = 1 }: GeneratorOptions = {}): Table {
  return drawRows(rows, seed, (source, row) => {
    const { label, center } = bands[row % 3];
    return { label, x: [0.32 * normal(source), center + 0.1 * normal(source)] };
  });
}
