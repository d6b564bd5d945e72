import { friedman, nemenyi } from "kernelbayes/compare";
import { eventCalibrationError, type CalibrationError } from "kernelbayes/evaluate";
import { methodTitle } from "../method.ts";
import { spreadOf, type Spread } from "../spread.ts";
import type { ResultRow } from "./experiment.ts";
import { unpackForecasts } from "./forecasts.ts";

/** The figures that are averaged over partitions. */
const figures = [
  "errorRate",
  "areaUnderCurve",
  "logLoss",
  "brier",
  "calibrationError",
  "calibrationByChance",
  "seconds",
] as const;
export type Figure = (typeof figures)[number];

/** A method on a data set, over its partitions. */
export interface Summary extends Readonly<Record<Figure, Spread>> {
  readonly dataset: string;
  /** Name and options that are not the default. */
  readonly method: string;
  /** Partitions that were measured. */
  readonly done: number;
  readonly failed: number;
  /** Of the test rows of all partitions together; undefined where the forecasts of a partition were not kept. */
  readonly pooledCalibration: CalibrationError | undefined;
  /** What went wrong, each message once. */
  readonly errors: readonly string[];
}

/** One summary for each data set and method, in the order of first appearance. */
export function summarize(rows: readonly ResultRow[]): Summary[] {
  const groups = new Map<string, { dataset: string; method: string; rows: ResultRow[] }>();
  for (const row of rows) {
    const method = methodTitle({
      name: row.method,
      options: JSON.parse(row.options) as Record<string, unknown>,
    });
    const place = `${row.dataset}\n${method}`;
    const group = groups.get(place) ?? { dataset: row.dataset, method, rows: [] };
    group.rows.push(row);
    groups.set(place, group);
  }
  return Array.from(groups.values(), ({ dataset, method, rows }) => {
    const done = rows.filter(({ status }) => status === "done");
    const spreads = Object.fromEntries(figures.map((figure) => [figure, spreadOf(done.map((row) => row[figure]))]));
    return {
      dataset,
      method,
      done: done.length,
      failed: rows.length - done.length,
      pooledCalibration: pooledCalibrationOf(done.map(({ forecasts }) => forecasts)),
      errors: [...new Set(rows.flatMap(({ error }) => (error === "" ? [] : [error])))],
      ...(spreads as Record<Figure, Spread>),
    };
  });
}

/** How methods rank over data sets by the mean of one figure, of which less is better. */
export interface Ranks {
  readonly methods: readonly string[];
  readonly datasets: readonly string[];
  /** 1 for a method that is the best on every data set. */
  readonly meanRanks: readonly number[];
  /** Mean ranks that lie this far apart differ at the level 0.05 (Nemenyi). */
  readonly criticalDifference: number;
  /** Of Friedman's test that there is any difference. */
  readonly p: number;
}

/**
 * Mean ranks of the methods that were measured on every partition of every data set; undefined where fewer than two such
 * methods or data sets are left.
 */
export function ranksBy(figure: Figure, summaries: readonly Summary[]): Ranks | undefined {
  const datasets = [...new Set(summaries.map(({ dataset }) => dataset))];
  const of = (method: string): (Summary | undefined)[] =>
    datasets.map((dataset) => summaries.find((summary) => summary.dataset === dataset && summary.method === method));
  const methods = [...new Set(summaries.map(({ method }) => method))].filter((method) =>
    of(method).every((summary) => summary?.failed === 0 && Number.isFinite(summary[figure].mean)),
  );
  if (methods.length < 2 || datasets.length < 2) return undefined;
  // Two implementations of one method differ by rounding; that is no difference in rank.
  const columns = methods.map((method) => of(method).map((summary) => Number(summary![figure].mean.toPrecision(9))));
  const scores = datasets.map((_, row) => columns.map((column) => column[row]));
  const { meanRanks, p } = friedman(scores, { better: "lower" });
  const { criticalDifference } = nemenyi(meanRanks, datasets.length);
  return { methods, datasets, meanRanks: Array.from(meanRanks), criticalDifference, p };
}

function pooledCalibrationOf(forecasts: readonly string[]): CalibrationError | undefined {
  if (forecasts.length === 0 || forecasts.includes("")) return undefined;
  const { probability, happened } = unpackForecasts(forecasts);
  return eventCalibrationError(probability, happened);
}
