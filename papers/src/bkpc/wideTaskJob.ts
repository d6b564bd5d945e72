import type { Job } from "@kernelbayes/experiment";
import type { Experiment } from "@kernelbayes/experiment/node";
import type { ReproduceSettings } from "../paper.ts";
import { fingerprintOf } from "../studyData.ts";
import { taskJob, type TaskWish } from "../taskJob.ts";
import type { WideProblem } from "./wideProblems.ts";

/** A job of a task of its own on a split of a data set of many columns. */
export function wideTaskJob(
  { name }: WideProblem,
  wish: Omit<TaskWish, "dataset" | "fingerprint">,
  settings: ReproduceSettings,
): Job<Experiment> {
  const fingerprint = fingerprintOf({ directory: settings.directory, dataset: name }, { source: "wide" });
  return taskJob({ ...wish, dataset: name, fingerprint }, settings);
}
