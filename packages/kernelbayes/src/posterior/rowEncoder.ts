import { matrix, type Matrix } from "../engine/matrix.ts";
import {
  columnEncoders,
  isLevelEncoder,
  type ColumnEncoder,
  type LevelEncoder,
  type Levels,
  type NumberEncoder,
} from "../encoding/columnEncoder.ts";
import type { ColumnProfile } from "../encoding/columnProfile.ts";
import { columnsToEncode } from "../encoding/encode.ts";
import { encodedColumns, type Encoding, type UnseenRule } from "../encoding/encoding.ts";
import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import type { Column, NumberColumn } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { largestEncodedValue } from "./largestEncodedValue.ts";
import {
  levelComparison,
  numberComparison,
  outsideRows,
  outsideSums,
  type OutsideRows,
  type OutsideSums,
} from "./outsideRows.ts";
import { columnOf, hasAll, readLevels, readNumbers } from "./recordCells.ts";
import { isList, recordsOf, rowsToPredict, type RowRecord, type RowsToPredict } from "./rowsToPredict.ts";

/** Rows as a model sees them, and what is unlike its training rows in them. */
export interface EncodedRows {
  readonly X: Matrix;
  readonly outside: OutsideRows;
  /** The columns of many row objects where all of them are numbers, as they were read. */
  readonly read: readonly NumberColumn[] | undefined;
}

/** Row objects from which on columns are kept as they were read, since to read their cells again takes longer. */
const manyRows = 64;

/**
 * Encodes rows and compares them with the training rows, column by column: each cell is read once. What depends on the encoding alone is made once, so that a single
 * row costs little. Row objects whose cells are numbers, or texts in columns of categories, are read without a table; their other cells as those of a table are.
 */
export function rowEncoder(
  encoding: Encoding,
  profiles: readonly ColumnProfile[] | undefined,
): (rows: RowsToPredict, unseen: UnseenRule) => EncodedRows {
  const { width, encoders } = columnEncoders(encoding);
  const parts = encoders.map((encoder, at) => columnPart(encoder, profiles?.[at]));
  return (rows, unseen) => {
    const given = recordsOf(rows);
    const source = isList(given) && hasAll(given, encoding) ? given : rowsToPredict(encoding, given);
    const count = isList(source) ? source.length : source.rows;
    const X = matrix(count, width);
    const sums = outsideSums(count);
    let read: NumberColumn[] | undefined;
    if (isList(source)) {
      if (count >= manyRows) read = [];
      let room = new Float64Array(count);
      for (const part of parts) {
        const isKept = part.addRecords(source, room, X, sums, unseen);
        if (!isKept) read = undefined;
        if (read === undefined) continue;
        read.push({ name: part.name, type: "number", values: room });
        room = new Float64Array(count);
      }
    } else {
      const columns = columnsToEncode(encoding, source);
      for (let at = 0; at < parts.length; at++) parts[at].addColumn(columns[at], X, sums, unseen);
    }
    refuseFar(encoding, X);
    return { X, outside: outsideRows(sums, profiles !== undefined), read };
  };
}

/** Reads one column of rows, writes its codes into X and compares it with the training rows. */
interface ColumnPart {
  readonly name: string;
  addColumn(column: Column, X: Matrix, sums: OutsideSums, unseen: UnseenRule): void;
  /** The same for row objects. Returns whether the cells are numbers, which are then in `room`, one for each row. */
  addRecords(
    records: readonly RowRecord[],
    room: Float64Array,
    X: Matrix,
    sums: OutsideSums,
    unseen: UnseenRule,
  ): boolean;
}

function columnPart(encoder: ColumnEncoder, profile: ColumnProfile | undefined): ColumnPart {
  return isLevelEncoder(encoder) ? levelPart(encoder) : numberPart(encoder, profile);
}

function numberPart(encoder: NumberEncoder, profile: ColumnProfile | undefined): ColumnPart {
  const { name, encoded } = encoder;
  const compare = profile?.kind === "number" ? numberComparison(profile) : undefined;
  const add = (values: Float64Array, X: Matrix, sums: OutsideSums): void => {
    encoder.write(X, values);
    compare?.(values, sums);
  };
  return {
    name,
    addColumn: (column, X, sums) => add(encoder.read(column), X, sums),
    addRecords(records, room, X, sums) {
      const isRead = encoded.kind !== "date" && readNumbers(records, name, room);
      add(isRead ? room : encoder.read(columnOf(records, name)), X, sums);
      return isRead;
    },
  };
}

function levelPart(encoder: LevelEncoder): ColumnPart {
  const { name, encoded, known } = encoder;
  const compare = levelComparison(name, known);
  const add = (levels: Levels, X: Matrix, sums: OutsideSums, unseen: UnseenRule): void => {
    encoder.write(X, levels, unseen);
    compare(levels, sums);
  };
  return {
    name,
    addColumn: (column, X, sums, unseen) => add(encoder.read(column), X, sums, unseen),
    addRecords(records, _room, X, sums, unseen) {
      const levels = encoded.numeric ? undefined : readLevels(records, name);
      add(levels ?? encoder.read(columnOf(records, name)), X, sums, unseen);
      return false;
    },
  };
}

/** Refuses values that no arithmetic can deal with, by row and column. */
export function refuseFar(encoding: Encoding, X: Matrix): void {
  const { data } = X;
  let at = 0;
  while (at < data.length && Math.abs(data[at]) <= largestEncodedValue) at++;
  if (at === data.length) return;
  const row = Math.floor(at / X.columns) + 1;
  const column = encodedColumns(encoding)[at % X.columns].source;
  throw new InputError(
    "too-far",
    wording`Column ${quote(column)} has a value in row ${thatRow} that is more than ${largestEncodedValue} deviations from the training rows.`,
    { row, column },
    "Check its unit, or leave the row out.",
  );
}
