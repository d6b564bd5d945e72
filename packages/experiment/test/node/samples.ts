import { jobOf, type Job } from "../../src/job.ts";
import type { JobOutcome } from "../../src/jobStore.ts";
import type { Experiment, Measured } from "../../src/node/experiment.ts";

export const experiment: Experiment = {
  dataset: "heart",
  fingerprint: "f00",
  partition: 1,
  method: "lda",
  options: { shrinkage: 0 },
  seed: 1,
  engine: "wasm simd128",
  library: "kernelbayes 0.1.0",
};

export const measured: Measured = {
  trainRows: 170,
  testRows: 100,
  columns: 13,
  errorRate: 0.2,
  areaUnderCurve: 0.8626,
  logLoss: 0.1 + 0.2,
  flooredRows: 0,
  brier: 0.16,
  calibrationError: 0.14,
  calibrationByChance: 0.06,
  forecasts: "",
  warnings: 1,
  seconds: 0.25,
};

/** A finished job of the partition, whose figures follow from its number. */
export function doneJob(partition: number): JobOutcome<Experiment> {
  return { status: "done", job: sampleJob(partition), output: { ...measured, errorRate: partition / 1000 } };
}

export function failedJob(partition: number): JobOutcome<Experiment> {
  const message = 'The classes "−1" and\n"1" cannot be told apart.';
  return { status: "failed", job: sampleJob(partition), code: "singular-covariance", message };
}

export function sampleJob(partition: number): Job<Experiment> {
  return jobOf({ ...experiment, partition }, { task: "experiment" });
}
