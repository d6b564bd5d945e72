import { canonicalText } from "../job.ts";
import type { JobOutcome } from "../jobStore.ts";

/** One experiment: a method learned on the training rows of a partition and measured on the others. */
export interface Experiment {
  readonly dataset: string;
  /** Of the files of the data set, so that results of other rows are never taken for these. */
  readonly fingerprint: string;
  /** Counted from 1, as papers do. */
  readonly partition: number;
  /** A model of the catalogue, or a peer. */
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** What does the arithmetic, by its full name. */
  readonly engine: string;
  /** Library and version that the method comes from. */
  readonly library: string;
}

/** What an experiment found. Figures that there are not are NaN. */
export interface Measured {
  readonly trainRows: number;
  readonly testRows: number;
  readonly columns: number;
  readonly errorRate: number;
  readonly areaUnderCurve: number;
  readonly logLoss: number;
  /** Test rows whose true class had a probability below 10⁻¹⁵, and was counted as that in the log loss. */
  readonly flooredRows: number;
  readonly brier: number;
  readonly calibrationError: number;
  /** The calibration error that perfect probabilities would show on as many rows. */
  readonly calibrationByChance: number;
  /** Probability and outcome of each test row; see `packForecasts`. Empty in results from before there were any. */
  readonly forecasts: string;
  /** What else there is to keep, as JSON: chosen hyperparameters, or points of a figure. Empty where there is nothing. */
  readonly found?: string;
  /** Warnings of the fit. */
  readonly warnings: number;
  /** Of fit and prediction, by the clock on the wall. */
  readonly seconds: number;
}

/** A row of the store: flat, so that any tool can query it. Missing numbers are NaN, missing texts empty. */
export interface ResultRow extends Omit<Experiment, "options">, Measured {
  /** The experiment as canonical JSON, by which it is known again. */
  readonly key: string;
  /** As JSON. */
  readonly options: string;
  readonly found: string;
  readonly status: "done" | "failed";
  /** Code and message of a failure. */
  readonly error: string;
  /** Of the program that computed it; see `codeFingerprint`. */
  readonly code: string;
}

const nothing: Required<Measured> = {
  trainRows: Number.NaN,
  testRows: Number.NaN,
  columns: Number.NaN,
  errorRate: Number.NaN,
  areaUnderCurve: Number.NaN,
  logLoss: Number.NaN,
  flooredRows: Number.NaN,
  brier: Number.NaN,
  calibrationError: Number.NaN,
  calibrationByChance: Number.NaN,
  forecasts: "",
  found: "",
  warnings: Number.NaN,
  seconds: Number.NaN,
};

/** The row that an outcome becomes. */
export function rowOf(outcome: JobOutcome<Experiment>, code: string): ResultRow {
  const { identity, key } = outcome.job;
  return {
    ...identity,
    ...nothing,
    ...(outcome.status === "done" ? (outcome.output as Measured) : {}),
    key,
    options: canonicalText(identity.options),
    status: outcome.status,
    error: outcome.status === "failed" ? `${outcome.code}: ${outcome.message}` : "",
    code,
  };
}

/** By data set, method, options, partition and at last by key, which decides: an order that depends on the rows alone. */
export function compareRows(a: ResultRow, b: ResultRow): number {
  return (
    compareTexts(a.dataset, b.dataset) ||
    compareTexts(a.method, b.method) ||
    compareTexts(a.options, b.options) ||
    a.partition - b.partition ||
    compareTexts(a.key, b.key)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
