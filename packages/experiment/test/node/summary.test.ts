import { calibrationError } from "kernelbayes/evaluate";
import { fromRows } from "kernelbayes/numeric";
import { expect, test } from "vitest";
import { packForecasts } from "../../src/node/forecasts.ts";
import { rowOf, type ResultRow } from "../../src/node/experiment.ts";
import { ranksBy, summarize } from "../../src/node/summary.ts";
import { doneJob, failedJob } from "./samples.ts";

function row(dataset: string, method: string, partition: number, errorRate: number): ResultRow {
  return { ...rowOf(doneJob(partition), ""), dataset, method, options: "{}", errorRate };
}

test("means and deviations are over the partitions of a data set and a method", () => {
  const rows = [1, 2, 4].map((error, partition) => row("a", "one", partition, error));
  const [summary, ...others] = summarize(rows);
  expect(others).toEqual([]);
  expect(summary).toMatchObject({ dataset: "a", method: "one", done: 3, failed: 0, errors: [] });
  expect(summary.errorRate.mean).toBeCloseTo(7 / 3, 14);
  expect(summary.errorRate.deviation).toBeCloseTo(Math.sqrt(7 / 3), 14);
  expect(summarize(rows.slice(0, 1))[0].errorRate).toEqual({ mean: 1, deviation: Number.NaN });
});

test("failures are counted and told once each, and are in no mean", () => {
  const rows = [rowOf(doneJob(1), ""), rowOf(failedJob(2), ""), rowOf(failedJob(3), "")];
  const [summary] = summarize(rows);
  expect(summary).toMatchObject({ done: 1, failed: 2, errors: [rows[1].error] });
  expect(summary.errorRate.mean).toBe(0.001);
});

test("calibration is that of all partitions together, and none where the forecasts of one were not kept", () => {
  // Multiples of 1/64 are kept to the last bit, so that ties are the same ties.
  const P = Array.from({ length: 40 }, (_, i) => [1 - i / 64, i / 64]);
  const truth = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 1 : 0));
  const part = (from: number, to: number): string => packForecasts(fromRows(P.slice(from, to)), truth.slice(from, to));
  const rows = [part(0, 15), part(15, 40)].map((forecasts, at) => ({ ...row("a", "one", at, 0.1), forecasts }));
  expect(summarize(rows)[0].pooledCalibration).toEqual(calibrationError(fromRows(P), truth));
  expect(summarize([...rows, row("a", "one", 2, 0.1)])[0].pooledCalibration).toBeUndefined();
});

test("options that are not the default make a method of their own", () => {
  const rows = ["{}", '{"shrinkage":0}', '{"shrinkage":0.5}'].map((options, partition) => ({
    ...row("a", "lda", partition, 0.1),
    options,
  }));
  expect(summarize(rows.slice(1)).map(({ method }) => method)).toEqual(["lda", "lda:shrinkage=0.5"]);
});

test("ranks are those of the means, and ties by rounding are ties", () => {
  const rows = [
    ...[0.1, 0.2].map((error, at) => row("a", "one", at, error)),
    ...[0.15 + 1e-14, 0.15].map((error, at) => row("a", "two", at, error)),
    row("b", "one", 1, 0.1),
    row("b", "two", 1, 0.3),
  ];
  const ranks = ranksBy("errorRate", summarize(rows))!;
  expect(ranks.methods).toEqual(["one", "two"]);
  expect(ranks.datasets).toEqual(["a", "b"]);
  expect(ranks.meanRanks).toEqual([1.25, 1.75]);
  // Two methods: 1.960 √(2 · 3/(6 · 2)), by the table of Demšar.
  expect(ranks.criticalDifference).toBeCloseTo(1.96 * Math.sqrt(0.5), 3);
});

test("a method that failed somewhere or was not run on a data set is not ranked", () => {
  const rows = ["a", "b"].flatMap((dataset) => ["one", "two"].map((method) => row(dataset, method, 1, 0.1)));
  const failed = { ...rowOf(failedJob(2), ""), dataset: "b", method: "three", options: "{}" };
  const more = [row("a", "three", 1, 0.2), row("b", "three", 1, 0.2), failed, row("a", "four", 1, 0)];
  expect(ranksBy("errorRate", summarize([...rows, ...more]))!.methods).toEqual(["one", "two"]);
  expect(ranksBy("errorRate", summarize(rows.slice(0, 2)))).toBeUndefined();
  expect(ranksBy("errorRate", summarize(rows.filter(({ method }) => method === "one")))).toBeUndefined();
});
