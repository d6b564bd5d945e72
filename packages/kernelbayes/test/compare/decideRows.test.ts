import { expect, test } from "vitest";
import { decideRows, type DecisionRule } from "../../src/compare/decideRows.ts";
import { matrix } from "../../src/engine/matrix.ts";
import { predictionOf } from "../../src/posterior/prediction.ts";

const classes = ["healthy", "sick"];
const sick = [0.05, 0.3, 0.5, 0.9];
const each = (value: (p: number) => number): Float64Array =>
  Float64Array.from(sick.flatMap((p) => [value(1 - p), value(p)]));
const grid = (value: (p: number) => number): ReturnType<typeof matrix> => matrix(sick.length, 2, each(value));
// Intervals of ± 0.1 within 0 and 1.
const prediction = predictionOf(
  {
    logProbabilities: grid(Math.log),
    lower: grid((p) => Math.max(0, p - 0.1)),
    upper: grid((p) => Math.min(1, p + 0.1)),
    latentMean: grid(() => 0),
    latentDeviation: grid(() => 1),
  },
  classes,
  0.9,
);

const decided = (rule: DecisionRule): (string | null)[] => {
  const { actions, decisions } = decideRows(prediction, rule);
  return Array.from(decisions, (decision) => (decision < 0 ? null : actions[decision]));
};

test("a class is decided for from its threshold on, the most probable other one elsewhere", () => {
  expect(decided({ flag: { positive: 1, threshold: 0.25 } })).toEqual(["healthy", "sick", "sick", "sick"]);
});

test("rows are left undecided below a probability, and cautiously where the interval is not above it", () => {
  expect(decided({ threshold: 0.7 })).toEqual(["healthy", "healthy", null, "sick"]);
  expect(decided({ threshold: 0.7, cautious: true })).toEqual(["healthy", null, null, "sick"]);
  expect(decided({ cautious: true })).toEqual(["healthy", "healthy", null, "sick"]);
});

test("costs decide for the least expected one, by names of their own, and say what it is", () => {
  const costs = {
    actions: ["healthy", "sick", "ask"],
    costs: [Float64Array.of(0, 20), Float64Array.of(1, 0), Float64Array.of(0.8, 0.8)],
  };
  expect(decided({ costs })).toEqual(["ask", "sick", "sick", "sick"]);
  const { expectedCosts } = decideRows(prediction, { costs });
  expect(Array.from(expectedCosts!, (cost) => Number(cost.toFixed(12)))).toEqual([0.8, 0.7, 0.5, 0.1]);
  expect(decided({ costs, threshold: 0.6 })).toEqual(["ask", "sick", null, "sick"]);
});
