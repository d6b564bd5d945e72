import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { fewerRows } from "../../../../src/models/fisher/evidence/fewerRows.ts";
import type { FisherRows } from "../../../../src/models/fisher/evidence/fisherFamily.ts";

/** Rows with their number as only column, and weights that differ; the last ones are of the rare class. */
function unbalanced(common: number, rare: number): FisherRows {
  const n = common + rare;
  return {
    X: matrix(
      n,
      1,
      Float64Array.from({ length: n }, (_, i) => i),
    ),
    classes: Int32Array.from({ length: n }, (_, i) => (i < common ? 0 : 1)),
    weights: Float64Array.from({ length: n }, (_, i) => i + 0.5),
    squaredDistance: 1,
    flat: [],
    rank: 50,
  };
}

const classCounts = ({ classes }: FisherRows): number[] => [0, 1].map((q) => classes.filter((c) => c === q).length);

test.each([
  { common: 1960, rare: 40, expected: [118, 40], title: "all 40 rows of a rare class are kept" },
  { common: 1980, rare: 20, expected: [119, 20], title: "a class of fewer rows keeps them all" },
  { common: 1900, rare: 100, expected: [114, 40], title: "a class whose share is less keeps 40 rows" },
  { common: 1000, rare: 1000, expected: [60, 60], title: "classes that are not rare keep their share" },
  { common: 1200, rare: 800, expected: [72, 48], title: "a smaller class whose share is more keeps its share" },
])("$title: $rare of $rare + $common rows", ({ common, rare, expected }) => {
  expect(classCounts(fewerRows(unbalanced(common, rare), 120))).toEqual(expected);
});

test("a rare class is kept whichever of the two it is", () => {
  const { classes, ...rows } = unbalanced(1960, 40);
  expect(classCounts(fewerRows({ ...rows, classes: classes.map((q) => 1 - q) }, 120))).toEqual([40, 118]);
});

test("the rows kept are ascending, all different, evenly spread, and have their own classes and weights", () => {
  const rows = unbalanced(1960, 40);
  const { X, classes, weights, rank } = fewerRows(rows, 120);
  const numbers = [...X.data];
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect([...classes]).toEqual(numbers.map((i) => rows.classes[i]));
  expect([...weights]).toEqual(numbers.map((i) => rows.weights[i]));
  const steps = numbers.slice(1, 118).map((i, at) => i - numbers[at]);
  expect(Math.min(...steps)).toBe(16);
  expect(Math.max(...steps)).toBe(17);
  expect(rank).toBeUndefined();
});

test("rows that are no more than asked for are kept as they are", () => {
  const rows = unbalanced(100, 20);
  expect(fewerRows(rows, 120)).toBe(rows);
});
