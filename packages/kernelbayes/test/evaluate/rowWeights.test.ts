import { expect, test } from "vitest";
import { rowWeights } from "../../src/evaluate/rowWeights.ts";

test("rows without weights count one each, given weights are copied", () => {
  expect([...rowWeights(3)]).toEqual([1, 1, 1]);
  const weights = Float64Array.of(0.5, 0, 2);
  const copy = rowWeights(3, weights);
  copy[0] = 9;
  expect([...weights]).toEqual([0.5, 0, 2]);
});

test.each([
  { rows: 0, weights: [], code: "no-rows" },
  { rows: 2, weights: [1], code: "weights-length" },
  { rows: 2, weights: [1, -1], code: "invalid-weight" },
  { rows: 2, weights: [NaN, 1], code: "invalid-weight" },
  { rows: 2, weights: [1, Infinity], code: "invalid-weight" },
  { rows: 2, weights: [0, 0], code: "no-weight" },
  { rows: 2, weights: [1.7e308, 1.7e308], code: "no-weight" },
])("refuses $weights for $rows rows ($code)", ({ rows, weights, code }) => {
  expect(() => rowWeights(rows, weights)).toThrow(expect.objectContaining({ code }));
});
