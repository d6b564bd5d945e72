import { expect, test } from "vitest";
import { plausibleClasses } from "../../src/compare/plausibleClasses.ts";
import { fromRows } from "../../src/matrix/row.ts";

const scores = fromRows([
  [0.5, 0.2, 0.9],
  [0.6, 0.7, 0.8],
]);
const thresholds = Float64Array.of(0.5, 0.4, 1);

test("a class belongs to a set whose score does not exceed its own threshold", () => {
  expect(plausibleClasses(scores, thresholds)).toEqual([Int32Array.of(0, 1, 2), Int32Array.of(2)]);
});

test("only a row without any plausible class gets the one it is given", () => {
  const low = new Float64Array(3).fill(0.5);
  expect(plausibleClasses(scores, low, [2, 1])).toEqual([Int32Array.of(0, 1), Int32Array.of(1)]);
  expect(plausibleClasses(scores, low)).toEqual([Int32Array.of(0, 1), new Int32Array(0)]);
});
