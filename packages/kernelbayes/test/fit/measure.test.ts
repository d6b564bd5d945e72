import { describe, expect, test } from "vitest";
import { scoreIntervals } from "../../src/compare/scoreIntervals.ts";
import { wilsonInterval } from "../../src/evaluate/wilsonInterval.ts";
import { mapMatrix } from "../../src/engine/matrix.ts";
import { crossValidate } from "../../src/fit/fit.ts";
import { estimateCost } from "../../src/fit/estimateCost.ts";
import { measure, measurePlan } from "../../src/fit/measure.ts";
import { bayesianFisher } from "../../src/models/fisher/bfd.ts";
import { kernelProjections } from "../../src/models/projection/bkpc.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { iris, ripley } from "../../src/data/index.ts";
import { stream } from "../../src/random/index.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";
import { trainingData } from "../../src/fit/trainingData.ts";

const few = ripley({ rows: 60, seed: 2 });

function noise(rows: number, seed: number): Table {
  const random = stream(seed);
  const column = (): number[] => Array.from({ length: rows }, () => random.uniform());
  return tableFromColumns({
    a: column(),
    b: column(),
    y: Array.from({ length: rows }, (_, row) => `class ${row % 2}`),
  });
}

describe("the plan", () => {
  const planOf = (rows: number): object => measurePlan(trainingData(noise(rows, 1), { target: "y" }));

  test("has finer folds twice for few rows, five folds up to 1000, and one held-out fifth above", () => {
    expect(planOf(100)).toEqual({ how: "folds", folds: 10, rounds: 2 });
    expect(planOf(101)).toEqual({ how: "folds", folds: 5, rounds: 1 });
    expect(planOf(1000)).toEqual({ how: "folds", folds: 5, rounds: 1 });
    expect(planOf(1001)).toEqual({ how: "hold-out", folds: 1, rounds: 1 });
    expect(planOf(6)).toEqual({ how: "folds", folds: 6, rounds: 2 });
  });

  test("20 fits of bkpc to 60 rows of 20 classes took over eight minutes: a fit that takes long is divided in five folds, once", () => {
    const data = trainingData(noise(60, 1), { target: "y" });
    expect(measurePlan(data, { operations: 9e9 })).toEqual({ how: "folds", folds: 10, rounds: 2 });
    expect(measurePlan(data, { operations: 1.1e10 })).toEqual({ how: "folds", folds: 5, rounds: 1 });
    expect(estimateCost(kernelProjections(), 60, 2, 20).operations).toBeGreaterThan(1e10);
    expect(estimateCost(bayesianFisher(), 100, 10).operations).toBeLessThan(1e10);
  });

  test("has no more folds than groups that can be left out", () => {
    const rows = { rows: new Int32Array(12), classes: Int32Array.from({ length: 12 }, (_, row) => row % 2) };
    const groups = Int32Array.from({ length: 12 }, (_, row) => Math.floor(row / 4));
    expect(measurePlan({ ...rows, groups }).folds).toBe(3);
  });
});

describe("a measurement", () => {
  test("averages rounds of cross-validation of the whole flow", async () => {
    const options = { target: "class", seed: 4 };
    const measured = await measure(linearDiscriminant(), few, options);
    const rounds = await Promise.all(
      [4, 5].map((seed) => crossValidate(linearDiscriminant(), few, { target: "class", seed, folds: 10 })),
    );
    expect(measured.logProbabilities.data).toEqual(rounds[0].logProbabilities.data);
    const mean = (figures: number[]): number => (figures[0] + figures[1]) / 2;
    expect(measured.intervals.logLoss.estimate).toBeCloseTo(mean(rounds.map(({ scores }) => scores.logLoss.mean)), 12);
    expect(measured.intervals.errorRate.estimate).toBeCloseTo(mean(rounds.map(({ scores }) => scores.errorRate)), 12);
    expect(measured.signal!.hasSignal).toBe(true);
    expect(measured.warnings).toEqual([]);
    // Each fit missed a tenth of the rows, and may have predicted that much worse for it.
    const [first, second] = rounds.map(({ logProbabilities }) => ({
      probabilities: mapMatrix(logProbabilities, Math.exp),
      logProbabilities,
    }));
    const independent = scoreIntervals(first, rounds[0].truth, { seed: 4, further: [second] }).logLoss;
    const { estimate, lower, upper } = measured.intervals.logLoss;
    expect(lower).toBeCloseTo(Math.max(0, independent.lower - estimate / 10), 12);
    expect(upper).toBeCloseTo(independent.upper, 12);
  });

  test("of more than a hundred rows reaches down by what a fifth of the rows may bring, and a tenth farther than independent rows", async () => {
    const table = ripley({ rows: 200 });
    const measured = await measure(linearDiscriminant(), table, { target: "class" });
    const { logProbabilities, truth, intervals } = measured;
    const predicted = { probabilities: mapMatrix(logProbabilities, Math.exp), logProbabilities };
    const independent = scoreIntervals(predicted, truth, { seed: 1 });
    // At most all of the figure may be lost at a hundred rows, half of it at two hundred, and folds miss a fifth of the rows.
    const { estimate, lower, upper } = intervals.logLoss;
    expect(lower).toBeCloseTo(estimate - 1.1 * (estimate - independent.logLoss.lower) - 0.1 * estimate, 12);
    // The upper end may be that of one mistake more, which no factor changes.
    expect(upper).toBeGreaterThanOrEqual(independent.logLoss.upper);
    expect(upper - estimate).toBeLessThanOrEqual(1.1 * (independent.logLoss.upper - estimate) + 1e-12);
    const [low, high] = wilsonInterval((intervals.errorRate.estimate * 200) / 1.21, 200 / 1.21);
    expect(intervals.errorRate.lower).toBeCloseTo(low - 0.1 * intervals.errorRate.estimate, 12);
    expect(intervals.errorRate.upper).toBeCloseTo(high, 12);
  });

  test("says first that there is no signal in noise", async () => {
    const { warnings, signal } = await measure(linearDiscriminant(), noise(80, 3), { target: "y" });
    expect(signal!.hasSignal).toBe(false);
    expect(warnings[0]).toMatchObject({ code: "no-signal" });
    expect(warnings[0].message).toMatch(/^No evidence that these columns predict "y".*\(p = 0\.\d+\)/);
  });

  test("predicts a fifth of many rows once", async () => {
    const table = noise(1200, 1);
    const { how, rows } = await measure(linearDiscriminant(), table, { target: "y" });
    expect([how, rows.length]).toEqual(["hold-out", 240]);
  });

  test("keeps groups together", async () => {
    const flowers = iris();
    const groups = Array.from({ length: flowers.rows }, (_, row) => row % 12);
    const table = { ...flowers, columns: [...flowers.columns, ...tableFromColumns({ plant: groups }).columns] };
    const { folds, rows } = await measure(linearDiscriminant(), table, { target: "species", group: "plant" });
    expect([folds, rows.length]).toEqual([5, 150]);
  });

  test("predicts later rows from earlier ones, and does not learn the time", async () => {
    const time = Array.from({ length: 50 }, (_, row) => 50 - row);
    const withTime = (label: string[]): Table => ({
      rows: 50,
      columns: [...noise(50, 7).columns.slice(0, 2), ...tableFromColumns({ time, y: label }).columns],
    });
    const options = { target: "y", time: "time" };
    const all = await measure(linearDiscriminant(), withTime(time.map((at) => `class ${at % 2}`)), options);
    expect([all.how, all.folds, all.rows.length]).toEqual(["time", 4, 40]);
    expect(Array.from(all.rows)).toEqual(Array.from({ length: 40 }, (_, row) => row));
    // The label is known from the time alone: whoever learned from it would be right about all rows. Blocks that only one class comes before are skipped.
    const late = await measure(linearDiscriminant(), withTime(time.map((at) => (at > 15 ? "late" : "early"))), options);
    expect(late.rows.length).toBe(30);
    expect(late.scores.errorRate).toBeGreaterThan(0);
    const never = withTime(time.map((at) => (at > 45 ? "late" : "early")));
    await expect(measure(linearDiscriminant(), never, options)).rejects.toMatchObject({ code: "one-class" });
  });
});
