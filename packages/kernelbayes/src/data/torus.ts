import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawRows, type GeneratorOptions } from "./labelledTable.ts";

/**
 * A ball inside a ring, in two columns: a quarter of the rows (rounded), which come first, are of class "center" and
 * N(0, I); the others, of class "ring", lie at a radius from N(4, 1) and an angle from U(0, 2π).
 */
export function torus({ rows = 400, seed = 1 }: GeneratorOptions = {}): Table {
  return drawRows(rows, seed, (source, row) => {
    if (row < Math.round(rows / 4)) return { label: "center", x: [normal(source), normal(source)] };
    const radius = 4 + normal(source);
    const angle = 2 * Math.PI * source.uniform();
    return { label: "ring", x: [radius * Math.cos(angle), radius * Math.sin(angle)] };
  });
}
