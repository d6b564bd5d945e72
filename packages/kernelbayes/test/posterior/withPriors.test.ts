import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { fromRows, toRows } from "../../src/matrix/index.ts";
import { logit } from "../../src/numeric/sigmoid.ts";
import type { NumericPosterior } from "../../src/posterior/numericPosterior.ts";
import { priorSteps, withPriors } from "../../src/posterior/withPriors.ts";

/** A posterior that says the same of every row. */
function constant(probabilities: number[], lower: number[], upper: number[]): NumericPosterior {
  const logProbabilities = fromRows([probabilities.map(Math.log)]);
  return {
    leaveOneOut: { method: "exact", logProbabilities, omitted: [] },
    evidence: undefined,
    warnings: [],
    predict: () => ({
      logProbabilities,
      lower: fromRows([lower]),
      upper: fromRows([upper]),
      latentMean: fromRows([probabilities.map(logit)]),
      latentDeviation: fromRows([probabilities.map(() => 0.5)]),
      decisions: Int32Array.of(0),
    }),
    probabilities: () => ({ logProbabilities, decisions: Int32Array.of(0) }),
    draws: () => [fromRows([probabilities, probabilities.toReversed()])],
    members: () => [{ title: "one", logProbabilities }],
    parameters: () => ({}),
  };
}

const X = matrix(1, 0);
const exponentials = ({ data }: Matrix): number[] => Array.from(data, Math.exp);

test("steps are log π′ − log π, with the frequencies by weight", () => {
  const training = { rows: [0, 1, 2], classes: [0, 1, 1], weights: [6, 1, 1] };
  const steps = priorSteps(training, [0.5, 0.5]);
  expect(steps[0]).toBeCloseTo(Math.log(0.5 / 0.75), 14);
  expect(steps[1]).toBeCloseTo(Math.log(0.5 / 0.25), 14);
  const unweighted = priorSteps({ ...training, weights: undefined }, [1 / 3, 2 / 3]);
  unweighted.forEach((step) => expect(step).toBeCloseTo(0, 14));
});

describe("of two classes", () => {
  const posterior = withPriors(constant([0.8, 0.2], [0.6, 0.1], [0.9, 0.4]), Float64Array.of(0, Math.log(4)));
  const { logProbabilities, lower, upper, latentMean, latentDeviation, decisions } = posterior.predict(X, 0.9);

  test("odds, both ends of the interval and the latent mean move by the odds of the priors", () => {
    // 0.8 : 0.2 becomes 0.8 : 0.8.
    exponentials(logProbabilities).forEach((p) => expect(p).toBeCloseTo(0.5, 14));
    expect(lower.data[1]).toBeCloseTo((4 * 0.1) / (4 * 0.1 + 0.9), 14);
    expect(upper.data[1]).toBeCloseTo((4 * 0.4) / (4 * 0.4 + 0.6), 14);
    expect(lower.data[0]).toBeCloseTo(0.6 / (0.6 + 4 * 0.4), 14);
    expect(latentMean.data[0]).toBeCloseTo(logit(0.8) - Math.log(4), 14);
  });

  test("deviations, labels by a rule of the model's own and leave-one-out stay", () => {
    expect(Array.from(latentDeviation.data)).toEqual([0.5, 0.5]);
    expect(decisions).toEqual(Int32Array.of(0));
    expect(exponentials(posterior.leaveOneOut!.logProbabilities)[0]).toBeCloseTo(0.8, 14);
  });

  test("members and log probabilities move alike, and each draw does", () => {
    const alone = posterior.probabilities(X);
    exponentials(alone.logProbabilities).forEach((p) => expect(p).toBeCloseTo(0.5, 14));
    expect(alone.decisions).toEqual(Int32Array.of(0));
    exponentials(posterior.members!(X)[0].logProbabilities).forEach((p) => expect(p).toBeCloseTo(0.5, 14));
    const [first, second] = toRows(posterior.draws!(X)[0]);
    expect(first[0]).toBeCloseTo(0.5, 14);
    expect(second[0]).toBeCloseTo(0.2 / (0.2 + 4 * 0.8), 14);
  });
});

test("of three classes the ends move by what the log odds of their class move by", () => {
  const [p, low, high] = [
    [0.5, 0.3, 0.2],
    [0.4, 0.1, 0.1],
    [0.7, 0.5, 0.3],
  ];
  const factors = [1, 2, 6];
  const { logProbabilities, lower, upper } = withPriors(
    constant(p, low, high),
    Float64Array.from(factors, Math.log),
  ).predict(X, 0.9);
  const sum = 0.5 + 0.6 + 1.2;
  [0.5 / sum, 0.6 / sum, 1.2 / sum].forEach((value, c) => {
    expect(Math.exp(logProbabilities.data[c])).toBeCloseTo(value, 14);
    const ratio = value / (1 - value) / (p[c] / (1 - p[c]));
    for (const [ends, before] of [
      [lower, low],
      [upper, high],
    ] as const) {
      expect(ends.data[c]).toBeCloseTo((ratio * before[c]) / (ratio * before[c] + 1 - before[c]), 14);
    }
  });
});

test("certain classes stay certain, and nothing is lost to priors next to 0", () => {
  const certain = withPriors(constant([1, 0, 0], [1, 0, 0], [1, 0, 0]), Float64Array.of(-700, 3, 700)).predict(X, 0.9);
  expect(exponentials(certain.logProbabilities)).toEqual([1, 0, 0]);
  expect([certain.lower, certain.upper].map(({ data }) => Array.from(data))).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
  const tiny = withPriors(constant([0.5, 0.5], [0.1, 0.1], [0.9, 0.9]), Float64Array.of(0.7, -740)).predict(X, 0.9);
  expect(tiny.logProbabilities.data[1]).toBeCloseTo(-740.7, 9);
  for (const { data } of [tiny.lower, tiny.upper, tiny.latentMean]) expect(data.every(Number.isFinite)).toBe(true);
});
