import { version } from "kernelbayes/models";
import { jobOf, type Job } from "@kernelbayes/experiment";
import type { Experiment, ExperimentInput } from "@kernelbayes/experiment/node";
import type { ReproduceSettings } from "./paper.ts";

/** A job of a task of its own. */
export interface TaskWish {
  readonly task: string;
  readonly dataset: string;
  /** Of the rows of the data set; see `fingerprintOf`. */
  readonly fingerprint: string;
  /** Of the data set, counted from 1; of simulated rows the number of the draw. */
  readonly partition: number;
  /** What is done, as the store calls it. */
  readonly method: string;
  readonly options: Experiment["options"];
  readonly operations: number;
}

/** Makes the job. */
export function taskJob(wish: TaskWish, { directory, seed, engine }: ReproduceSettings): Job<Experiment> {
  const { task, operations, ...own } = wish;
  const experiment: Experiment = { ...own, seed, engine, library: `kernelbayes ${version}` };
  const input: ExperimentInput = { experiment, directory };
  return jobOf(experiment, { task, input, kind: wish.method, cost: operations });
}
