import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, type TwoClassOptions } from "./labelledTable.ts";

const a = 2 / Math.sqrt(20);

/**
 * Ringnorm: 20 columns, class "negative" ~ N(0, 4I), class "positive" ~ N((a, …, a), I) with a = 2/√20: a small ball inside a
 * wide one. The best boundary is a sphere; it has an error rate of 1.2 %.
 *
 * L. Breiman, Arcing classifiers, 1998.
 */
export function ringnorm({ rows = 400, seed = 1, positives }: TwoClassOptions = {}): Table {
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) =>
    Array.from({ length: 20 }, () => (isPositive ? a + normal(source) : 2 * normal(source))),
  );
}
