import { selectRows } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, type Work } from "kernelbayes/progress";
import { asText, columnNamed } from "kernelbayes/table";
import { splitOptions } from "../method.ts";
import { partitionOf, readProblem, target, type BenchmarkProblem } from "./benchmarkData.ts";
import type { Experiment, Measured } from "./experiment.ts";
import { measure } from "./measure.ts";

/** What a worker is sent: the experiment, and where the data lie. */
export interface ExperimentInput {
  readonly experiment: Experiment;
  readonly directory: string;
}

/** Fits a model of the catalogue to the training rows of a partition and measures it on the test rows. */
export function* experimentTask({ experiment, directory }: ExperimentInput): Work<Measured> {
  const { dataset, fingerprint, partition, method, options, seed, engine } = experiment;
  const problem = cachedProblem(directory, dataset);
  refuseChanged(problem, fingerprint);
  const { train, test } = partitionOf(problem, partition);
  const trainTable = selectRows(problem.table, train);
  const testTable = selectRows(problem.table, test);
  // The first call starts the engine, which is not to be counted.
  selectEngine(engine);
  const began = performance.now();
  const { model: modelOptions, encoding } = splitOptions(options);
  const model = modelFromDocument({ ...modelOptions, name: method });
  const posterior = yield* fitWork(model, trainTable, { ...encoding, target, seed, engine });
  const predictions = posterior.predict(testTable);
  const seconds = (performance.now() - began) / 1000;
  return {
    ...measure(predictions, asText(columnNamed(testTable, target))),
    trainRows: train.length,
    columns: problem.table.columns.length - 1,
    warnings: posterior.warnings.length,
    seconds,
  };
}

/** Jobs come by data set, so that few are needed at the same time. */
const cacheSize = 3;
const cache = new Map<string, BenchmarkProblem>();

/** The problem, kept in memory for the next jobs of this thread. */
export function cachedProblem(directory: string, name: string, folder?: string): BenchmarkProblem {
  const place = `${directory}\n${folder ?? ""}\n${name}`;
  const problem = cache.get(place) ?? readProblem(directory, name, folder);
  cache.delete(place);
  cache.set(place, problem);
  if (cache.size > cacheSize) cache.delete(cache.keys().next().value!);
  return problem;
}

/** The files of a problem must be those that the jobs were made for. */
export function refuseChanged({ name, fingerprint }: BenchmarkProblem, expected: string): void {
  if (fingerprint === expected) return;
  throw new Error(`The files of ${name} were changed while the experiment ran. Begin it again.`);
}
