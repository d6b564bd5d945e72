import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import type { Column } from "../table/column.ts";
import { nearestNames } from "../table/nearestNames.ts";
import { listed } from "../table/quote.ts";
import type { Table } from "../table/table.ts";
import { columnEncoders, isLevelEncoder } from "./columnEncoder.ts";
import type { Encoding } from "./encoding.ts";

/**
 * The rows of a table as rows of a matrix. Columns are found by name, in any order; others are ignored. No row is left
 * out: unless the encoding imputes, a missing cell is refused, also under `missing: "drop"`, which is for training rows.
 */
export function encode(encoding: Encoding, table: Table): Matrix {
  const columns = columnsToEncode(encoding, table);
  const { width, encoders } = columnEncoders(encoding);
  const X = matrix(table.rows, width);
  encoders.forEach((encoder, at) => {
    if (isLevelEncoder(encoder)) encoder.write(X, encoder.read(columns[at]));
    else encoder.write(X, encoder.read(columns[at]));
  });
  return X;
}

/** The columns of a table that an encoding needs, in its order; those that are not there are refused by name. */
export function columnsToEncode(encoding: Encoding, table: Table): Column[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const found: Column[] = [];
  for (const { name } of encoding.columns) {
    const column = columns.get(name);
    if (column) found.push(column);
  }
  if (found.length === encoding.columns.length) return found;
  const absent = encoding.columns.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  const what = absent.length === 1 ? "a column" : `${absent.length} columns`;
  // A column that the model needs itself is not another one misspelt.
  const needed = new Set(encoding.columns.map(({ name }) => name));
  const others = [...columns.keys()].filter((name) => !needed.has(name));
  const near = absent.flatMap((name) => nearestNames(name, others).slice(0, 1));
  const offer = near.length > 0 ? ` Did you mean ${listed(near)}?` : "";
  throw new InputError("missing-columns", `The table lacks ${what} that the model needs: ${listed(absent)}.${offer}`, {
    column: absent[0],
  });
}
