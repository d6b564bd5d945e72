import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, requireNotNegative, type TwoClassOptions } from "./labelledTable.ts";

export interface OverlapOptions extends TwoClassOptions {
  /** Distance of the class means, which differ in the second column only. */
  readonly distance?: number;
}

/**
 * Two normals of equal covariance that overlap: deviations 0.8 and 0.3 in the two columns, means 0 in the first and
 * ±½ · distance in the second. The best boundary is the line x2 = 0; it has an error rate of Φ(−distance / 0.6), by default
 * 2.8 %.
 *
 * Our own numbers in the spirit of the toy data of T. Peña Centeno & N. D. Lawrence, 2006.
 */
export function overlap({ rows = 200, seed = 1, positives, distance = 1.15 }: OverlapOptions = {}): Table {
  requireNotNegative("distance", distance);
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) => [
    0.8 * normal(source),
    (isPositive ? 0.5 : -0.5) * distance + 0.3 * normal(source),
  ]);
}
