import { estimateCost } from "kernelbayes";
import { modelFromDocument, version } from "kernelbayes/models";
import { type EncodingOptions } from "kernelbayes/table";
import { jobOf, type Job } from "@kernelbayes/experiment";
import type { Experiment, ExperimentInput, ResultRow } from "@kernelbayes/experiment/node";
import type { StudyWish } from "./fitStudy.ts";
import type { ReproduceSettings } from "./paper.ts";
import { fingerprintOf } from "./studyData.ts";

/** A model on one partition of a data set. */
export interface FitWish {
  readonly dataset: string;
  /** Of the rows of the data set, where it is known already; otherwise its files are read. */
  readonly fingerprint?: string;
  /** Counted from 1. */
  readonly partition: number;
  /** The model as plain data. */
  readonly model: { readonly name: string; readonly [option: string]: unknown };
  readonly encoding?: EncodingOptions;
  readonly study?: StudyWish;
  /** What a worker does, where it does more than fit and measure: a task that calls `fitStudy`. Default "reproduceFit". */
  readonly task?: string;
  /** What that task costs beside the fit. Default 0. */
  readonly moreOperations?: number;
  /** Of the training rows, for the estimate of the cost. */
  readonly size: { readonly rows: number; readonly columns: number; readonly classes?: number };
}

/** What reading, encoding, measuring and many small steps cost beside the operations of a fit: without it, small fits would make large ones look endless. */
const leastOperations = 5e8;

/** The identity of a job is the experiment; its options are those of the model, with `encoding` and `study` beside them. */
export function fitJob(wish: FitWish, { directory, seed, engine }: ReproduceSettings): Job<Experiment> {
  const { dataset, partition, encoding, study = {}, task = "reproduceFit", moreOperations = 0, size } = wish;
  const model = modelFromDocument(wish.model);
  const { name, ...options } = model.toDocument();
  const experiment: Experiment = {
    dataset,
    fingerprint: wish.fingerprint ?? fingerprintOf({ directory, dataset }, study),
    partition,
    method: name,
    options: { ...options, ...(encoding && { encoding }), ...(Object.keys(study).length > 0 && { study }) },
    seed,
    engine,
    library: `kernelbayes ${version}`,
  };
  const input: ExperimentInput = { experiment, directory };
  const { operations } = estimateCost(model, size.rows, size.columns, size.classes ?? 2);
  return jobOf(experiment, { task, input, kind: name, cost: operations + moreOperations + leastOperations });
}

/** The rows of jobs, those that failed left out. */
export function doneRows(rows: readonly ResultRow[], jobs: readonly Job<Experiment>[]): ResultRow[] {
  const keys = new Set(jobs.map(({ key }) => key));
  return rows.filter(({ key, status }) => status === "done" && keys.has(key));
}

/** Jobs that need nothing of others, as the one stage of a study. */
export function operationsOf(jobs: readonly Job<Experiment>[]): number {
  return jobs.reduce((sum, { cost }) => sum + cost, 0);
}
