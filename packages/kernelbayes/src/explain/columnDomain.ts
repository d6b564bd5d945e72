import { matrix, type Matrix } from "../engine/matrix.ts";
import { columnValues } from "../encoding/columnValues.ts";
import { encode } from "../encoding/encode.ts";
import { widthOf, type ColumnEncoding, type Encoding } from "../encoding/encoding.ts";
import { levelsOf } from "../encoding/numbersOf.ts";
import { InputError } from "../errors.ts";
import type { Column } from "../table/column.ts";
import { columnFromCells } from "../table/columnFromCells.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { listed, quote } from "../table/quote.ts";

/** What a cell holds: a number, a date in days since 1970, or the text of a level; undefined where it is missing. */
export type CellValue = number | string | undefined;

/** A column of the table as the model reads it: what its cells hold, and what these are encoded as. */
export interface ColumnDomain {
  readonly name: string;
  readonly kind: "number" | "date" | "category";
  /** Its place among the columns of the model. */
  readonly place: number;
  /** Its encoded columns: the first, and how many. */
  readonly from: number;
  readonly width: number;
  /** The levels of a category, in the order of the encoding. */
  readonly levels: readonly string[];
  /** A row for each cell, a column for each encoded column of its own. */
  encode(cells: readonly CellValue[]): Matrix;
  cellsOf(column: Column): CellValue[];
  /** The cell as text, for people. */
  text(cell: CellValue): string;
}

/** The domains of all columns of an encoding. */
export function columnDomains(encoding: Encoding): readonly ColumnDomain[] {
  let from = 0;
  return encoding.columns.map((column, place) => {
    const domain = domainOf(encoding, column, place, from);
    from += domain.width;
    return domain;
  });
}

/** The domain of a column by its name. */
export function domainNamed(domains: readonly ColumnDomain[], name: string): ColumnDomain {
  const found = domains.find((domain) => domain.name === name);
  if (found) return found;
  const names = domains.map((domain) => domain.name);
  const near = nearestNames(name, names).slice(0, 1);
  const offer = near.length > 0 ? ` Did you mean ${listed(near)}?` : ` It uses ${listed(names)}.`;
  throw new InputError("unknown-column", `The model uses no column ${quote(name)}.${offer}`, { column: name });
}

function domainOf(encoding: Encoding, column: ColumnEncoding, place: number, from: number): ColumnDomain {
  const { name } = column;
  const alone: Encoding = { ...encoding, missing: "impute", unseen: "zeros", columns: [column] };
  const kind = column.kind === "category" || column.kind === "date" ? column.kind : "number";
  return {
    name,
    kind,
    place,
    from,
    width: widthOf(column),
    levels: column.kind === "category" ? column.levels : [],
    encode: (cells) => encode(alone, { rows: cells.length, columns: [columnOfCells(name, kind, cells)] }),
    cellsOf: (cells) =>
      column.kind === "category"
        ? levelsOf(cells, column.numeric)
        : Array.from(columnValues(column, cells), (value) => (Number.isNaN(value) ? undefined : value)),
    text: (cell) => (cell === undefined ? "(missing)" : kind === "date" ? dateText(cell) : String(cell)),
  };
}

/** A column of a table with these cells. */
export function columnOfCells(name: string, kind: ColumnDomain["kind"], cells: readonly CellValue[]): Column {
  if (kind === "number")
    return { name, type: "number", values: Float64Array.from(cells, (cell) => Number(cell ?? NaN)) };
  if (kind === "date")
    return columnFromCells(
      name,
      cells.map((cell) => (cell === undefined ? null : dateText(cell))),
    );
  const levels = [...new Set(cells)].filter((cell) => cell !== undefined).map(String);
  const codes = new Map(levels.map((level, code) => [level, code]));
  return {
    name,
    type: "text",
    levels,
    codes: Int32Array.from(cells, (cell) => (cell === undefined ? -1 : codes.get(String(cell))!)),
  };
}

/** The ISO 8601 text of days since 1970: the date, and the time of the day where there is one. */
function dateText(days: string | number): string {
  const text = new Date(Math.round(Number(days) * 86_400_000)).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}

/** Rows with the encoded cells of one column in place of their own: each row of `cells` in each row of X, those of one cell together. */
export function withColumn(X: Matrix, { from, width }: Pick<ColumnDomain, "from" | "width">, cells: Matrix): Matrix {
  const p = X.columns;
  const result = matrix(cells.rows * X.rows, p);
  for (let v = 0; v < cells.rows; v++) {
    result.data.set(X.data, v * X.data.length);
    const own = cells.data.subarray(v * width, (v + 1) * width);
    for (let i = 0; i < X.rows; i++) result.data.set(own, (v * X.rows + i) * p + from);
  }
  return result;
}
