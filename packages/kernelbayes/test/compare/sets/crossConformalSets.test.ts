import { expect, test } from "vitest";
import { isInJackknifePlusSet } from "../../../src/compare/sets/crossConformalSets.ts";
import { stream } from "../../../src/random/stream.ts";

test("where every model gives the new row one score, the rule is that of split conformal sets", () => {
  // Of 9 scores the ⌈10 γ⌉-th smallest is the largest that belongs.
  const rowScores = [5, 1, 4, 9, 2, 8, 3, 7, 6];
  const largest = (level: number): number =>
    Math.max(...rowScores.filter((score) => isInJackknifePlusSet(rowScores, new Float64Array(9).fill(score), level)));
  expect(largest(0.5)).toBe(5);
  expect(largest(0.75)).toBe(8);
  expect(largest(0.9)).toBe(9);
});

test("a rank that rounds to just above a whole number counts as that number", () => {
  expect(0.55 * 100).toBeGreaterThan(55);
  const rowScores = Float64Array.from({ length: 99 }, (_, i) => i);
  expect(isInJackknifePlusSet(rowScores, new Float64Array(99).fill(54), 0.55)).toBe(true);
  expect(isInJackknifePlusSet(rowScores, new Float64Array(99).fill(54.5), 0.55)).toBe(false);
});

test("with too few rows for the level every label belongs to the set", () => {
  expect(isInJackknifePlusSet([0, 0, 0], [1, 1, 1], 0.8)).toBe(true);
  expect(isInJackknifePlusSet([0, 0, 0, 0], [1, 1, 1, 1], 0.8)).toBe(false);
});

test("each row is compared with the score under the model that it was left out of", () => {
  expect(isInJackknifePlusSet([0, 10, 20], [1, 11, 21], 0.5)).toBe(false);
  expect(isInJackknifePlusSet([0, 10, 20], [21, 1, 11], 0.5)).toBe(true);
  expect(() => isInJackknifePlusSet([0, 10, 20], [1], 0.5)).toThrow(RangeError);
});

test("of distances from the mean of the others, the set is that of exchangeable ranks", () => {
  // |y − m| < |z − m| with m the mean of all but y and z says the same as with m the mean of all.
  const source = stream(11);
  const n = 15;
  let inside = 0;
  for (let sample = 0; sample < 200; sample++) {
    const y = Array.from({ length: n + 1 }, () => source.uniform() ** 2);
    const total = y.reduce((sum, value) => sum + value, 0);
    const means = Array.from({ length: n }, (_, i) => (total - y[i] - y[n]) / (n - 1));
    const rowScores = means.map((mean, i) => Math.abs(y[i] - mean));
    const leftScores = means.map((mean) => Math.abs(y[n] - mean));
    const distances = y.map((value) => Math.abs(value - total / (n + 1)));
    const rank = distances.filter((distance) => distance < distances[n]).length;
    expect(isInJackknifePlusSet(rowScores, leftScores, 0.8)).toBe(rank < 0.8 * (n + 1));
    if (rank < 0.8 * (n + 1)) inside++;
  }
  // Both answers occur: 13 of the 16 ranks are inside.
  expect(inside).toBeGreaterThan(130);
  expect(inside).toBeLessThan(195);
});
