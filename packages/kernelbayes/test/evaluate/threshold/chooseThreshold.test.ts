import { describe, expect, test } from "vitest";
import {
  chooseThreshold,
  type ThresholdFigures,
  type ThresholdGoal,
} from "../../../src/evaluate/threshold/chooseThreshold.ts";
import { stream } from "../../../src/random/index.ts";

/** Rows whose probabilities are true: each is of the class as often as it says. */
function calibrated(count: number, seed: number): { p: number[]; truth: number[] } {
  const numbers = stream(seed, 7);
  const p = Array.from({ length: count }, () => numbers.uniform() ** 3);
  return { p, truth: p.map((one) => (numbers.uniform() < one ? 1 : 0)) };
}

/** The figures of a threshold, counted naively. */
function naive(p: readonly number[], truth: readonly number[], threshold: number): ThresholdFigures {
  const flagged = p.flatMap((one, row) => (one >= threshold ? [truth[row]] : []));
  const found = flagged.filter((one) => one === 1).length;
  const positives = truth.filter((one) => one === 1).length;
  const [recall, precision] = [found / positives, flagged.length === 0 ? 0 : found / flagged.length];
  return {
    recall,
    precision,
    f1: (2 * found) / (flagged.length + positives),
    flagged: flagged.length / p.length,
  };
}

const { p, truth } = calibrated(400, 1);
const all = [...p, 0, 1].map((threshold) => ({ threshold, ...naive(p, truth, threshold) }));

describe("a threshold is the best of all", () => {
  test("for a recall, with the best precision", () => {
    const chosen = chooseThreshold(p, truth, { recall: 0.9 });
    expect(chosen).toMatchObject({ ...naive(p, truth, chosen.threshold), isReached: true });
    expect(chosen.recall).toBeGreaterThanOrEqual(0.9);
    const allowed = all.filter(({ recall }) => recall >= 0.9);
    expect(chosen.precision).toBe(Math.max(...allowed.map(({ precision }) => precision)));
  });

  test("for a precision, with the best recall", () => {
    const chosen = chooseThreshold(p, truth, { precision: 0.7 });
    expect(chosen.precision).toBeGreaterThanOrEqual(0.7);
    const allowed = all.filter(({ precision }) => precision >= 0.7);
    expect(chosen.recall).toBe(Math.max(...allowed.map(({ recall }) => recall)));
  });

  test("for the least cost, near 1/(1 + cost) where probabilities are true", () => {
    const many = calibrated(20_000, 2);
    // Near its minimum the cost hardly depends on the threshold, so that it is found to about 0.05.
    expect(chooseThreshold(many.p, many.truth, { cost: 9 }).threshold).toBeCloseTo(0.1, 1);
    const costs = (threshold: number): number =>
      p.reduce((sum, one, row) => sum + (truth[row] === 1 ? (one < threshold ? 9 : 0) : one >= threshold ? 1 : 0), 0);
    const chosen = chooseThreshold(p, truth, { cost: 9 });
    expect(costs(chosen.threshold)).toBe(Math.min(...all.map(({ threshold }) => costs(threshold))));
  });
});

test("the expected figures are those of thresholds that other rows have chosen, without the optimism of the choice", () => {
  // 200 draws of 60 rows: the chosen rows reach the precision by choice, new rows do not.
  let [own, expected, fresh] = [0, 0, 0];
  const many = calibrated(20_000, 99);
  const draws = 200;
  for (let seed = 1; seed <= draws; seed++) {
    const some = calibrated(60, seed);
    const chosen = chooseThreshold(some.p, some.truth, { precision: 0.8 }, { seed });
    own += chosen.precision / draws;
    expected += chosen.expected!.precision / draws;
    fresh += naive(many.p, many.truth, chosen.threshold).precision / draws;
  }
  expect(own).toBeGreaterThan(fresh + 0.04);
  expect(Math.abs(expected - fresh)).toBeLessThan((own - fresh) / 2);
});

test("a threshold has few digits, and decides as the probabilities around it do", () => {
  const chosen = chooseThreshold([0.1234567, 0.3, 0.81234567, 0.9], [0, 0, 1, 1], { recall: 1 });
  expect(chosen).toMatchObject({ threshold: 0.6, recall: 1, precision: 1, f1: 1, flagged: 0.5 });
  expect(chooseThreshold([0.5, 0.5 + 1e-15, 0.2], [0, 1, 0], { recall: 1 })).toMatchObject({ precision: 1 });
});

test("a goal that no threshold reaches is approached and said not to be reached", () => {
  const chosen = chooseThreshold([0.9, 0.8, 0.7], [0, 1, 0], { precision: 0.9 });
  expect(chosen).toMatchObject({ isReached: false, precision: 0.5, recall: 1 });
});

test("a row of weight 3 counts as three rows", () => {
  const weights = p.map((_, row) => row % 4);
  const repeated = p.flatMap((one, row) => new Array<number>(weights[row]).fill(one));
  const labels = truth.flatMap((one, row) => new Array<number>(weights[row]).fill(one));
  const { expected: _, ...weighted } = chooseThreshold(p, truth, { recall: 0.8 }, { weights });
  const { expected: __, ...plain } = chooseThreshold(repeated, labels, { recall: 0.8 });
  expect(weighted.threshold).toBe(plain.threshold);
  expect(weighted.precision).toBeCloseTo(plain.precision, 12);
});

test.each<[ThresholdGoal, readonly number[], string]>([
  [{ recall: 1.5 }, [0, 1], "invalid-threshold"],
  [{ cost: 0 }, [0, 1], "invalid-threshold"],
  [{ recall: 0.5 }, [0, 0], "no-positive-row"],
])("refuses %o of %o", (goal, labels, code) => {
  expect(() => chooseThreshold([0.2, 0.3], labels, goal)).toThrow(expect.objectContaining({ code }));
});
