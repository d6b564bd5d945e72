import { type Matrix, matrix } from "../engine/matrix.ts";
import { requireIndex, requireLength } from "./requireLength.ts";

/** Row i as a view: what is written to it is written to the matrix. */
export function row(a: Matrix, i: number): Float64Array {
  return a.data.subarray(i * a.columns, (i + 1) * a.columns);
}

/** Column j, as a copy. */
export function column(a: Matrix, j: number): Float64Array {
  requireIndex(j, a.columns, "Column");
  return Float64Array.from({ length: a.rows }, (_, i) => a.data[i * a.columns + j]);
}

/** The matrix with the given rows. Without rows it has no columns either. */
export function fromRows(rows: ArrayLike<ArrayLike<number>>): Matrix {
  const columns = rows.length === 0 ? 0 : rows[0].length;
  const result = matrix(rows.length, columns);
  for (let i = 0; i < rows.length; i++) {
    requireLength(rows[i].length, columns, `The length of row ${i} (counted from 0)`);
    result.data.set(rows[i], i * columns);
  }
  return result;
}

/** The matrix with the given columns, of which there is at least one. */
export function fromColumns(columns: readonly Float64Array[]): Matrix {
  const count = columns.length;
  const result = matrix(columns[0].length, count);
  for (let j = 0; j < count; j++) {
    const values = columns[j];
    for (let i = 0; i < values.length; i++) result.data[i * count + j] = values[i];
  }
  return result;
}

/** The rows as plain arrays, for documents and reports. */
export function toRows(a: Matrix): number[][] {
  return Array.from({ length: a.rows }, (_, i) => Array.from(row(a, i)));
}

/** The rows with the given numbers, in that order; a row may be taken more than once. */
export function selectRows(a: Matrix, indices: ArrayLike<number>): Matrix {
  const result = matrix(indices.length, a.columns);
  for (let i = 0; i < indices.length; i++) {
    requireIndex(indices[i], a.rows, "Row");
    row(result, i).set(row(a, indices[i]));
  }
  return result;
}

/** The rows in chunks of so many, as views, each with the number of its first row. */
export function* rowChunks(a: Matrix, size: number): Generator<readonly [start: number, chunk: Matrix]> {
  for (let start = 0; start < a.rows; start += size) {
    const end = Math.min(start + size, a.rows);
    yield [start, matrix(end - start, a.columns, a.data.subarray(start * a.columns, end * a.columns))];
  }
}

/** The columns with the given numbers, in that order; a column may be taken more than once. */
export function selectColumns(a: Matrix, indices: ArrayLike<number>): Matrix {
  for (let j = 0; j < indices.length; j++) requireIndex(indices[j], a.columns, "Column");
  const result = matrix(a.rows, indices.length);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < indices.length; j++) result.data[i * indices.length + j] = a.data[i * a.columns + indices[j]];
  }
  return result;
}

/** Numbers as a matrix of one column. */
export function columnVector(values: Float64Array): Matrix {
  return matrix(values.length, 1, values);
}

/** The whole numbers from 0 to below `count`. */
export function numbersUpTo(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i);
}

/** The arrays one after the other. */
export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/** The rows of matrices with as many columns as the first, or as are named, one matrix after the other. */
export function stackRows(parts: readonly Matrix[], columns: number = parts[0].columns): Matrix {
  const data = concatenate(parts.map((part) => part.data));
  return matrix(data.length / columns, columns, data);
}
