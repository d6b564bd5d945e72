import { chuTwo } from "kernelbayes/data";
import { expect, test } from "vitest";
import { bayesScore, trueLogOdds } from "@kernelbayes/papers/bayesRule";
import { UsageError } from "../benchmark.ts";
import { simulations } from "../simulations.ts";

test("the true log odds are those of the two densities", () => {
  const normal = (x: number, mean: number, variance: number): number =>
    Math.exp((-0.5 * (x - mean) ** 2) / variance) / Math.sqrt(2 * Math.PI * variance);
  for (const [x, y] of [
    [0, 0],
    [-1.5, 2],
    [3, -0.7],
  ]) {
    const odds = (normal(x, -2, 1) * normal(y, 0, 2)) / (normal(x, 2, 2) * normal(y, 0, 1));
    expect(trueLogOdds(x, y)).toBeCloseTo(Math.log(odds), 12);
  }
});

test("the Bayes rule loses 2419.8 nats and errs in 4.64 % of 20 002 rows, on average", () => {
  const scores = Array.from({ length: 20 }, (_, seed) => bayesScore(chuTwo({ rows: 20_002, seed, positives: 10_001 })));
  const mean = (figure: "nats" | "errors"): number => scores.reduce((sum, score) => sum + score[figure], 0) / 20;
  // Four standard errors of the mean of twenty draws, which have deviations of 54 nats and 29 rows.
  expect(Math.abs(mean("nats") - 2419.8)).toBeLessThan(50);
  expect(Math.abs(mean("errors") - 0.0464 * 20_002)).toBeLessThan(26);
});

test("the benchmark fits what it is asked to, and judges by the limits that it knows", async () => {
  const options = { parts: "plane,line", methods: "bfd", rows: "40", seeds: "1", engine: "wasm" };
  const { rows, more = [] } = await simulations.run(options);
  expect(rows.map(({ criterion }) => criterion)).toEqual([
    "line: bfd, κ₀ falls with the outlier, seeds of 1",
    "line: bfd, κ rises with the outlier, seeds of 1",
    "line: bfd, the outlier has the lowest probability of its own class, seeds of 1",
  ]);
  expect(rows[2]).toMatchObject({ measured: 1, verdict: "met" });
  expect(more.map((section) => section.rows.length)).toEqual([1, 2]);
});

test.each([
  [{ parts: "cube" }, 'There is no part "cube"'],
  [{ parts: "plane", methods: "btsv" }, "btsv"],
  [{ parts: "relevance", data: "/nowhere" }, "Benchmark data are not part of the project"],
  [{ seeds: "0" }, "--seeds takes positive whole numbers"],
])("%j is refused as a mistake on the command line", async (options, message) => {
  const error: unknown = await simulations.run(options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(message);
});
