import { expect, test } from "vitest";
import { columnShares } from "../../src/search/columnShares.ts";
import { gaussian, matern } from "../../src/kernels/index.ts";
import { fromRows } from "../../src/matrix/row.ts";

const X = fromRows([
  [0, 1, 0],
  [2, 0, 1],
  [0, 0, 1],
  [2, 1, 0],
]);
const ones = new Float64Array(4).fill(1);

test("a source column counts what its encoded columns add to the squared distance of two rows", () => {
  const kernel = gaussian({ relevance: "each" }).forColumns([0, 1, 1]).withValues([2, 1]);
  // Variances 1, ¼ and ¼ over squared length scales 4, 1 and 1.
  expect(columnShares(kernel, X, ones, [0, 1, 1])).toEqual(Float64Array.of(1 / 3, 2 / 3));
});

test("the unit of a column does not matter", () => {
  const shares = (unit: number): Float64Array | undefined => {
    const scaled = fromRows([0, 1, 2, 3].map((i) => [unit * X.data[3 * i], X.data[3 * i + 1]]));
    return columnShares(gaussian({ lengthScale: [2 * unit, 1] }), scaled, Float64Array.of(1, 2, 1, 1), [0, 1]);
  };
  const [plain, other] = [shares(1), shares(1000)];
  plain?.forEach((share, j) => expect(other?.[j]).toBeCloseTo(share, 12));
});

test("kernels without a length scale a column have no shares", () => {
  expect(columnShares(gaussian(), X, ones, [0, 1, 2])).toBeUndefined();
  expect(columnShares(matern({ lengthScale: [1, 2, 3] }), X, ones, [0, 1, 2])).toBeUndefined();
});
