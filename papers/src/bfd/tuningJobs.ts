import type { Job } from "@kernelbayes/experiment";
import type { Experiment } from "@kernelbayes/experiment/node";
import { benchmarkSizes, type BenchmarkSize } from "../benchmark/benchmarkSizes.ts";
import { fitJob, type FitWish } from "../fitJob.ts";
import type { ReproduceSettings } from "../paper.ts";

/** A problem of the benchmark by its name; undefined where the folder of the data lacks it. */
export function problemNamed(name: string, { directory }: ReproduceSettings): BenchmarkSize | undefined {
  return benchmarkSizes(directory).find((size) => size.name === name);
}

/** Fits of a model to the first partitions of a problem: the jobs by which the tables find hyperparameters, which are run once. */
export function tuningJobs(
  size: BenchmarkSize,
  model: FitWish["model"],
  partitions: number,
  settings: ReproduceSettings,
): Job<Experiment>[] {
  const { dataset, fingerprint } = size;
  return size.partitions
    .slice(0, Math.min(partitions, settings.partitions))
    .map((partition) => fitJob({ dataset, fingerprint, partition, model, size }, settings));
}
