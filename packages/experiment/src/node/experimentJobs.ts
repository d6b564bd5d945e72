import { estimateCost, InputError } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument, version } from "kernelbayes/models";
import { jobOf, type Job } from "../job.ts";
import { methodTitle, splitOptions, type Method } from "../method.ts";
import { problemNames, readProblem, type BenchmarkProblem } from "./benchmarkData.ts";
import type { Experiment } from "./experiment.ts";
import type { ExperimentInput } from "./experimentTask.ts";

/** The problems of a folder: those named, in that order, or all. */
export function chosenProblems(directory: string, names: readonly string[] | undefined): BenchmarkProblem[] {
  const known = problemNames(directory);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new InputError("unknown-data-set", `There is no data set "${unknown}". There are ${known.join(", ")}.`);
  }
  return (names ?? known).map((name) => readProblem(directory, name));
}

export interface ExperimentJobsOptions {
  /** The folder of the problems, for the workers. */
  readonly directory: string;
  /** Where the method of a job is run. */
  readonly task: string;
  readonly library: string;
  readonly engine: string;
  readonly seed: number;
  /** The first so many of each problem; fewer where a problem has fewer. */
  readonly partitions: number;
  /** Relative time that the method takes for so many rows and columns. */
  readonly cost: (rows: number, columns: number) => number;
}

/** A method on the first partitions of a problem, one job each. */
export function experimentJobs(
  problem: BenchmarkProblem,
  method: Method,
  { directory, task, library, engine, seed, partitions, cost }: ExperimentJobsOptions,
): Job<Experiment>[] {
  return problem.partitions.slice(0, partitions).map(({ id, train }) => {
    const experiment: Experiment = {
      dataset: problem.name,
      fingerprint: problem.fingerprint,
      partition: id,
      method: method.name,
      options: method.options,
      seed,
      engine,
      library,
    };
    const input: ExperimentInput = { experiment, directory };
    const columns = problem.table.columns.length - 1;
    return jobOf(experiment, { task, input, kind: methodTitle(method), cost: cost(train.length, columns) });
  });
}

/** Models of the catalogue are run by workers that serve the task `experiment`, on the engine that is chosen here. */
export function modelJobs(
  problem: BenchmarkProblem,
  method: Method,
  options: Pick<ExperimentJobsOptions, "directory" | "seed" | "partitions">,
): Job<Experiment>[] {
  const { model: modelOptions, encoding } = splitOptions(method.options);
  const model = modelFromDocument({ ...modelOptions, name: method.name });
  return experimentJobs(problem, method, {
    ...options,
    task: "experiment",
    library: `kernelbayes ${version}`,
    engine: selectEngine().name,
    cost: (rows, columns) => estimateCost(model, rows, Math.min(columns, encoding.select ?? columns)).operations,
  });
}
