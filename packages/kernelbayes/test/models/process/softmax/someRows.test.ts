import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { someRows } from "../../../../src/models/process/softmax/someRows.ts";

/** Rows with their number as only column; so many of the classes 1 and 2, all others of class 0. */
function unbalanced(n: number, rare: readonly [number, number]): Parameters<typeof someRows>[0] {
  return {
    X: matrix(
      n,
      1,
      Float64Array.from({ length: n }, (_, i) => i),
    ),
    classes: Int32Array.from({ length: n }, (_, i) => (i < rare[0] ? 1 : i < rare[0] + rare[1] ? 2 : 0)),
    classCount: 3,
    weights: Float64Array.from({ length: n }, (_, i) => i + 0.5),
    squaredDistance: 1,
  };
}

const classCounts = ({ classes }: ReturnType<typeof someRows>): number[] =>
  [0, 1, 2].map((q) => classes.filter((c) => c === q).length);

test("of a rare class eight rows are kept, of a smaller one all", () => {
  for (const seed of [1, 2, 3]) {
    expect(classCounts(someRows(unbalanced(5000, [8, 3]), 60, seed))).toEqual([49, 8, 3]);
    expect(classCounts(someRows(unbalanced(20_000, [12, 8]), 60, seed))).toEqual([44, 8, 8]);
  }
});

test("the rows kept have their own classes and weights", () => {
  const rows = unbalanced(5000, [12, 8]);
  const { X, classes, weights } = someRows(rows, 60, 4);
  expect([...classes]).toEqual([...X.data].map((i) => rows.classes[i]));
  expect([...weights]).toEqual([...X.data].map((i) => rows.weights[i]));
});
