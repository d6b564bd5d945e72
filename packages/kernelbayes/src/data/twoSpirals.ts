import { InputError } from "../errors.ts";
import { normal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import type { Table } from "../table/table.ts";
import { type GeneratorOptions, labelledTable, requireNotNegative, requireRows } from "./labelledTable.ts";

export interface TwoSpiralsOptions extends GeneratorOptions {
  /** Deviation of the points from their spiral, in each column. */
  readonly noise?: number;
}

/**
 * Two intertwined spirals of three turns each, the points of one being the negatives of the other's:
 *
 *     φ = iπ/16,  r = 6.5 (104 − i)/104,  class "positive" (r sin φ, r cos φ),  i = 0 … 96.
 *
 * With 194 rows and no noise these are the original points, in the original order (the classes alternate). Other even
 * numbers of rows space i evenly from 0 to 96.
 *
 * K. J. Lang & M. J. Witbrock, Learning to tell two spirals apart, 1988.
 */
export function twoSpirals({ rows = 194, seed = 1, noise = 0 }: TwoSpiralsOptions = {}): Table {
  requireRows(rows);
  if (rows % 2 !== 0) throw new InputError("rows", `rows must be even, for two spirals of equal length; got ${rows}.`);
  requireNotNegative("noise", noise);
  const source = stream(seed);
  const half = rows / 2;
  return labelledTable(
    Array.from({ length: half }, (_, k) => {
      const i = half > 1 ? (96 * k) / (half - 1) : 0;
      const phi = (i * Math.PI) / 16;
      const r = (6.5 * (104 - i)) / 104;
      const point = [r * Math.sin(phi), r * Math.cos(phi)];
      const blurred = (side: number): number[] =>
        point.map((entry) => side * entry + (noise > 0 ? noise * normal(source) : 0));
      return [
        { label: "positive", x: blurred(1) },
        { label: "negative", x: blurred(-1) },
      ];
    }).flat(),
  );
}
