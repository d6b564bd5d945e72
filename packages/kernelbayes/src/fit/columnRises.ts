import { LOG_DENSITY_FLOOR } from "../evaluate/elpd.ts";
import { normalQuantile } from "../numeric/normalCdf.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { stream } from "../random/index.ts";
import { selectCells } from "../table/column.ts";
import { columnNamed, type Table } from "../table/table.ts";

/** How much worse unseen rows are predicted without what a column says of them. */
export interface ColumnRelevance {
  /** The column of the table. */
  readonly column: string;
  /** The rise of the log loss, in nats a row, when the column's cells are those of other rows: about 0 where it does not matter. */
  readonly mean: number;
  /** Its standard error, and the interval that holds it for new rows. A column whose interval holds 0 is not shown to matter. */
  readonly deviation: number;
  readonly lower: number;
  readonly upper: number;
}

export interface RiseOptions {
  readonly columns: readonly string[];
  readonly seed: number;
}

/** Cells drawn for each row and column. */
const draws = 5;
/** Draws from a branch of its own, so that nothing else with the same seed meets the same numbers. */
const BRANCH = 1_919_513_957;

/**
 * The rise of the log loss of each row when the cells of one column are drawn from rows that the posterior was trained on, for each of the
 * given columns, on average over draws. Cells are drawn from training rows because the rows to predict may be very few, as in a fold. A column that
 * the posterior does not use has a rise of 0.
 */
export function columnRises(
  posterior: Posterior,
  training: Table,
  rows: Table,
  truth: ArrayLike<number>,
  { columns, seed }: RiseOptions,
): Float64Array[] {
  const used = posterior.encoding.columns.map(({ name }) => columnNamed(rows, name));
  const asTheyAre = losses(posterior, { rows: rows.rows, columns: used }, truth);
  return columns.map((name) => {
    const rises = new Float64Array(rows.rows);
    const place = used.findIndex((column) => column.name === name);
    if (place < 0) return rises;
    for (let draw = 0; draw < draws; draw++) {
      // The same draws for all columns, so that their order does not matter.
      const random = stream(seed, BRANCH, draw);
      const drawn = Int32Array.from({ length: rows.rows }, () => random.integer(training.rows));
      const others = selectCells(columnNamed(training, name), drawn);
      const without = losses(posterior, { rows: rows.rows, columns: used.with(place, others) }, truth);
      for (let row = 0; row < rises.length; row++) rises[row] += (without[row] - asTheyAre[row]) / draws;
    }
    return rises;
  });
}

/** The relevance of columns from the rises of rows, of which those measured in folds depend on each other (`dependence`, see `scoreIntervals`). */
export function relevanceOfRises(
  columns: readonly string[],
  rises: readonly Float64Array[],
  dependence: number,
): ColumnRelevance[] {
  const z = normalQuantile(0.975);
  return columns.map((column, at) => {
    const values = rises[at];
    const n = values.length;
    const mean = values.reduce((sum, value) => sum + value / n, 0);
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const deviation = n > 1 ? dependence * Math.sqrt(squares / (n - 1) / n) : 0;
    return { column, mean, deviation, lower: mean - z * deviation, upper: mean + z * deviation };
  });
}

function losses(posterior: Posterior, rows: Table, truth: ArrayLike<number>): Float64Array {
  const { data, columns: C } = posterior.predict(rows).logProbabilities;
  return Float64Array.from({ length: rows.rows }, (_, row) => -Math.max(LOG_DENSITY_FLOOR, data[row * C + truth[row]]));
}
