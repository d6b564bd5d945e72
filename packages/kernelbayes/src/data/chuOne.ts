import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawRows, drawTwoClasses, requireRows, type GeneratorOptions, type TwoClassOptions } from "./labelledTable.ts";

export interface ChuOneOptions extends GeneratorOptions {
  /** Adds one row of class "negative" at −2, in the middle of the other class. */
  readonly outlier?: boolean;
}

/**
 * One column: half of the rows (rounded up), which come first, are of class "positive" and N(−2, 1); the others are of class
 * "negative" and N(2, 1). The best boundary is 0; it has an error rate of Φ(−2) = 2.3 %.
 *
 * W. Chu, S. S. Keerthi & C. J. Ong, Bayesian trigonometric support vector classifier, 2003, first simulated problem.
 */
export function chuOne({ rows = 100, seed = 1, outlier = false }: ChuOneOptions = {}): Table {
  requireRows(rows);
  return drawRows(outlier ? rows + 1 : rows, seed, (source, row) => {
    if (row === rows) return { label: "negative", x: [-2] };
    const isPositive = row < Math.ceil(rows / 2);
    return { label: isPositive ? "positive" : "negative", x: [(isPositive ? -2 : 2) + normal(source)] };
  });
}

/**
 * Two columns: class "positive" ~ N((−2, 0), diag(1, 2)), class "negative" ~ N((2, 0), diag(2, 1)), the diagonals being
 * variances. The best boundary, a conic, has an error rate of 4.6 %. The source trains on 1000 rows and tests on 20 002.
 *
 * W. Chu, S. S. Keerthi & C. J. Ong, Bayesian trigonometric support vector classifier, 2003, second simulated problem.
 */
export function chuTwo({ rows = 1000, seed = 1, positives }: TwoClassOptions = {}): Table {
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) =>
    isPositive ? [-2 + normal(source), Math.SQRT2 * normal(source)] : [2 + Math.SQRT2 * normal(source), normal(source)],
  );
}
