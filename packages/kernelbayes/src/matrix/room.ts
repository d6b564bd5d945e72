import { matrix, type Matrix } from "../engine/matrix.ts";

/** Gives a matrix of the shape that is asked for, in memory that the next one has too. Its entries are not cleared. */
export type Room = (rows: number, columns: number) => Matrix;

/**
 * Room for one matrix at a time: who makes many of about one shape, and needs each of them until the next, leaves nothing to the
 * garbage collector. What was in it is lost when it is asked for again.
 */
export function room(): Room {
  let memory = new Float64Array(0);
  return (rows, columns) => {
    const length = rows * columns;
    if (memory.length < length) memory = new Float64Array(Math.max(length, 2 * memory.length));
    return matrix(rows, columns, memory.subarray(0, length));
  };
}
