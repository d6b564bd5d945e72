import fixture from "../fixtures/random/streams.json" with { type: "json" };
import { expect, test } from "vitest";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { normal, multivariateNormal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";
import { matrix } from "../../src/engine/matrix.ts";

const source = stream(7);
const draws = drawMany(300_000, () => normal(source));

test("normal numbers are those of a second implementation", () => {
  const again = stream(7);
  const values = drawMany(1000, () => normal(again)).filter((_, i) => i % 10 === 0);
  values.forEach((value, i) => expect(value).toBeCloseTo(fixture.normal[i], 13));
});

test("normal numbers follow Φ", () => {
  expect(distributionProbability(draws, normalCdf)).toBeGreaterThan(falseAlarm);
});

test("the first eight moments of normal numbers are right", () => {
  const moments = [0, 1, 0, 3, 0, 15, 0, 105];
  const squares = [1, 3, 15, 105, 945, 10395, 135135, 2027025];
  moments.forEach((moment, k) => {
    const deviation = Math.sqrt(squares[k] - moment * moment);
    expect(
      meanProbability(
        draws.map((x) => x ** (k + 1)),
        moment,
        deviation,
      ),
    ).toBeGreaterThan(falseAlarm);
  });
});

test("beyond the last layer, at 3.654, both tails follow the normal tail", () => {
  const edge = 3.6541528853610088;
  const tail = drawMany(3_000_000, () => normal(source)).filter((x) => Math.abs(x) > edge);
  const tailCdf = (x: number): number =>
    x < 0 ? normalCdf(x) / (2 * normalCdf(-edge)) : 1 - normalCdf(-x) / (2 * normalCdf(-edge));
  expect(tail.length).toBeGreaterThan(500);
  expect(distributionProbability(tail, tailCdf)).toBeGreaterThan(falseAlarm);
});

test("numbers with a shift of 0.02, a deviation of 1.03 or thin tails would be found out", () => {
  expect(
    distributionProbability(
      draws.map((x) => x + 0.02),
      normalCdf,
    ),
  ).toBeLessThan(falseAlarm);
  expect(
    distributionProbability(
      draws.map((x) => 1.03 * x),
      normalCdf,
    ),
  ).toBeLessThan(falseAlarm);
  const { uniform } = stream(3);
  const thin = drawMany(100_000, () => 2 * (uniform() + uniform() + uniform() - 1.5));
  expect(
    meanProbability(
      thin.map((x) => x ** 4),
      3,
      Math.sqrt(96),
    ),
  ).toBeLessThan(falseAlarm);
});

// What stands above the diagonal is to be ignored.
const factor = matrix(3, 3, Float64Array.of(2, 99, 99, -1, 0.5, 99, 0.3, 4, 1));
const mean = [10, -2, 0.5];

test("every linear combination of the components is normal with the right mean and variance", () => {
  const source = stream(7);
  const draws = Array.from({ length: 30_000 }, () => multivariateNormal(source, mean, factor));
  for (const weights of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 2, -0.4],
    [1, -1, 0.2],
  ]) {
    const center = weights[0] * 10 + weights[1] * -2 + weights[2] * 0.5;
    // Lᵀ w
    const spread = [2 * weights[0] - weights[1] + 0.3 * weights[2], 0.5 * weights[1] + 4 * weights[2], weights[2]];
    const deviation = Math.hypot(...spread);
    const standardized = draws.map((x) => (weights.reduce((sum, w, j) => sum + w * x[j], 0) - center) / deviation);
    expect(distributionProbability(standardized, normalCdf)).toBeGreaterThan(falseAlarm);
    expect(
      distributionProbability(
        standardized.map((z) => 1.1 * z),
        normalCdf,
      ),
    ).toBeLessThan(falseAlarm);
  }
});

test("mean and factor must fit", () => {
  expect(() => multivariateNormal(stream(7), [1, 2], factor)).toThrow("2 × 2");
  expect(() => multivariateNormal(stream(7), [1, 2], matrix(2, 3))).toThrow(RangeError);
  expect(multivariateNormal(stream(7), [], matrix(0, 0))).toHaveLength(0);
});
