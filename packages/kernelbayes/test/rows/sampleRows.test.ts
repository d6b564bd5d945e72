import { expect, test } from "vitest";
import { sampleNumbers, searchPart } from "../../src/rows/sampleRows.ts";
import { matrix } from "../../src/engine/matrix.ts";
import type { Problem } from "../../src/rows/labelledRows.ts";
import { normal, stream } from "../../src/random/index.ts";

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

/** Normal rows, the first of every fifty (default) of the rare class. */
function problemOf(n: number, every = 50): Problem {
  const random = stream(2);
  return {
    X: matrix(
      n,
      2,
      Float64Array.from({ length: 2 * n }, () => normal(random)),
    ),
    classes: Int32Array.from({ length: n }, (_, i) => (i % every === 0 ? 1 : 0)),
    classCount: 2,
    weights: new Float64Array(n).fill(1),
    columnGroups: [0, 1],
    rowGroups: undefined,
  };
}

test("few rows are searched as they are", () => {
  expect(searchPart(problemOf(100), 1, 100)).toBeUndefined();
});

test("a part has about as many rows as asked for, and enough of a rare class", () => {
  const part = searchPart(problemOf(2000), 1, 200);
  expect(part?.X.rows).toBe(196 + 20);
  expect(part?.classes.filter((q) => q === 1).length).toBe(20);
});

test("a class of fewer than twenty rows keeps them all, and one whose share is more keeps its share", () => {
  const rareRows = (every: number): number | undefined =>
    searchPart(problemOf(2000, every), 1, 200)?.classes.filter((q) => q === 1).length;
  expect(rareRows(200)).toBe(10);
  expect(rareRows(100)).toBe(20);
  expect(rareRows(40)).toBe(20);
  expect(rareRows(10)).toBe(20);
  expect(rareRows(4)).toBe(50);
});

test("which rows are taken depends on what they are, not on where they stand or how often", () => {
  const problem = problemOf(500);
  const turned: Problem = {
    ...problem,
    X: matrix(
      500,
      2,
      Float64Array.from({ length: 1000 }, (_, at) => problem.X.data[2 * (499 - (at >> 1)) + (at % 2)]),
    ),
    classes: problem.classes.toReversed(),
    weights: new Float64Array(500).fill(2),
  };
  const [a, b] = [problem, turned].map((each) => searchPart(each, 7, 100));
  expect(a?.X.data).toEqual(b?.X.data);
  expect(b?.weights.every((w) => w === 2)).toBe(true);
  expect(searchPart(problem, 8, 100)?.X.data).not.toEqual(a?.X.data);
});
