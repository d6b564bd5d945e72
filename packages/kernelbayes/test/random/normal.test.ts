import { expect, test } from "vitest";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import fixture from "../fixtures/random/streams.json" with { type: "json" };
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";

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
