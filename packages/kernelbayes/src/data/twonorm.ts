import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, type TwoClassOptions } from "./labelledTable.ts";

/** a = 2/√20: the two centers ±(a, …, a) of twonorm are four deviations apart. */
const a = 2 / Math.sqrt(20);

/**
 * Twonorm: 20 columns, class ±1 ~ N(±(a, …, a), I) with a = 2/√20. The best boundary is linear; it errs in Φ(−2) = 2.3 % of
 * the cases.
 *
 * L. Breiman, Arcing classifiers, 1998.
 */
export function twonorm({ rows = 400, seed = 1, positives }: TwoClassOptions = {}): Table {
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) =>
    Array.from({ length: 20 }, () => (isPositive ? a : -a) + normal(source)),
  );
}
