import { expect, test } from "vitest";
import { reliabilityBins } from "../../src/evaluate/reliabilityBins.ts";
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
