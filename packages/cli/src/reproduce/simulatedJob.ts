import { jobOf, version, type Job } from "kernelbayes";
import type { Experiment } from "../experiment/experiment.ts";
import type { ExperimentInput } from "../experiment/experimentTask.ts";
import type { ReproduceSettings } from "./paper.ts";

/** A job of a task of its own, on so many simulated rows. */
export interface SimulatedWish {
  readonly task: string;
  readonly dataset: string;
  /** The number of the draw. */
  readonly draw: number;
  readonly method: string;
  readonly rows: number;
  readonly operations: number;
}

/** Makes the job; its data set is named after the number of rows, as which it appears in summaries. */
export function simulatedJob(wish: SimulatedWish, { directory, seed, engine }: ReproduceSettings): Job<Experiment> {
  const { task, dataset, draw, method, rows, operations } = wish;
  const experiment: Experiment = {
    dataset: `${dataset}-${rows}`,
    fingerprint: "simulated",
    partition: draw,
    method,
    options: { rows },
    seed,
    engine,
    library: `kernelbayes ${version}`,
  };
  const input: ExperimentInput = { experiment, directory };
  return jobOf(experiment, { task, input, kind: method, cost: operations });
}
