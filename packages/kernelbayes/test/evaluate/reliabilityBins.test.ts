import * as fc from "fast-check";
import { expect, test } from "vitest";
import { reliabilityBins, equalMassBins } from "../../src/evaluate/reliabilityBins.ts";
import { wilsonInterval } from "../../src/evaluate/wilsonInterval.ts";

const probability = [0.1, 0.2, 0.7, 0.8];

test("each bin compares its mean probability with what happened", () => {
  const [low, high] = reliabilityBins(probability, [0, 1, 1, 1], { bins: 2 });
  expect(low).toEqual({
    rows: 2,
    mass: 2,
    meanProbability: expect.closeTo(0.15, 15),
    frequency: 0.5,
    interval: wilsonInterval(1, 2),
  });
  expect(high).toMatchObject({ rows: 2, meanProbability: 0.75, frequency: 1 });
});

test("weights count as rows, and the interval narrows with them and widens with its level", () => {
  const [bin] = reliabilityBins(probability, [0, 1, 1, 1], { bins: 1, weights: [3, 1, 0, 4], level: 0.5 });
  expect(bin).toEqual({
    rows: 3,
    mass: 8,
    meanProbability: (0.3 + 0.2 + 3.2) / 8,
    frequency: 5 / 8,
    interval: wilsonInterval(5, 8, 0.5),
  });
});

test("refuses an outcome other than 0 and 1 and a probability beyond 1", () => {
  expect(() => reliabilityBins([0.5, 0.5], [0, 2])).toThrow(expect.objectContaining({ code: "invalid-class" }));
  expect(() => reliabilityBins([0.5, 1.5], [0, 1])).toThrow(
    expect.objectContaining({ code: "not-a-probability", place: { row: 2 } }),
  );
});

fc.configureGlobal({ seed: 20 });

const ones = (n: number): number[] => new Array<number>(n).fill(1);
const lists = (bins: Int32Array[]): number[][] => bins.map((rows) => [...rows]);

test("bin b of B starts at row ⌊bN/B⌋ of the sorted rows", () => {
  const probability = [0.7, 0.1, 0.2, 0.5, 0.3, 0.6, 0.4];
  expect(lists(equalMassBins(probability, ones(7), 3))).toEqual([
    [1, 2],
    [4, 6],
    [3, 5, 0],
  ]);
});

test("tied rows share the bin in which they begin, and bins left empty vanish", () => {
  expect(lists(equalMassBins([0.1, 0.2, 0.2, 0.2, 0.2, 0.9], ones(6), 3))).toEqual([[0, 1, 2, 3, 4], [5]]);
  expect(lists(equalMassBins([0.5, 0.5, 0.5], ones(3), 3))).toEqual([[0, 1, 2]]);
});

test("more bins than rows put every row in a bin of its own", () => {
  expect(lists(equalMassBins([0.3, 0.1, 0.2], ones(3), 15))).toEqual([[1], [2], [0]]);
});

test("a row that weighs w is binned as w equal rows", () => {
  const row = fc.record({ p: fc.integer({ min: 0, max: 12 }), weight: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (rows, bins) => {
      const p = rows.map((one) => one.p);
      const weighted = lists(
        equalMassBins(
          p,
          rows.map((one) => one.weight),
          bins,
        ),
      );
      const many = rows.flatMap((one, index) => new Array<number>(one.weight).fill(index));
      const copies = lists(
        equalMassBins(
          many.map((index) => p[index]),
          ones(many.length),
          bins,
        ),
      );
      expect(weighted).toEqual(copies.map((bin) => [...new Set(bin.map((copy) => many[copy]))]));
    }),
  );
});

test("weights that sum to one divide the rows as equal weights do", () => {
  const probability = Float64Array.from({ length: 30 }, (_, row) => row / 30);
  expect(equalMassBins(probability, new Float64Array(30).fill(0.1), 15)).toEqual(
    equalMassBins(probability, ones(30), 15),
  );
  expect(equalMassBins(probability, new Float64Array(30).fill(1 / 30), 7)).toEqual(
    equalMassBins(probability, ones(30), 7),
  );
});

test("refuses a number of bins that is not whole and positive", () => {
  for (const bins of [0, 1.5, NaN]) {
    expect(() => equalMassBins([0.5], [1], bins)).toThrow(expect.objectContaining({ code: "invalid-bins" }));
  }
});
