import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { combinedPrediction } from "../../../src/models/auto/combination.ts";
import { outwardDeviation, poolDeviations, poolDoubt } from "../../../src/models/auto/poolDeviations.ts";
import type { NumericPrediction } from "../../../src/posterior/numericPosterior.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";
import { normalQuantile } from "../../../src/numeric/normalCdf.ts";

const level = 0.9;
const z = normalQuantile(0.95);

/** One row of two classes with the logit of the second class and its deviation. */
function member(logit: number, deviation: number): NumericPrediction {
  const row = (values: number[]) => ({ ...matrix(1, 2), data: Float64Array.from(values) });
  const ends = [logit - z * deviation, logit + z * deviation];
  return {
    logProbabilities: row([Math.log(sigmoid(-logit)), Math.log(sigmoid(logit))]),
    lower: row([sigmoid(-ends[1]), sigmoid(ends[0])]),
    upper: row([sigmoid(-ends[0]), sigmoid(ends[1])]),
    latentMean: row([-logit, logit]),
    latentDeviation: row([deviation, deviation]),
  };
}

const pool = { coefficients: Float64Array.of(0.6, 0.4), offsets: Float64Array.of(0, 0), clip: 1e-4, converged: true };
const members = [member(0.5, 0.3), member(1.5, 0.9)];

test("deviations are the members' own by their shares, what lies between them and the pool, and what may be hidden", () => {
  const doubt = { shares: Float64Array.of(0.8, 0.2), hidden: Float64Array.of(0.04, 0.04) };
  const mean = 0.6 * 0.5 + 0.4 * 1.5;
  const own = 0.8 * 0.3 + 0.2 * 0.9;
  const spread = 0.8 * (0.5 - mean) ** 2 + 0.2 * (1.5 - mean) ** 2;
  const expected = Math.sqrt(0.85 ** 2 * (own ** 2 + spread) + 0.04);
  for (const deviation of poolDeviations(pool, doubt, members, level).data) expect(deviation).toBeCloseTo(expected, 12);
});

test("documents of older versions keep their intervals: shares are those of the pool", () => {
  const mean = 0.6 * 0.5 + 0.4 * 1.5;
  const spread = 0.6 * (0.5 - mean) ** 2 + 0.4 * (1.5 - mean) ** 2;
  const expected = Math.sqrt((0.6 * 0.3 + 0.4 * 0.9) ** 2 + spread);
  const { latentDeviation, lower, upper } = combinedPrediction({ pool }, members, level);
  for (const deviation of latentDeviation.data) expect(deviation).toBeCloseTo(expected, 12);
  expect(lower.data[1]).toBeCloseTo(sigmoid(mean - z * expected), 12);
  expect(upper.data[1]).toBeCloseTo(sigmoid(mean + z * expected), 12);
});

/** So many rows of two even classes, in which every member gives the logarithm of each row's own class. */
function scores(rows: number, densities: readonly number[], pooled: number) {
  return {
    members: densities.map((density) => new Float64Array(rows).fill(density)),
    pool: new Float64Array(rows).fill(pooled),
    classes: Int32Array.from({ length: rows }, (_, i) => i % 2),
    weights: new Float64Array(rows).fill(1),
    sizes: Float64Array.of(rows / 2, rows / 2),
  };
}

test("a member that loses a nat to the best counts e⁻³ of it, and equals count alike", () => {
  const { shares } = poolDoubt(scores(100, [-0.5, -0.5, -0.51], -0.5));
  const [first, second, third] = shares;
  expect(second).toBe(first);
  expect(third / first).toBeCloseTo(Math.exp(-3), 10);
  expect(first + second + third).toBeCloseTo(1, 12);
});

test("where nothing was found an eighth of the rows may hide an effect, and five nats leave a third of that", () => {
  // The frequency of a row's class among the other rows, as it is estimated.
  const frequency = Math.log((50 - 0.5) / 100);
  const none = poolDoubt(scores(100, [frequency], frequency)).hidden;
  // The variance of the logit of 12.5 rows of even odds.
  expect(none).toEqual(Float64Array.of(4 / 12.5, 4 / 12.5));
  const some = poolDoubt(scores(100, [frequency], frequency + 0.05)).hidden;
  expect(some[0] / none[0]).toBeCloseTo(Math.exp(-1), 10);
  // A pool that does worse than the frequencies hides no more than that.
  expect(poolDoubt(scores(100, [frequency], frequency - 1)).hidden).toEqual(none);
});

test("a pool in which no member counts is not certain of the class frequencies", () => {
  const uninformed = { ...pool, coefficients: Float64Array.of(0, 0) };
  const doubt = { shares: Float64Array.of(0.5, 0.5), hidden: Float64Array.of(0.16, 0.16) };
  const { lower, upper } = combinedPrediction({ pool: uninformed, doubt }, members, level);
  expect(lower.data[0]).toBeCloseTo(sigmoid(-0.4 * z), 12);
  expect(upper.data[0]).toBeCloseTo(sigmoid(0.4 * z), 12);
});

test("of two classes one interval mirrors the other to the last digits, also where a member's end is next to one", () => {
  const doubt = { shares: Float64Array.of(0.5, 0.5), hidden: Float64Array.of(0, 0) };
  for (const [logit, deviation] of [
    [12, 9],
    [-3, 11],
    [0, 14],
  ]) {
    const sure = [member(logit, deviation), member(0, 0.2)];
    const { lower, upper } = combinedPrediction({ pool, width: 0.3, doubt }, sure, level);
    expect(lower.data[0] + upper.data[1]).toBeCloseTo(1, 14);
    expect(lower.data[1] + upper.data[0]).toBeCloseTo(1, 14);
  }
});

test("logits beyond 1 reach farther out, and not farther in", () => {
  expect(outwardDeviation(0.5, 1)).toBe(0.5);
  expect(outwardDeviation(0.3, -2)).toBeCloseTo(0.5, 12);
});
