import { expect, test } from "vitest";
import { sampleNumbers } from "../../src/rows/sampleRows.ts";

const classes = Float64Array.from({ length: 500 }, (_, i) => (i < 30 ? 1 : -1));

test("a sample of rows is ascending, and keeps twenty of a rare class beside the share of the common one", () => {
  const rows = sampleNumbers(classes, 60, 7);
  expect(rows).toHaveLength(57 + 20);
  expect([...rows]).toEqual([...new Set(rows)].toSorted((a, b) => a - b));
  expect(rows.filter((row) => classes[row] === 1)).toHaveLength(20);
});

test("a sample depends on its seed, and is everything where that is little enough", () => {
  expect(sampleNumbers(classes, 60, 7)).toEqual(sampleNumbers(classes, 60, 7));
  expect(sampleNumbers(classes, 60, 8)).not.toEqual(sampleNumbers(classes, 60, 7));
  expect([...sampleNumbers(classes, 500, 7)]).toEqual([...classes.keys()]);
});

test("of a class of twenty rows all are kept, of a larger one at least twenty, of a smaller one as many as there are", () => {
  for (const [rare, kept] of [
    [4, 4],
    [20, 20],
    [30, 20],
    [2000, 40],
  ]) {
    const kinds = Int32Array.from({ length: 5000 }, (_, i) => (i < rare ? 1 : 0));
    for (const seed of [1, 2, 3]) {
      const rows = sampleNumbers(kinds, 100, seed);
      expect(rows.filter((row) => kinds[row] === 0)).toHaveLength(Math.ceil(100 - rare / 50));
      expect(rows.filter((row) => kinds[row] === 1)).toHaveLength(kept);
    }
  }
});

test("twenty rows of each of several rare classes are kept", () => {
  const kinds = Int32Array.from({ length: 5000 }, (_, i) => (i < 120 ? 1 + (i % 3) : 0));
  const rows = sampleNumbers(kinds, 100, 5);
  expect([0, 1, 2, 3].map((q) => rows.filter((row) => kinds[row] === q).length)).toEqual([98, 20, 20, 20]);
});
