import { checkClasses } from "../../encoding/encodeLabels.ts";
import {
  levelSummary,
  mostLevels,
  numberSummary,
  type ColumnSummary,
  type WeightedColumn,
} from "../../encoding/columnSummary.ts";
import type { Encoding } from "../../encoding/index.ts";
import { compareLevels } from "../../encoding/learnCategory.ts";
import { chooseColumns, learnEncoding, named } from "../../encoding/learnEncoding.ts";
import { InputError, type Warning } from "../../errors.ts";
import type { Column } from "../../table/column.ts";
import { checkSameColumns } from "../../table/concatenateTables.ts";
import { listed, quote } from "../../table/quote.ts";
import type { Table } from "../../table/table.ts";
import type { FitOptions } from "../fitOptions.ts";
import { chunkRowReader, type ChunkRowOptions, type ChunkRows } from "./chunkRows.ts";
import { rowSample, type RowSample, type SampledRows } from "./rowSample.ts";
import type { TableChunks } from "./tableChunks.ts";

/** What the first pass over a table learns. */
export interface LearnedChunks {
  /** A random sample of the rows to learn from; all of them, if there are no more. */
  readonly sample: SampledRows;
  /** The class, the weight and the place in the sample's table of each of its rows. */
  readonly sampled: ChunkRows;
  readonly encoding: Encoding;
  /** The columns that rows are read from. */
  readonly features: readonly string[];
  readonly names: readonly string[];
  /** The summed weight of each class over all rows. */
  readonly sizes: Float64Array;
  /** Rows to learn from, and rows that the table has. */
  readonly counted: number;
  readonly read: number;
  readonly warnings: readonly Warning[];
}

/** The first pass: labels, the encoding of all rows, and a sample of them. */
export async function learnChunks(
  chunks: TableChunks,
  options: FitOptions & ChunkRowOptions,
  size: number,
  onRows: (rows: number) => void,
): Promise<LearnedChunks> {
  let begun: FirstPass | undefined;
  let read = 0;
  for await (const table of chunks.read()) {
    begun ??= firstPass(table, options, size);
    try {
      begun.add(table, read);
    } catch (error) {
      throw errorFrom(error, read);
    }
    read += table.rows;
    onRows(read);
  }
  if (!begun || begun.counted === 0) throw new InputError("no-rows", "The table has no rows to learn from.");
  return { ...begun.learned(), read };
}

/** An error about a row of a chunk, as one about the row of the table. */
export function errorFrom(error: unknown, first: number): unknown {
  return error instanceof InputError && error.place.row !== undefined
    ? error.at({ row: first + error.place.row })
    : error;
}

interface FirstPass {
  add(table: Table, first: number): void;
  readonly counted: number;
  learned(): Omit<LearnedChunks, "read">;
}

function firstPass(first: Table, options: FitOptions & ChunkRowOptions, size: number): FirstPass {
  const { target, weights } = options;
  const special = [target, weights].filter((name) => name !== undefined);
  const exclude = [...(options.exclude ?? []), ...special];
  const columns = chooseColumns(first, options.columns ?? "all", exclude);
  const features = columns.map(({ name }) => name);
  const reader = chunkRowReader(options, features);
  const summaries = summariesOf(first, columns, options);
  const sample = rowSample(size, options.seed ?? 1);
  const sizes: number[] = [];
  let counted = 0;
  return {
    get counted() {
      return counted;
    },
    add(table, at) {
      checkSameColumns(first, table);
      const chunk = reader.of(table, at);
      counted += chunk.rows.length;
      chunk.labels.forEach((label, i) => (sizes[label] = (sizes[label] ?? 0) + chunk.weights[i]));
      const byName = new Map(table.columns.map((column) => [column.name, column]));
      for (const [name, summary] of summaries) summary.add(byName.get(name)!, chunk.rows, chunk.weights);
      offer(sample, table, at, chunk);
    },
    learned() {
      const labels = reader.labels;
      const order = Array.from(labels.keys()).toSorted((a, b) => compareLevels(labels[a], labels[b]));
      const names = order.map((label) => labels[label]);
      checkClasses(names, counted, target);
      const taken = sample.taken();
      const place = new Map(names.map((name, q) => [name, q]));
      const inSample = chunkRowReader({ ...options, rowsOf: undefined }, features);
      const own = inSample.of(taken.table, 0);
      const sampled = { ...own, labels: own.labels.map((label) => place.get(inSample.labels[label])!) };
      const { whole, unlike } = weightedColumns(summaries, options);
      const learned = learnEncoding(
        taken.table,
        { ...options, exclude: [...exclude, ...unlike] },
        own.weights,
        sampled.labels,
        whole,
      );
      return {
        sample: taken,
        sampled,
        encoding: learned.encoding,
        features,
        names,
        sizes: Float64Array.from(order, (label) => sizes[label]),
        counted,
        warnings: [...droppedRows(reader.dropped, counted), ...tooManyLevels(unlike), ...learned.warnings],
      };
    },
  };
}

function offer(sample: RowSample, table: Table, at: number, { rows, labels }: ChunkRows): void {
  const labelOf = new Int32Array(table.rows);
  rows.forEach((row, i) => (labelOf[row] = labels[i]));
  sample.add(table, at, rows, (row) => labelOf[row]);
}

/** Summaries of the columns that are learned from all rows. Ranks, quartiles and dates are learned from the sample. */
function summariesOf(table: Table, columns: readonly Column[], options: FitOptions): Map<string, ColumnSummary> {
  const isCategory = named(table, options.asCategory ?? []);
  const isRanked = typeof options.rank === "object" ? named(table, options.rank) : () => options.rank === true;
  return new Map(
    columns.flatMap((column): [string, ColumnSummary][] => {
      const { name, type } = column;
      if (type === "text" || (type === "number" && isCategory(name))) return [[name, levelSummary(name, type)]];
      const isWhole = type === "number" && !isRanked(name) && options.standardize !== "robust";
      return isWhole ? [[name, numberSummary(name)]] : [];
    }),
  );
}

/** What stands for whole columns, and the columns of texts that are no categories. */
function weightedColumns(
  summaries: ReadonlyMap<string, ColumnSummary>,
  { columns = "all", asCategory = [] }: FitOptions,
): { readonly whole: Map<string, WeightedColumn>; readonly unlike: string[] } {
  const whole = new Map<string, WeightedColumn>();
  const unlike: string[] = [];
  for (const [name, summary] of summaries) {
    const weighted = summary.weighted();
    if (weighted) whole.set(name, weighted);
    else if (columns === "all" && !asCategory.includes(name)) unlike.push(name);
    else {
      throw new InputError(
        "too-large",
        `Column ${quote(name)} has more than ${mostLevels} different values, too many for a category.`,
        { column: name },
        "Leave it out.",
      );
    }
  }
  return { whole, unlike };
}

function tooManyLevels(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const message = `${names.length === 1 ? "Column" : "Columns"} ${listed(names)} left out: more than ${mostLevels} different texts.`;
  return [{ code: "mostly-unique-column", message }];
}

function droppedRows(dropped: number, kept: number): Warning[] {
  if (dropped === 0) return [];
  const message = `${dropped} of ${dropped + kept} rows have missing values and were left out of the training.`;
  return [{ code: "dropped-rows", message }];
}
