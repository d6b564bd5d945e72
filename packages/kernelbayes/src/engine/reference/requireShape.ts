import { NumericalError } from "../../errors.ts";
import type { Matrix } from "../matrix.ts";

/** Throws a `RangeError` unless the shapes fit. */
export function requireShape(fits: boolean, message: string): void {
  if (!fits) throw new RangeError(message);
}

/** The size of a square matrix. */
export function requireSquare(a: Matrix, operation: string): number {
  requireShape(a.rows === a.columns, `${operation} needs a square matrix; got ${a.rows} × ${a.columns}.`);
  return a.rows;
}

/** Throws a `RangeError` unless the room for a result, where some is given, has its shape. */
export function requireRoom(into: Matrix | undefined, rows: number, columns: number, operation: string): void {
  if (!into) return;
  const fits = into.rows === rows && into.columns === columns;
  requireShape(fits, `${operation} needs room for ${rows} × ${columns} numbers; got ${into.rows} × ${into.columns}.`);
}

/** Throws a `NumericalError` that names the first entry which is NaN or infinite. */
export function requireFinite(a: Matrix, operation: string): void {
  for (let i = 0; i < a.rows; i++) requireFiniteRow(a, i, a.columns, operation);
}

/** As `requireFinite`, for an operation that reads the diagonal and what is below it. */
export function requireFiniteLower(a: Matrix, operation: string): void {
  for (let i = 0; i < a.rows; i++) requireFiniteRow(a, i, i + 1, operation);
}

function requireFiniteRow(a: Matrix, row: number, length: number, operation: string): void {
  for (let j = 0; j < length; j++) {
    const value = a.data[row * a.columns + j];
    if (!Number.isFinite(value)) throw notFinite(value, `row ${row}, column ${j} (counted from 0)`, operation);
  }
}

/** The error for an entry that is NaN or infinite. */
export function notFinite(value: number, place: string, operation: string): NumericalError {
  return new NumericalError(
    "not-finite",
    `${operation} needs finite numbers; the entry in ${place} is ${value}. ` +
      "Look for a missing value in the data or for a parameter that made a kernel overflow.",
  );
}
