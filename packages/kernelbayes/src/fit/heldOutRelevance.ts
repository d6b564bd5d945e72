import type { Posterior } from "../posterior/posterior.ts";
import type { Table } from "../table/table.ts";
import { columnRises, relevanceOfRises, type ColumnRelevance } from "./columnRises.ts";

export interface HeldOutRelevanceOptions {
  /** The columns to look at. Default: all that the posterior uses. */
  readonly columns?: readonly string[] | undefined;
  /** How many labelled rows to predict at most, the first ones. Default 500. */
  readonly rows?: number | undefined;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number | undefined;
}

/**
 * How much a posterior needs each column: the rise of the log loss of labelled rows that it has not seen when the cells of the column are those of
 * other rows, drawn from `cells` (the training table, or the rows themselves), with 95 % intervals. `measure` has the same of fits in folds.
 *
 * @example heldOutRelevance(posterior, heldOut, training).filter(({ lower }) => lower > 0)
 */
export function heldOutRelevance(
  posterior: Posterior,
  table: Table,
  cells: Table,
  { columns = posterior.encoding.columns.map(({ name }) => name), rows = 500, seed = 1 }: HeldOutRelevanceOptions = {},
): ColumnRelevance[] {
  const rises = columnRises(posterior, cells, table, { columns, seed, mostRows: rows });
  // The rows are independent of each other, and of the fit.
  return relevanceOfRises(columns, rises, 1);
}
