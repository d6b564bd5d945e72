import { InputError } from "../errors.ts";

/** An error about a row of part of a table, as an error about the row of the whole table. `rows` are the rows of the part, from 0. */
export function errorInTable(error: unknown, rows: ArrayLike<number>): unknown {
  return error instanceof InputError && error.place.row !== undefined
    ? error.at({ row: rows[error.place.row - 1] + 1 })
    : error;
}
