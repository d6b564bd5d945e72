import { expect, test } from "vitest";
import { fromRows } from "../../src/matrix/row.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { sourceRelevance } from "../../src/search/columnShares.ts";

const rows = [
  [0.3, 1, 0, 5],
  [-1.2, 0, 1, 5],
  [0.8, 0, 1, 5],
  [2.1, 1, 0, 5],
  [0.4, 0, 1, 5],
];
const columnWeights = [0.7, 0.2, 3, 1];
const sources = [4, 2, 2, 9];
const ones = new Float64Array(rows.length).fill(1);

test("the relevances add up to the mean squared distance of two rows drawn at random", () => {
  const { relevance } = sourceRelevance(fromRows(rows), columnWeights, sources, ones);
  let sum = 0;
  for (const a of rows) for (const b of rows) columnWeights.forEach((w, l) => (sum += w * (a[l] - b[l]) ** 2));
  expect(relevance.reduce((total, value) => total + value, 0)).toBeCloseTo(sum / rows.length ** 2, 12);
});

test("the sources keep the order of their first column, and a constant one counts nothing", () => {
  const { relevance, shares } = sourceRelevance(fromRows(rows), columnWeights, sources, ones);
  expect(relevance.length).toBe(3);
  // Variance of an indicator of two rows in five, 0.24, for both levels.
  expect(relevance[1]).toBeCloseTo(2 * 0.24 * 3.2, 12);
  expect(relevance[2]).toBe(0);
  expectClose(
    shares,
    relevance.map((value) => value / (relevance[0] + relevance[1])),
    1e-14,
  );
});

test("the unit of an encoded column does not matter where its weight goes with it", () => {
  const plain = sourceRelevance(fromRows(rows), columnWeights, sources, ones).relevance;
  const scaled = fromRows(rows.map(([a, b, c, d]) => [1000 * a, b, 0.01 * c + 7, d]));
  const [w0, w1, w2, w3] = columnWeights;
  expectClose(sourceRelevance(scaled, [w0 / 1e6, w1, w2 * 1e4, w3], sources, ones).relevance, plain, 1e-10);
});

test("a row of weight two counts as two rows", () => {
  const twice = sourceRelevance(fromRows([...rows, rows[1]]), columnWeights, sources, new Float64Array(6).fill(1));
  const weighted = sourceRelevance(fromRows(rows), columnWeights, sources, Float64Array.of(1, 2, 1, 1, 1));
  expectClose(weighted.relevance, twice.relevance, 1e-12);
});

test("where no column varies no source has a share", () => {
  expect(sourceRelevance(fromRows([[1], [1]]), [1], [0], Float64Array.of(1, 1)).shares).toEqual(Float64Array.of(0));
});
