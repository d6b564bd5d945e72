import { weightsInPart } from "../../encoding/encodeLabels.ts";
import { chooseColumns, completeRows } from "../../encoding/learnEncoding.ts";
import { InputError } from "../../errors.ts";
import { columnNamed, type Table } from "../../table/table.ts";
import { quote } from "../../table/quote.ts";
import { thatRow, wording } from "../../wording.ts";
import type { FitOptions } from "../fitOptions.ts";

/** Which rows of chunks a model learns from. */
export interface ChunkRowOptions {
  /**
   * The places of the rows of a chunk to learn from, ascending, the same each time that the chunk is read; `first` is the number of its first row in the table, from 0. Default: all.
   */
  readonly rowsOf?: ((table: Table, first: number) => Int32Array) | undefined;
}

/** The rows of a chunk that a model learns from. */
export interface ChunkRows {
  /** Their places in the chunk. */
  readonly rows: Int32Array;
  /** The weight of each. */
  readonly weights: Float64Array;
  /** The label of each, as a number of the list of labels. */
  readonly labels: Int32Array;
}

/** Finds the rows to learn from in chunk after chunk; labels are numbered as they appear. */
export interface ChunkRowReader {
  of(table: Table, first: number): ChunkRows;
  /** The labels so far. */
  readonly labels: readonly string[];
  /** Rows so far that were left out because of missing cells. */
  readonly dropped: number;
}

/** Rows of weight 0 and, under `missing: "drop"`, incomplete ones are left out; a missing label, or a missing cell under "refuse", is an `InputError`. */
export function chunkRowReader(options: FitOptions & ChunkRowOptions, features: readonly string[]): ChunkRowReader {
  const { target, weights: weighting, missing = "refuse", rowsOf = allRows } = options;
  const numbers = new Map<string, number>();
  let dropped = 0;
  return {
    get labels() {
      return [...numbers.keys()];
    },
    get dropped() {
      return dropped;
    },
    of(table, first) {
      const all = weighting === undefined ? undefined : weightsInPart(table, weighting);
      const counted = rowsOf(table, first).filter((row) => all?.[row] !== 0);
      const columns = chooseColumns(table, features, []);
      const rows = missing === "impute" ? counted : completeOf(columns, counted, missing);
      dropped += counted.length - rows.length;
      const label = labelNumbers(table, target, numbers);
      return {
        rows,
        weights: Float64Array.from(rows, (row) => all?.[row] ?? 1),
        labels: rows.map(label),
      };
    },
  };
}

function allRows({ rows }: Table): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row);
}

function completeOf(
  columns: ReturnType<typeof chooseColumns>,
  counted: Int32Array,
  missing: "refuse" | "drop",
): Int32Array {
  try {
    return completeRows(columns, counted, missing, []);
  } catch (error) {
    // Other chunks may have rows.
    if (error instanceof InputError && error.code === "no-rows") return new Int32Array(0);
    throw error;
  }
}

/** The number of the label of each row, new ones behind those that are known. */
function labelNumbers(table: Table, target: string, numbers: Map<string, number>): (row: number) => number {
  const column = columnNamed(table, target);
  const numberOf = (label: string | undefined, row: number): number => {
    if (label === undefined) {
      throw new InputError(
        "missing-label",
        wording`Column ${quote(target)} has no label in row ${thatRow}.`,
        { row: row + 1, column: target },
        "Fill it or leave the row out of the training.",
      );
    }
    const number = numbers.get(label) ?? numbers.size;
    if (number === numbers.size) numbers.set(label, number);
    return number;
  };
  if (column.type === "number") {
    const { values, texts } = column;
    return (row) => numberOf(Number.isNaN(values[row]) ? undefined : (texts?.[row] ?? String(values[row])), row);
  }
  const { codes, levels } = column;
  return (row) => numberOf(codes[row] < 0 ? undefined : levels[codes[row]], row);
}
