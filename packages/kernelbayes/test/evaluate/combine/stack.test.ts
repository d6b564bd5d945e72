import { expect, test } from "vitest";
import { drawnInterval, mixtureInterval } from "../../../src/evaluate/combine/mixtureInterval.ts";
import { stacked, stackOf } from "../../../src/evaluate/combine/stack.ts";
import { stackingWeights } from "../../../src/evaluate/combine/stackingWeights.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { logit, sigmoid } from "../../../src/numeric/sigmoid.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { thrown } from "../../thrown.ts";
import { expectClose } from "../expectClose.ts";

/** Candidates of which each is good on its own part of the rows. */
function specialists(n: number, candidates: number, seed: number): Float64Array[] {
  const source = stream(seed);
  return Array.from({ length: candidates }, (_, m) =>
    Float64Array.from({ length: n }, (_unused, i) => (i % candidates === m ? -0.1 : -1.5) - 0.3 * source.uniform()),
  );
}

test("no other weights give a higher objective", () => {
  const [first, second] = specialists(40, 2, 1);
  first.fill(-0.2, 0, 15);
  const { weights, converged } = stackingWeights([first, second], { tolerance: 1e-12 });
  const value = (share: number): number =>
    first.reduce((sum, log, i) => sum + Math.log(share * Math.exp(log) + (1 - share) * Math.exp(second[i])), 0) +
    0.5 * (Math.log(share) + Math.log(1 - share));
  expect(converged).toBe(true);
  for (let share = 0.01; share < 1; share += 0.01) expect(value(share)).toBeLessThanOrEqual(value(weights[0]) + 1e-10);
});

test("the gap bounds what is still to be gained, and falls below its tolerance", () => {
  const densities = specialists(60, 3, 2);
  const exact = stackingWeights(densities, { tolerance: 1e-13 });
  const rough = stackingWeights(densities, { tolerance: 1e-3 });
  const value = (weights: Float64Array): number =>
    densities[0].reduce((sum, _, i) => {
      return sum + Math.log(densities.reduce((mixed, one, m) => mixed + weights[m] * Math.exp(one[i]), 0));
    }, 0) + weights.reduce((sum, weight) => sum + Math.log(weight) / 3, 0);
  expect(rough.gap).toBeLessThanOrEqual(60e-3);
  expect(value(exact.weights) - value(rough.weights)).toBeLessThanOrEqual(rough.gap);
  expect(stackingWeights(densities, { tolerance: 0, maxUpdates: 3 })).toMatchObject({ updates: 3, converged: false });
});

test("candidates that say the same share their weight evenly", () => {
  const [first, second] = specialists(30, 2, 3);
  const { weights } = stackingWeights([first, second, first]);
  expect(weights[0]).toBeCloseTo(weights[2], 12);
  const without = stackingWeights([first, second], { pseudoCount: 0, tolerance: 1e-12 });
  const flat = stackingWeights([first, second, first], { pseudoCount: 0, tolerance: 1e-12 });
  expect(flat.weights[0] + flat.weights[2]).toBeCloseTo(without.weights[0], 6);
});

test("densities of any size are mixed without underflow, and weights count as repeated rows", () => {
  const [first, second] = specialists(20, 2, 4);
  const far = [first, second].map((one) => one.map((log) => Math.max(log, -20) - 10));
  expectClose(stackingWeights(far).weights, stackingWeights([first, second]).weights, 1e-9);
  const weights = first.map((_, i) => i % 3);
  const rows = Array.from(first.keys()).flatMap((i) => Array.from<number>({ length: weights[i] }).fill(i));
  const repeated = [first, second].map((one) => rows.map((i) => one[i]));
  expectClose(stackingWeights([first, second], { weights }).weights, stackingWeights(repeated).weights, 1e-12);
});

test("a stack of specialists is worthwhile, and hopeless candidates are dropped from it", () => {
  const densities = [...specialists(200, 2, 5), new Float64Array(200).fill(-6)];
  const stack = stackOf(densities, { seed: 1 });
  expect(stack.isWorthwhile).toBe(true);
  expect(stack.score.total).toBeGreaterThan(stack.bestScore.total);
  expect(stack.weights[2]).toBe(0);
  expect(stack.weights[0] + stack.weights[1]).toBeCloseTo(1, 14);
  expect(stack.score.rows).toBe(200);
});

test("a stack that only fits the noise of its rows is not worthwhile", () => {
  // Both candidates are right about the mean, and their rows differ by chance alone; one is better by a constant.
  const source = stream(6);
  const first = Float64Array.from({ length: 30 }, () => -1 + 0.01 * normal(source));
  const stack = stackOf([first, first.map((log) => log - 0.5)], { seed: 1 });
  expect(stack.best).toBe(0);
  expect(stack.isWorthwhile).toBe(false);
  expect(stack.score.total).toBeLessThan(stack.bestScore.total);
});

test("a mixture of members is the mean of their probabilities, and members without weight are not asked", () => {
  const first = fromRows([[0.2, 0.8].map(Math.log)]);
  const second = fromRows([[0.6, 0.4].map(Math.log)]);
  const broken = fromRows([[Number.NaN, Number.NaN]]);
  expectClose(stacked([0.25, 0.75, 0], [first, second, broken]).data.map(Math.exp), [0.5, 0.5], 1e-15);
  expect(() => stacked([1], [first, second])).toThrow("number of members must be 1; got 2");
  expect(() => stacked([0.5, 0.5], [first, fromRows([[0]])])).toThrow(RangeError);
});

test("candidates without a row in common, and none at all, are refused", () => {
  expect(
    thrown(() =>
      stackingWeights([
        [Number.NaN, 0],
        [0, Number.NaN],
      ]),
    ).code,
  ).toBe("no-rows");
  expect(() => stackingWeights([])).toThrow(RangeError);
  expect(thrown(() => stackOf([[-1], [-2]], { seed: 1 })).code).toBe("invalid-folds");
});

test("a mixture of one member has that member's interval", () => {
  const [lower, upper] = [sigmoid(0.4 - 1.1), sigmoid(0.4 + 1.1)];
  const interval = mixtureInterval([{ weight: 2, probability: sigmoid(0.4), lower, upper }], 0.8);
  expect(interval.lower).toBeCloseTo(lower, 12);
  expect(interval.upper).toBeCloseTo(upper, 12);
  expect(interval.probability).toBe(sigmoid(0.4));
});

test("members that disagree widen the interval beyond either's own, and the level widens it further", () => {
  const members = [
    { weight: 1, probability: 0.2, lower: 0.15, upper: 0.26 },
    { weight: 1, probability: 0.8, lower: 0.74, upper: 0.85 },
  ];
  const at = (level: number): ReturnType<typeof mixtureInterval> => mixtureInterval(members, level);
  expect(at(0.9).lower).toBeLessThan(0.2);
  expect(at(0.9).upper).toBeGreaterThan(0.8);
  expect(at(0.9).probability).toBeCloseTo(0.5, 15);
  expect(at(0.95).lower).toBeLessThan(at(0.9).lower);
  expect(at(0.95).upper).toBeGreaterThan(at(0.9).upper);
});

test("an interval without bounds, one without width and certainty are mixed without fail", () => {
  const open = { weight: 1, probability: 0.5, lower: 0, upper: 1 };
  expect(mixtureInterval([open], 0.9)).toMatchObject({ lower: 0, upper: 1 });
  const exact = { weight: 1, probability: 0.3, lower: 0.3, upper: 0.3 };
  const { lower, upper } = mixtureInterval([exact], 0.9);
  expect(logit(lower)).toBeCloseTo(logit(0.3), 12);
  expect(logit(upper)).toBeCloseTo(logit(0.3), 12);
  const certain = { weight: 1, probability: 1, lower: 1, upper: 1 };
  const mixed = mixtureInterval([certain, exact], 0.9);
  expect(mixed.upper).toBe(1);
  expect(mixed.lower).toBeCloseTo(0.3, 12);
});

test("an interval is extended to the probability that is reported", () => {
  // One member in ten is sure of the opposite: the mean leaves the quantiles of the middle half.
  const members = [
    { weight: 9, probability: 0.01, lower: 0.009, upper: 0.011 },
    { weight: 1, probability: 0.99, lower: 0.98, upper: 0.995 },
  ];
  const { probability, upper } = mixtureInterval(members, 0.5);
  expect(upper).toBe(probability);
  const draws = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
  expect(drawnInterval(draws, 0.1, 0.5)).toEqual({ probability: 0.1, lower: 0, upper: 0.1 });
  expect(() => mixtureInterval(members, 1)).toThrow(RangeError);
  expect(() => mixtureInterval([], 0.5)).toThrow(RangeError);
});
