import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, requireNotNegative, type TwoClassOptions } from "./labelledTable.ts";

export interface XorOptions extends TwoClassOptions {
  /** Deviation of each cloud, in each column. */
  readonly noise?: number;
}

/** Four normal clouds at (±1, ±1); the class is the sign of the product of the center's coordinates. */
export function xor({ rows = 200, seed = 1, positives, noise = 0.4 }: XorOptions = {}): Table {
  requireNotNegative("noise", noise);
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) => {
    const side = source.uniform() < 0.5 ? -1 : 1;
    return [side + noise * normal(source), (isPositive ? side : -side) + noise * normal(source)];
  });
}
