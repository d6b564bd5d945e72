import type { Job } from "@kernelbayes/experiment";
import type { Experiment } from "@kernelbayes/experiment/node";
import type { ReproduceSettings } from "./paper.ts";
import { taskJob } from "./taskJob.ts";

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
export function simulatedJob(
  { dataset, draw, rows, ...wish }: SimulatedWish,
  settings: ReproduceSettings,
): Job<Experiment> {
  return taskJob(
    { ...wish, dataset: `${dataset}-${rows}`, fingerprint: "simulated", partition: draw, options: { rows } },
    settings,
  );
}
