import { expect, test } from "vitest";
import { fromRows, column } from "../../../../src/matrix/row.ts";
import { expectedUtility } from "../../../../src/models/projection/choice/expectedUtility.ts";

const misclassified = fromRows([
  [4, 2, 1],
  [6, 2, 2],
  [5, 1, 1],
]);
const sizes = { misclassified, tested: [10, 10, 10], trained: [20, 20, 20] };

test("without a cost utility is accuracy, and a cost takes off its share for each component", () => {
  const free = expectedUtility(sizes, 0);
  expect([...column(free.utilities, 1)]).toEqual([0.8, 0.8, 0.9]);
  expect(free.best).toBe(3);
  const dear = expectedUtility(sizes, 2);
  expect(dear.counts.map(({ mean }, at) => free.counts[at].mean - mean)).toEqual(
    [0.1, 0.2, 0.3].map((each) => expect.closeTo(each, 12)),
  );
  expect(dear.best).toBe(2);
});

test("the difference to the best is judged split by split, and fewer components win within its error", () => {
  const { counts, best, withinOneError } = expectedUtility(sizes, 0);
  // 0.1, 0 and 0 better: a mean of 1/30 with the standard error 1/30.
  expect(counts[1].loss).toBeCloseTo(1 / 30, 12);
  expect(counts[1].lossError).toBeCloseTo(1 / 30, 12);
  expect(counts[2]).toMatchObject({ loss: 0, lossError: 0 });
  expect([best, withinOneError]).toEqual([3, 2]);
});

test("equal means go to the fewest components, whatever rounding says", () => {
  const tied = { misclassified: fromRows([[3, 2, 1]]), tested: [10], trained: [10] };
  const { best, withinOneError, counts } = expectedUtility(tied);
  expect([best, withinOneError]).toEqual([1, 1]);
  expect(counts[0].standardError).toBeNaN();
});

test("splits may differ in size, and sizes must fit", () => {
  const { utilities } = expectedUtility({ misclassified: fromRows([[1], [1]]), tested: [10, 5], trained: [4, 8] });
  expect([...utilities.data]).toEqual([expect.closeTo(0.65, 12), expect.closeTo(0.675, 12)]);
  expect(() => expectedUtility({ ...sizes, tested: [10] })).toThrow(/3 splits, 3 numbers, 1 and 3 sizes/);
});
