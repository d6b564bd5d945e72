import { expect, test } from "vitest";
import {
  chainWarnings,
  effectiveSize,
  monteCarloError,
  rHat,
  summarizeChains,
  type ChainSummary,
} from "../../src/diagnose/index.ts";
import { quantile } from "../../src/numeric/index.ts";
import { autoregressive } from "./chainsOf.ts";

test("a summary says what the functions say one by one", () => {
  const chains = autoregressive(8, 4, 301, 0.7).map((chain) => chain.map((value) => 5 + 2 * value));
  const all = chains.flatMap((chain) => Array.from(chain));
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const summary = summarizeChains(chains);
  expect(summary.mean).toBeCloseTo(mean, 12);
  expect(summary.deviation ** 2).toBeCloseTo(
    all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1),
    10,
  );
  expect([summary.lower, summary.median, summary.upper]).toEqual([0.05, 0.5, 0.95].map((q) => quantile(all, q)));
  expect(summary.rHat).toBe(rHat(chains));
  expect(summary.bulkSize).toBe(effectiveSize(chains, "bulk"));
  expect(summary.tailSize).toBe(effectiveSize(chains, "tail"));
  expect(summary.monteCarloError).toBeCloseTo(monteCarloError(chains), 14);
});

test("chains are not changed", () => {
  const chains = autoregressive(9, 2, 20);
  const before = chains.map((chain) => chain.slice());
  summarizeChains(chains);
  expect(chains).toEqual(before);
});

const good: ChainSummary = {
  mean: 0,
  deviation: 1,
  lower: -1.6,
  median: 0,
  upper: 1.6,
  rHat: 1.01,
  bulkSize: 400,
  tailSize: 400,
  monteCarloError: 0.05,
};

test("four chains that agree and have a hundred effective draws each give no warning", () => {
  expect(chainWarnings({ "ln σ²": good }, 4)).toEqual([]);
  expect(chainWarnings({}, 4)).toEqual([]);
  expect(chainWarnings({ x: summarizeChains(autoregressive(10, 4, 500)) }, 4)).toEqual([]);
});

test("the quantity about which chains disagree most is named with its R-hat and with what to do", () => {
  const named = { good, worse: { ...good, rHat: 1.02 }, worst: { ...good, rHat: 1.0456 } };
  const [warning, ...others] = chainWarnings(named, 4);
  expect(others).toEqual([]);
  expect(warning).toEqual({
    code: "chains-disagree",
    message:
      "The chains do not agree about worst: its R-hat is 1.046, and should be at most 1.01 (the worst of 2 such quantities). " +
      "Make burn-in and chains longer; if that does not help, the prior may leave it undetermined.",
  });
  const barely = chainWarnings({ barely: { ...good, rHat: 1.01004 } }, 4);
  expect(barely[0].message).toContain("1.01004, and should be at most 1.01.");
  expect(chainWarnings({ still: { ...good, rHat: Infinity } }, 4)[0].message).toContain("none of them moves");
});

test("the quantity with the fewest effective draws is named, with the place, the figure and what to do", () => {
  const named = { tails: { ...good, tailSize: 120.7 }, bulk: { ...good, bulkSize: 399 } };
  expect(chainWarnings(named, 4)).toEqual([
    {
      code: "few-effective-draws",
      message:
        "The draws of tails are worth only 120 independent ones in the tails of its distribution, and should be worth 400 " +
        "(the worst of 2 such quantities). Make the chains about 4 times as long.",
    },
  ]);
  expect(chainWarnings({ bulk: named.bulk }, 4)[0].message).toContain("399 independent ones in the bulk");
});

test("chains that are too short to judge are said to be so", () => {
  const short = summarizeChains(autoregressive(11, 4, 8));
  expect(short.rHat).toBeNaN();
  expect(Number.isFinite(short.mean + short.deviation + short.median)).toBe(true);
  const warnings = chainWarnings({ short, good }, 4);
  expect(warnings.map(({ code }) => code)).toEqual(["few-effective-draws"]);
  expect(warnings[0].message).toContain("too short to estimate");
});

test("fewer than four chains are too few", () => {
  expect(chainWarnings({ good }, 1)).toMatchObject([
    { code: "few-chains", message: expect.stringContaining("There is only one chain") },
  ]);
  expect(chainWarnings({ good }, 3)).toMatchObject([
    { code: "few-chains", message: expect.stringContaining("There are only 3 chains") },
  ]);
});

test("nothing is said about a quantity that never changed, however few its draws", () => {
  const constant = summarizeChains([1, 2, 3, 4].map(() => new Float64Array(20).fill(0.3)));
  expect(constant).toMatchObject({
    mean: 0.3,
    deviation: 0,
    rHat: NaN,
    bulkSize: 80,
    tailSize: 80,
    monteCarloError: 0,
  });
  expect(chainWarnings({ constant }, 4)).toEqual([]);
});
