import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fisherCriteria } from "../../../../bench/fisherCriteria.ts";
import {
  criteriaReport,
  readPublished,
  type FamilyCriteria,
  type PublishedResult,
} from "../../../../bench/publishedCriteria.ts";
import { rowOf, type ResultRow } from "../../src/experiment/experiment.ts";
import { ranksBy, summarize, type Summary } from "../../src/experiment/summary.ts";
import { doneJob, failedJob } from "../experiment/samples.ts";

const sets = ["a", "b", "c"];

function paper(dataset: string, more: Partial<PublishedResult>): PublishedResult {
  return { source: "p", method: "M", dataset, metric: "error", unit: "percent", mean: 10, std: 1, ...more };
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

test("published figures are read from the data folder, where they are there", () => {
  const folder = mkdtempSync(join(tmpdir(), "published-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(readPublished(folder)).toBeUndefined();
  writeFileSync(join(folder, "published.json"), JSON.stringify({ results: published }));
  expect(readPublished(folder)).toEqual(published);
});
