import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { option, thatRow, wording } from "../wording.ts";
import type { Column } from "../table/column.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { quote, listed } from "../table/quote.ts";
import type { Table } from "../table/table.ts";
import { levelNumbers, writeLevel } from "./learnCategory.ts";
import { columnValues } from "./columnValues.ts";
import { writeDates } from "./learnDate.ts";
import { levelsOf } from "./numbersOf.ts";
import { columnGroups, widthOf, type ColumnEncoding, type Encoding } from "./encoding.ts";
import { encodeRank, writeNumbers } from "./learnNumber.ts";

/**
 * The rows of a table as rows of a matrix. Columns are found by name, in any order; others are ignored. No row is left
 * out: unless the encoding imputes, a missing cell is refused, also under `missing: "drop"`, which is for training rows.
 */
export function encode(encoding: Encoding, table: Table): Matrix {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const absent = encoding.columns.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  if (absent.length > 0) {
    const what = absent.length === 1 ? "a column" : `${absent.length} columns`;
    // A column that the model needs itself is not another one misspelt.
    const needed = new Set(encoding.columns.map(({ name }) => name));
    const others = [...columns.keys()].filter((name) => !needed.has(name));
    const near = absent.flatMap((name) => nearestNames(name, others).slice(0, 1));
    const offer = near.length > 0 ? ` Did you mean ${listed(near)}?` : "";
    throw new InputError(
      "missing-columns",
      `The table lacks ${what} that the model needs: ${listed(absent)}.${offer}`,
      {
        column: absent[0],
      },
    );
  }
  const width = columnGroups(encoding).length;
  const X = matrix(table.rows, width);
  let at = 0;
  for (const column of encoding.columns) {
    writeColumn(X, at, encoding, column, columns.get(column.name) as Column);
    at += widthOf(column);
  }
  return X;
}

function writeColumn(X: Matrix, at: number, rules: Encoding, encoding: ColumnEncoding, column: Column): void {
  const { data, rows, columns } = X;
  if (encoding.kind === "category") {
    const cells = levelsOf(column, encoding.numeric);
    refuseMissing(rules, column.name, cells, (cell) => cell === undefined);
    const levels = levelNumbers(encoding, cells, rules);
    for (let row = 0; row < rows; row++) writeLevel(data, row * columns + at, encoding, levels[row]);
    return;
  }
  const values = columnValues(encoding, column);
  refuseMissing(rules, column.name, values, Number.isNaN);
  if (encoding.kind === "number") writeNumbers(encoding, values, data, at, columns);
  if (encoding.kind === "date") writeDates(encoding, values, data, at, columns);
  if (encoding.kind === "rank") {
    for (let row = 0; row < rows; row++) data[row * columns + at] = encodeRank(encoding, values[row]);
  }
  if (encoding.kind === "presence" || encoding.indicator) {
    const place = at + widthOf(encoding) - 1;
    for (let row = 0; row < rows; row++) if (Number.isNaN(values[row])) data[row * columns + place] = 1;
  }
}

function refuseMissing<Cell>(
  { missing }: Encoding,
  name: string,
  cells: ArrayLike<Cell>,
  isMissing: (cell: Cell) => boolean,
): void {
  if (missing === "impute") return;
  for (let row = 0; row < cells.length; row++) {
    if (isMissing(cells[row])) {
      throw new InputError(
        "missing-values",
        wording`Column ${quote(name)} has a missing value in row ${thatRow}, and the model was fitted with ${option("missing", missing)}.`,
        { row: row + 1, column: name },
        wording`Fill it, leave the row out, or fit with ${option("missing", "impute")}.`,
      );
    }
  }
}
