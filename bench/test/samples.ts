import { jobOf, type Job, type JobOutcome } from "@kernelbayes/experiment";
import type { Experiment, Measured } from "@kernelbayes/experiment/node";

const measured: Measured = {
  trainRows: 170,
  testRows: 100,
  columns: 13,
  errorRate: 0.2,
  areaUnderCurve: 0.8626,
  logLoss: 0.3,
  flooredRows: 0,
  brier: 0.16,
  calibrationError: 0.14,
  calibrationByChance: 0.06,
  forecasts: "",
  warnings: 1,
  seconds: 0.25,
};

/** A job of the partition that was finished. */
export function doneJob(partition: number): JobOutcome<Experiment> {
  return { status: "done", job: jobOfPartition(partition), output: measured };
}

/** A job of the partition that failed. */
export function failedJob(partition: number): JobOutcome<Experiment> {
  return { status: "failed", job: jobOfPartition(partition), code: "singular-covariance", message: "No inverse." };
}

function jobOfPartition(partition: number): Job<Experiment> {
  const identity: Experiment = {
    dataset: "heart",
    fingerprint: "f00",
    partition,
    method: "lda",
    options: { shrinkage: 0 },
    seed: 1,
    engine: "wasm simd128",
    library: "kernelbayes 0.1.0",
  };
  return jobOf(identity, { task: "experiment" });
}
