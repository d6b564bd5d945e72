import { expect, test } from "vitest";
import { sliceSample } from "../../src/random/sliceSample.ts";
import { stream } from "../../src/random/stream.ts";
import { runSync } from "../../src/run/run.ts";

const wide = { lower: Float64Array.of(-50, -50), upper: Float64Array.of(50, 50) };
const options = { draws: 2000, warmUp: 20, thin: 1, stage: "sampling" };

test("draws have the moments of a correlated normal density", () => {
  // Precision matrix [[2, 1], [1, 1]], covariance [[1, −1], [−1, 2]], mean (1, 3).
  const logDensity = ([x, y]: Float64Array): number => {
    const [a, b] = [x - 1, y - 3];
    return -0.5 * (2 * a * a + 2 * a * b + b * b);
  };
  const draws = runSync(
    sliceSample(logDensity, Float64Array.of(0, 0), { ...options, box: wide, stream: stream(3, 1) }),
  );
  const mean = (of: (draw: Float64Array) => number): number => draws.reduce((sum, draw) => sum + of(draw), 0) / 2000;
  // Some 200 independent draws: five standard errors.
  expect(Math.abs(mean(([x]) => x) - 1)).toBeLessThan(0.35);
  expect(Math.abs(mean(([, y]) => y) - 3)).toBeLessThan(0.5);
  expect(Math.abs(mean(([x]) => (x - 1) ** 2) - 1)).toBeLessThan(0.5);
  expect(Math.abs(mean(([x, y]) => (x - 1) * (y - 3)) + 1)).toBeLessThan(0.6);
});

test("a density that jumps is sampled in proportion to its heights", () => {
  // Three times as high on the right.
  const logDensity = ([x]: Float64Array): number => (x > 0 ? Math.log(3) : 0);
  const box = { lower: Float64Array.of(-1), upper: Float64Array.of(1) };
  const draws = runSync(sliceSample(logDensity, Float64Array.of(-0.5), { ...options, box, stream: stream(4, 1) }));
  expect(draws.every(([x]) => x >= -1 && x <= 1)).toBe(true);
  // Five standard errors of 2000 independent draws, and as much again for their dependence.
  expect(Math.abs(draws.filter(([x]) => x > 0).length / 2000 - 0.75)).toBeLessThan(0.1);
});

test("coordinates without room stay, and the seed decides about the rest", () => {
  const box = { lower: Float64Array.of(2, -1), upper: Float64Array.of(2, 1) };
  const run = (seed: number): Float64Array[] =>
    runSync(sliceSample(() => 0, Float64Array.of(2, 0), { ...options, draws: 5, box, stream: stream(seed, 1) }));
  expect(run(1).every(([x]) => x === 2)).toBe(true);
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});
