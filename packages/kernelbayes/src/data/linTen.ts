import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, type TwoClassOptions } from "./labelledTable.ts";

/**
 * Unbalanced classes of unequal spread, in two columns: class "positive" ~ N((−10, 0), diag(10², 2²)), class "negative" ~
 * N((10, 0), diag(5², 1²)). By default ten positive rows for each negative one, as in the training data of the source; its
 * test data are `linTen({ rows: 200, positives: 100 })`.
 *
 * Lin, Bayesian Kernel Fisher, simulation.
 */
export function linTen({
  rows = 110,
  seed = 1,
  positives = Math.round((10 * rows) / 11),
}: TwoClassOptions = {}): Table {
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) =>
    isPositive ? [-10 + 10 * normal(source), 2 * normal(source)] : [10 + 5 * normal(source), normal(source)],
  );
}
