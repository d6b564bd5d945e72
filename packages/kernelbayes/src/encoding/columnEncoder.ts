import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { option, thatRow, wording } from "../wording.ts";
import type { Column } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { columnValues } from "./columnValues.ts";
import { widthOf, type CategoryEncoding, type ColumnEncoding, type Encoding, type UnseenRule } from "./encoding.ts";
import { levelNumbers, numbersOfLevels, writeLevel } from "./learnCategory.ts";
import { writeDates } from "./learnDate.ts";
import { encodeRank, writeNumbers } from "./learnNumber.ts";
import { finiteNumbers, levelsOf } from "./numbersOf.ts";

/** The levels of a category, undefined where missing. */
export type Levels = readonly (string | undefined)[];

/** Encodes a column of numbers or dates. */
export interface NumberEncoder {
  readonly name: string;
  readonly encoded: Exclude<ColumnEncoding, CategoryEncoding>;
  /** The numbers of a column, dates in days since 1970, NaN where missing. They may be the column's own. */
  read(column: Column): Float64Array;
  /** Writes the codes of as many numbers as there are rows into the rows of X. */
  write(X: Matrix, values: Float64Array): void;
}

/** Encodes a column of categories. */
export interface LevelEncoder {
  readonly name: string;
  readonly encoded: CategoryEncoding;
  /** The code of each level that occurred in training. */
  readonly known: ReadonlyMap<string, number>;
  read(column: Column): Levels;
  write(X: Matrix, levels: Levels, unseen?: UnseenRule): void;
}

/** Encodes one column of a table: what depends on the encoding alone is made once. */
export type ColumnEncoder = NumberEncoder | LevelEncoder;

/** Whether a column is one of categories. */
export function isLevelEncoder(encoder: ColumnEncoder): encoder is LevelEncoder {
  return encoder.encoded.kind === "category";
}

/** Encoders of all columns of an encoding, and the width of the matrix that they write. */
export function columnEncoders(rules: Encoding): {
  readonly width: number;
  readonly encoders: readonly ColumnEncoder[];
} {
  let width = 0;
  const encoders = rules.columns.map((encoded) => {
    const at = width;
    width += widthOf(encoded);
    return encoded.kind === "category" ? levelEncoder(rules, encoded, at) : numberEncoder(rules, encoded, at);
  });
  return { width, encoders };
}

function levelEncoder(rules: Encoding, encoded: CategoryEncoding, at: number): LevelEncoder {
  const known = numbersOfLevels(encoded);
  return {
    name: encoded.name,
    encoded,
    known,
    read: (column) => levelsOf(column, encoded.numeric),
    write({ data, columns }, cells, unseen = rules.unseen) {
      if (rules.missing !== "impute") cells.forEach((cell, row) => cell === undefined && refuse(rules, encoded, row));
      const levels = levelNumbers(encoded, cells, { missing: rules.missing, unseen }, known);
      for (let row = 0; row < levels.length; row++) writeLevel(data, row * columns + at, encoded, levels[row]);
    },
  };
}

function numberEncoder(rules: Encoding, encoded: NumberEncoder["encoded"], at: number): NumberEncoder {
  const mark = encoded.kind === "presence" || encoded.indicator ? at + widthOf(encoded) - 1 : undefined;
  return {
    name: encoded.name,
    encoded,
    read: (column) =>
      column.type === "number" && encoded.kind !== "date" ? finiteNumbers(column) : columnValues(encoded, column),
    write({ data, rows, columns }, values) {
      if (rules.missing !== "impute") {
        for (let row = 0; row < rows; row++) if (Number.isNaN(values[row])) refuse(rules, encoded, row);
      }
      if (encoded.kind === "number") writeNumbers(encoded, values, data, at, columns);
      if (encoded.kind === "date") writeDates(encoded, values, data, at, columns);
      if (encoded.kind === "rank") {
        for (let row = 0; row < rows; row++) data[row * columns + at] = encodeRank(encoded, values[row]);
      }
      if (mark === undefined) return;
      for (let row = 0; row < rows; row++) if (Number.isNaN(values[row])) data[row * columns + mark] = 1;
    },
  };
}

function refuse({ missing }: Encoding, { name }: ColumnEncoding, row: number): never {
  throw new InputError(
    "missing-values",
    wording`Column ${quote(name)} has a missing value in row ${thatRow}, and the model was fitted with ${option("missing", missing)}.`,
    { row: row + 1, column: name },
    wording`Fill it, leave the row out, or fit with ${option("missing", "impute")}.`,
  );
}
