import { expect } from "vitest";
import type { Split } from "../../../src/evaluate/splits/split.ts";

/** Every split divides all rows into an ascending training part and an ascending, nonempty test part. */
export function expectDivisions(splits: readonly Split[], rows: number): void {
  for (const { train, test } of splits) {
    expect(test.length).toBeGreaterThan(0);
    expect(train).toEqual(train.toSorted());
    expect(test).toEqual(test.toSorted());
    expect([...train, ...test].toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
  }
}

/** Every training part has at least one row of each class that occurs at all. */
export function expectEveryClassInTraining(splits: readonly Split[], classes: ArrayLike<number>): void {
  const all = new Set(Array.from(classes));
  for (const { train } of splits) {
    expect(new Set(Array.from(train, (row) => classes[row]))).toEqual(all);
  }
}

/** How many of the rows have each class. */
export function tally(rows: Int32Array, classes: ArrayLike<number>, count: number): number[] {
  const sizes = new Array<number>(count).fill(0);
  for (const row of rows) sizes[classes[row]]++;
  return sizes;
}
