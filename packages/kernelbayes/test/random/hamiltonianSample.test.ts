import { expect, test } from "vitest";
import { hamiltonianSample, type DensityAt } from "../../src/random/hamiltonianSample.ts";
import { stream } from "../../src/random/stream.ts";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { runSync } from "../../src/run/run.ts";
import { distributionProbability, falseAlarm } from "./goodness.ts";

const wide = { lower: Float64Array.of(-50, -Infinity), upper: Float64Array.of(50, Infinity) };
const options = { draws: 1000, warmUp: 100, thin: 4, stage: "sampling" };

/** Precision matrix [[2, 1], [1, 1]], covariance [[1, −1], [−1, 2]], mean (1, 3). */
function correlated([x, y]: Float64Array): DensityAt {
  const [a, b] = [x - 1, y - 3];
  return { value: -0.5 * (2 * a * a + 2 * a * b + b * b), gradient: Float64Array.of(-2 * a - b, -a - b) };
}

test("draws have the distribution of a correlated normal density", () => {
  const draws = runSync(
    hamiltonianSample(correlated, Float64Array.of(0, 0), { ...options, box: wide, stream: stream(3, 1) }),
  );
  const means = [0, 1].map((j) => draws.reduce((sum, draw) => sum + draw[j], 0) / draws.length);
  const product = draws.reduce((sum, [x, y]) => sum + (x - 1) * (y - 3), 0) / draws.length;
  // Some 500 independent draws or more: five standard errors.
  expect(Math.abs(means[0] - 1)).toBeLessThan(0.23);
  expect(Math.abs(means[1] - 3)).toBeLessThan(0.32);
  expect(Math.abs(product + 1)).toBeLessThan(0.4);
  const thinned = draws.filter((_, at) => at % 4 === 0);
  expect(
    distributionProbability(
      thinned.map(([x]) => x),
      (x) => normalCdf(x - 1),
    ),
  ).toBeGreaterThan(falseAlarm);
});

test("a path that meets a bound turns back: draws are those of the density within the box", () => {
  const box = { lower: Float64Array.of(-0.5), upper: Float64Array.of(1) };
  const density = ([x]: Float64Array): DensityAt => ({ value: -0.5 * x * x, gradient: Float64Array.of(-x) });
  const draws = runSync(hamiltonianSample(density, Float64Array.of(0), { ...options, box, stream: stream(5, 1) })).map(
    ([x]) => x,
  );
  expect(draws.every((x) => x >= -0.5 && x <= 1)).toBe(true);
  const from = normalCdf(-0.5);
  const cdf = (x: number): number => (normalCdf(x) - from) / (normalCdf(1) - from);
  expect(
    distributionProbability(
      draws.filter((_, at) => at % 4 === 0),
      cdf,
    ),
  ).toBeGreaterThan(falseAlarm);
});

test("a density that jumps, and has no value somewhere, is sampled in proportion to its heights", () => {
  // Three times as high on the right, with a gap in between.
  const density = ([x]: Float64Array): DensityAt => ({
    value: Math.abs(x) < 0.05 ? -Infinity : x > 0 ? Math.log(3) : 0,
    gradient: Float64Array.of(0),
  });
  const box = { lower: Float64Array.of(-1), upper: Float64Array.of(1) };
  const draws = runSync(hamiltonianSample(density, Float64Array.of(-0.5), { ...options, box, stream: stream(4, 1) }));
  expect(draws.every(([x]) => Math.abs(x) >= 0.05 && Math.abs(x) <= 1)).toBe(true);
  expect(Math.abs(draws.filter(([x]) => x > 0).length / draws.length - 0.75)).toBeLessThan(0.12);
});

test("coordinates without room stay, and the seed decides about the rest", () => {
  const box = { lower: Float64Array.of(2, -1), upper: Float64Array.of(2, 1) };
  const flat = (): DensityAt => ({ value: 0, gradient: new Float64Array(2) });
  const run = (seed: number): Float64Array[] =>
    runSync(hamiltonianSample(flat, Float64Array.of(2, 0), { ...options, draws: 5, box, stream: stream(seed, 1) }));
  expect(run(1).every(([x]) => x === 2)).toBe(true);
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});
