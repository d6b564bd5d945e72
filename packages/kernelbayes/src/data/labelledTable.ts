import { InputError } from "../errors.ts";
import type { Stream } from "../random/stream.ts";
import { stream } from "../random/stream.ts";
import { type Table, tableFromColumns } from "../table/table.ts";

/** What every generator of data takes. */
export interface GeneratorOptions {
  readonly rows?: number;
  /** Equal seeds give equal tables. */
  readonly seed?: number;
}

/** What generators of two classes take, "positive" and "negative". */
export interface TwoClassOptions extends GeneratorOptions {
  /**
   * Exactly so many rows of class "positive", which then come first. Without it the class of each row is drawn, both being
   * equally likely, and a longer table begins with the shorter one of the same seed.
   */
  readonly positives?: number;
}

/** One row: its class and its numbers. */
export interface LabelledRow {
  readonly label: string;
  readonly x: ArrayLike<number>;
}

/** A table with the columns x1, x2, … and the label column "class". */
export function labelledTable(rows: readonly LabelledRow[]): Table {
  const columns = Array.from(rows[0].x, (_, j) => [`x${j + 1}`, Float64Array.from(rows, ({ x }) => x[j])] as const);
  return tableFromColumns({ ...Object.fromEntries(columns), class: rows.map(({ label }) => label) });
}

/** Rows one after the other from one stream. */
export function drawRows(rows: number, seed: number, draw: (source: Stream, row: number) => LabelledRow): Table {
  requireRows(rows);
  const source = stream(seed);
  return labelledTable(Array.from({ length: rows }, (_, row) => draw(source, row)));
}

/** Rows of two classes, whose numbers `draw` makes. */
export function drawTwoClasses(
  { rows, seed, positives }: { rows: number; seed: number; positives: number | undefined },
  draw: (source: Stream, isPositive: boolean) => ArrayLike<number>,
): Table {
  requireRows(rows);
  if (positives !== undefined && !(Number.isInteger(positives) && positives >= 0 && positives <= rows)) {
    throw new InputError("positives", `positives must be a whole number from 0 to ${rows}; got ${positives}.`);
  }
  return drawRows(rows, seed, (source, row) => {
    const isPositive = positives === undefined ? source.uniform() < 0.5 : row < positives;
    return { label: isPositive ? "positive" : "negative", x: draw(source, isPositive) };
  });
}

/** Refuses anything but a whole number of rows. */
export function requireRows(rows: number): void {
  if (Number.isInteger(rows) && rows >= 1) return;
  throw new InputError("rows", `rows must be a whole number of at least 1; got ${rows}.`);
}

/** Refuses a deviation or distance that is negative or not finite. */
export function requireNotNegative(name: string, value: number): void {
  if (value >= 0 && value < Infinity) return;
  throw new InputError(name, `${name} must be a number of at least 0; got ${value}.`);
}
