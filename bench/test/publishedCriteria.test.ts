import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromRows } from "kernelbayes/numeric";
import { expect, onTestFinished, test } from "vitest";
import { readPublished, type PublishedResult } from "@kernelbayes/papers/published";
import { packForecasts, ranksBy, rowOf, summarize, type ResultRow, type Summary } from "@kernelbayes/experiment/node";
import { autoCriteria } from "../autoCriteria.ts";
import { criteriaReport, type FamilyCriteria } from "../familyCriteria.ts";
import { fisherCriteria } from "../fisherCriteria.ts";
import { supportVectorCriteria } from "../supportVectorCriteria.ts";
import { doneJob, failedJob } from "./samples.ts";

const sets = ["a", "b", "c"];

function paper(dataset: string, more: Partial<PublishedResult>): PublishedResult {
  const usual = { source: "p", table: "Table 1", method: "M", metric: "error", unit: "percent", mean: 10, std: 1 };
  return { ...usual, dataset, ...more };
}

function criteria(needed: number): FamilyCriteria {
  return {
    published: [
      {
        method: "own",
        figure: "errorRate",
        published: { source: "p", method: "M", metric: "error" },
        slack: (deviation) => deviation / 2,
        slackText: "and half a deviation",
        atLeast: needed,
      },
    ],
    ranks: [{ method: "own", other: "peer" }],
    calibration: [],
    beside: [],
  };
}

function row(dataset: string, method: string, figures: Partial<ResultRow>): ResultRow {
  return { ...rowOf(doneJob(1), ""), dataset, method, options: "{}", ...figures };
}

function errors(...rates: readonly number[]): Summary[] {
  return summarize(rates.map((errorRate, i) => row(sets[i], "own", { errorRate })));
}

const published = sets.map((dataset) => paper(dataset, {}));

test("an error is held against the paper's with half its deviation to spare, and the sets are counted", () => {
  const others = [paper("a", { method: "other", mean: 0 }), paper("a", { metric: "auc", mean: 0 })];
  const { sections, verdicts } = criteriaReport(criteria(2), errors(0.09, 0.105, 0.1051), undefined, [
    ...published,
    ...others,
  ]);
  expect(sections[0].rows.map(({ verdict }) => verdict)).toEqual(["met", "met", "SHORT"]);
  expect(sections[0].rows[2]).toMatchObject({ measured: "10.51", paper: "10.00 ± 1.00", limit: "≤ 10.50" });
  expect(verdicts[0]).toMatchObject({ measured: 2, limit: 2, isMet: true });
  expect(criteriaReport(criteria(3), errors(0.09, 0.105, 0.1051), undefined, published).verdicts[0].isMet).toBe(false);
});

test("an area under the curve may be smaller than the paper's by what the criterion allows", () => {
  const [{ slack }] = fisherCriteria.published;
  expect([slack(0), slack(0.3), slack(5)]).toEqual([0.2, 0.2, 2.5]);
  const rates = { banana: 0.9479, heart: 0.8956 };
  const summaries = summarize(
    Object.entries(rates).map(([dataset, areaUnderCurve]) => row(dataset, "bfd", { areaUnderCurve })),
  );
  const auc = { source: "pena2006", method: "BFD", metric: "auc", kernel: "rbf" };
  const results = [
    paper("banana", { ...auc, mean: 95.1, std: 0.6 }),
    paper("heart", { ...auc, mean: 90.9, std: 2.7 }),
    paper("heart", { ...auc, kernel: "ard", mean: 100, std: 0 }),
  ];
  const [{ rows }] = criteriaReport(fisherCriteria, summaries, undefined, results).sections;
  expect(rows.map(({ limit, verdict }) => [limit, verdict])).toEqual([
    ["≥ 94.80", "SHORT"],
    ["≥ 89.55", "met"],
  ]);
});

test("sets that were not run leave the count open as long as they could decide it", () => {
  const verdictOf = (needed: number, ...rates: readonly number[]): boolean | undefined =>
    criteriaReport(criteria(needed), errors(...rates), undefined, published).verdicts[0].isMet;
  expect(verdictOf(2, 0.09)).toBeUndefined();
  expect(verdictOf(1, 0.09)).toBe(true);
  expect(verdictOf(3, 0.09, 0.2)).toBe(false);
});

test("a set on which a partition failed is short, however good the others were", () => {
  const failed = { ...rowOf(failedJob(2), ""), dataset: "a", method: "own", options: "{}" };
  const summaries = summarize([row("a", "own", { errorRate: 0.01 }), failed]);
  const { sections } = criteriaReport(criteria(1), summaries, undefined, published.slice(0, 1));
  expect(sections[0].rows[0]).toMatchObject({ runs: "1/2", verdict: "SHORT" });
});

test("mean ranks by log loss are compared, and without ranks nothing is judged", () => {
  const rows = sets.flatMap((dataset, i) => [
    row(dataset, "own", { logLoss: i === 0 ? 0.3 : 0.1 }),
    row(dataset, "peer", { logLoss: 0.2 }),
  ]);
  const summaries = summarize(rows);
  const { verdicts } = criteriaReport(criteria(1), summaries, ranksBy("logLoss", summaries), published);
  expect(verdicts[1]).toMatchObject({ isMet: true });
  expect(verdicts[1].measured).toBeCloseTo(4 / 3, 12);
  expect(verdicts[1].limit).toBeCloseTo(5 / 3, 12);
  expect(criteriaReport(criteria(1), summaries, undefined, published).verdicts[1].isMet).toBeUndefined();
});

test("auto is judged by its ranks among the peers, by the mean of all data sets and by two of them", () => {
  const peers = ["logistic", "random-forest", "gradient-boosting", "gpc", "svc-grid"].map((name) => `sklearn-${name}`);
  const rows = ["image", "splice"].flatMap((dataset) => [
    row(dataset, "auto", { logLoss: dataset === "image" ? 0.04 : 0.12, errorRate: 0.03 }),
    ...peers.map((peer, k) => row(dataset, peer, { logLoss: 0.05 + 0.03 * k, errorRate: 0.02 * (k + 1) })),
  ]);
  const { verdicts } = criteriaReport(autoCriteria, summarize(rows), undefined, []);
  const measured = verdicts.slice(0, 7).map(({ measured, isMet }) => [Number(measured.toFixed(6)), isMet]);
  expect(measured).toEqual([
    [2.5, false],
    [2, true],
    [0.08, true],
    [0.03, false],
    [0.04, true],
    [0.03, true],
    [0.12, false],
  ]);
});

test("errors of both support-vector models are held against the paper's Table 4, without the reduced splice data", () => {
  const table4 = { source: "chu2003", table: "Table 4", kernel: "gaussian" };
  const results = ["BTSVC", "GPC"].flatMap((method) => [
    paper("splice", { ...table4, method, mean: 12.35, std: 0.75 }),
    paper("splice-reduced", { ...table4, method, mean: 5.85, std: 0.53 }),
    paper("splice", { ...table4, method, table: "Table 3", mean: 0 }),
    paper("splice", { ...table4, method, metric: "trainTime", mean: 261 }),
  ]);
  const summaries = summarize(["btsvc", "gpc"].map((method) => row("splice", method, { errorRate: 0.127 })));
  const { sections } = criteriaReport(supportVectorCriteria, summaries, undefined, results);
  for (const { rows } of sections.slice(0, 2)) {
    expect(rows).toMatchObject([{ "data set": "splice", measured: "12.70", limit: "≤ 12.72", verdict: "met" }]);
  }
});

test("a calibration error is judged by the pooled rows, against what chance alone would show", () => {
  // Fifty rows of each kind: promised 0.25 and 0.75, kept in a share of them.
  const forecasts = (kept: number): string =>
    packForecasts(
      fromRows(Array.from({ length: 100 }, (_, i) => (i < 50 ? [0.75, 0.25] : [0.25, 0.75]))),
      Array.from({ length: 100 }, (_, i) => (i % 50 < kept ? 1 : 0)),
    );
  const one: FamilyCriteria = {
    ...criteria(1),
    calibration: [{ method: "own", datasets: ["a", "b", "c"], slack: 0.02 }],
    beside: ["own", "peer"],
  };
  const rows = [row("a", "own", { forecasts: forecasts(25) }), row("b", "own", { forecasts: forecasts(0) })];
  const { sections, verdicts } = criteriaReport(one, summarize(rows), undefined, published);
  // 25 of 50 in either bin is 0.25 from both promises; chance would put it at √(2 · 0.1875/(50 π)).
  const chance = Math.sqrt((2 * 0.1875) / (50 * Math.PI));
  expect(verdicts[2]).toMatchObject({ measured: 0.25, isMet: false });
  expect(verdicts[2].limit).toBeCloseTo(chance + 0.02, 12);
  expect(verdicts[3]).toMatchObject({ measured: 0.5, isMet: false });
  expect(verdicts[4].isMet).toBeUndefined();
  expect(sections[1].rows[0]).toMatchObject({ "data set": "a", "calibration (chance) own": "0.250 (0.049)" });
  const failed = { ...rowOf(failedJob(2), ""), dataset: "a", method: "own", options: "{}" };
  const again = criteriaReport(
    { ...one, calibration: [{ ...one.calibration[0], slack: 1 }] },
    summarize([...rows, failed]),
    undefined,
    published,
  );
  expect(again.verdicts[2].isMet).toBe(false);
  expect(again.verdicts[3].isMet).toBe(true);
});

test("published figures are read from the data folder, where they are there", () => {
  const folder = mkdtempSync(join(tmpdir(), "published-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(readPublished(folder)).toBeUndefined();
  writeFileSync(join(folder, "published.json"), JSON.stringify({ results: published }));
  expect(readPublished(folder)).toEqual(published);
});
