import { InputError } from "../errors.ts";

/**
 * An error about a row of part of a table, as an error about the row of the whole table. `rows` are the rows of the part,
 * from 0. The messages of the library name the row as `place.row` does, so that both can be put right.
 */
export function errorInTable(error: unknown, rows: ArrayLike<number>): unknown {
  if (!(error instanceof InputError) || error.place.row === undefined) return error;
  const { row } = error.place;
  const actual = rows[row - 1] + 1;
  const message = error.message.replaceAll(new RegExp(String.raw`\b(row) ${row}\b`, "gi"), `$1 ${actual}`);
  return new InputError(error.code, message, { ...error.place, row: actual });
}
