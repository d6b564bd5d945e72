import { columnWeights } from "../encoding/encodeLabels.ts";
import { LOG_DENSITY_FLOOR } from "../evaluate/elpd.ts";
import { normalQuantile } from "../numeric/normalCdf.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { stream } from "../random/index.ts";
import { runSync } from "../run/run.ts";
import { pause, type Work } from "../run/work.ts";
import { asText, selectCells } from "../table/column.ts";
import { columnNamed, selectRows, type Table } from "../table/table.ts";

/** How much worse unseen rows are predicted without what a column says of them. */
export interface ColumnRelevance {
  /** The column of the table. */
  readonly column: string;
  /** The rise of the log loss, in nats per row, when the column's cells are those of other rows: about 0 where it does not matter. */
  readonly mean: number;
  /** Its standard error, and the interval that holds it for new rows. A column whose interval holds 0 is not shown to matter. */
  readonly deviation: number;
  readonly lower: number;
  readonly upper: number;
}

export interface RiseOptions {
  readonly columns: readonly string[];
  readonly seed: number;
  /** The column of row weights, by which training cells are drawn. */
  readonly weights?: string | undefined;
  /** How many rows to predict at most: enough to see what matters, in little time. Default 150. */
  readonly mostRows?: number;
}

/** The rises of the log loss of rows, for each column, and the weights of the rows. */
export interface ColumnRises {
  readonly rises: readonly Float64Array[];
  readonly weights: Float64Array;
}

/** Cells drawn for each row and column. */
const draws = 5;
/** Draws from a branch of its own, so that nothing else with the same seed meets the same numbers. */
const BRANCH = 1_919_513_957;

/**
 * The rise of the log loss of labelled rows when the cells of one column are drawn from rows that the posterior was trained on, for each of the
 * given columns, on average over draws. Cells are drawn from training rows because the rows to predict may be very few, as in a fold; a training
 * row of weight w is drawn w times as often. A column that the posterior does not use has a rise of 0. Rows of classes that it does not know are left out.
 */
export function columnRises(posterior: Posterior, training: Table, rows: Table, options: RiseOptions): ColumnRises {
  return runSync(columnRisesWork(posterior, training, rows, options));
}

/** The same, with a pause after each column. */
export function* columnRisesWork(
  posterior: Posterior,
  training: Table,
  rows: Table,
  { columns, seed, weights, mostRows = 150 }: RiseOptions,
): Work<ColumnRises> {
  const { truth, table } = knownRows(posterior, rows, mostRows);
  const used = posterior.encoding.columns.map(({ name }) => columnNamed(table, name));
  const asTheyAre = losses(posterior, { rows: table.rows, columns: used }, truth);
  // The same draws for all columns, so that their order does not matter.
  const drawn = drawnRows(training, table.rows, seed, weights);
  const found: Float64Array[] = [];
  for (const name of columns) {
    yield pause;
    const rises = new Float64Array(table.rows);
    found.push(rises);
    const place = used.findIndex((column) => column.name === name);
    if (place < 0) continue;
    for (const places of drawn) {
      const others = selectCells(columnNamed(training, name), places);
      const without = losses(posterior, { rows: table.rows, columns: used.with(place, others) }, truth);
      for (let row = 0; row < rises.length; row++) rises[row] += (without[row] - asTheyAre[row]) / draws;
    }
  }
  return {
    weights: weights === undefined ? new Float64Array(table.rows).fill(1) : columnWeights(table, weights),
    rises: found,
  };
}

/** The first rows whose class a posterior knows. */
function knownRows(
  { classes, target }: Posterior,
  table: Table,
  most: number,
): { readonly table: Table; readonly truth: readonly number[] } {
  const numberOf = new Map(classes.map((name, number) => [name, number]));
  const numbers = asText(columnNamed(table, target)).map((label) => numberOf.get(label ?? ""));
  const rows = numbers.flatMap((number, row) => (number === undefined ? [] : [row])).slice(0, most);
  return { table: selectRows(table, rows), truth: rows.map((row) => numbers[row]!) };
}

/** Training rows whose cells take the place of those of the rows to predict, for each draw. */
function drawnRows(training: Table, count: number, seed: number, weights: string | undefined): Int32Array[] {
  const sums = weights === undefined ? undefined : cumulated(columnWeights(training, weights));
  return Array.from({ length: draws }, (_, draw) => {
    const random = stream(seed, BRANCH, draw);
    const next = (): number => {
      if (sums === undefined) return random.integer(training.rows);
      const at = random.uniform() * sums[sums.length - 1];
      return sums.findIndex((sum) => at < sum);
    };
    return Int32Array.from({ length: count }, next);
  });
}

function cumulated(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/**
 * The relevance of columns from the rises of rows, of which those measured in folds depend on each other (`dependence`, see `scoreIntervals`). The mean
 * counts a row of weight w as w rows; its error is that of resampling rows with their weights.
 */
export function relevanceOfRises(
  columns: readonly string[],
  { rises, weights }: ColumnRises,
  dependence: number,
): ColumnRelevance[] {
  const z = normalQuantile(0.975);
  const n = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return columns.map((column, at) => {
    const mean = rises[at].reduce((sum, value, row) => sum + (weights[row] / total) * value, 0);
    const squares = rises[at].reduce((sum, value, row) => sum + ((weights[row] / total) * (value - mean)) ** 2, 0);
    const deviation = n > 1 ? dependence * Math.sqrt((squares * n) / (n - 1)) : 0;
    return { column, mean, deviation, lower: mean - z * deviation, upper: mean + z * deviation };
  });
}

function losses(posterior: Posterior, rows: Table, truth: ArrayLike<number>): Float64Array {
  const { data, columns: C } = posterior.predict(rows, { intervals: false }).logProbabilities;
  return Float64Array.from({ length: rows.rows }, (_, row) => -Math.max(LOG_DENSITY_FLOOR, data[row * C + truth[row]]));
}
