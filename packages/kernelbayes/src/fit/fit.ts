import {
  crossValidateWork,
  type CrossValidateOptions,
  type CrossValidation,
  type DataCrossValidateOptions,
} from "./crossValidateWork.ts";
import { fitToData, fitWork, type FitOptions } from "./fitWork.ts";
import type { Model } from "../models/model.ts";
import type { Posterior } from "../posterior/posterior.ts";
import type { Executor } from "../run/executor.ts";
import { run, runSync } from "../run/run.ts";
import type { OverallProgress, Work } from "../run/work.ts";
import type { Table } from "../table/table.ts";
import { isTrainingData, refuseLateOptions, type TrainingData } from "./trainingData.ts";

/** How long work is watched, stopped and shared out. */
export interface RunControl {
  /** Called with every step of progress. */
  readonly onProgress?: (progress: OverallProgress) => void;
  /** Stops the work at its next step; the promise is then rejected with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Where folds, classes, starts and chains are worked on. By default here, one after the other. */
  readonly executor?: Executor;
}

/** How a fit of data that were learned before is run; all else is in the data. */
export type DataFitOptions = RunControl & Pick<FitOptions, "clock">;

/**
 * Fits a model to the rows of a table and returns its posterior, from which new rows are predicted. In place of the table and its options it
 * takes what `trainingData` made of them.
 *
 * @example
 * const posterior = await fit(linearDiscriminant(), iris(), { target: "species" });
 * const { labels, probabilities } = posterior.predict(newTable);
 */
export function fit(model: Model, table: Table, options: FitOptions & RunControl): Promise<Posterior>;
export function fit(model: Model, data: TrainingData, options?: DataFitOptions): Promise<Posterior>;
export function fit(
  model: Model,
  from: Table | TrainingData,
  options: (FitOptions & RunControl) | DataFitOptions = {},
): Promise<Posterior> {
  return controlled(options, (rest) => {
    if (!isTrainingData(from)) return fitWork(model, from, rest as FitOptions);
    const { clock = from.options.clock, ...others } = rest;
    refuseLateOptions(others);
    return fitToData(model, from, clock);
  });
}

/** The same at once, without a promise: for small tables and scripts. */
export function fitSync(model: Model, table: Table, options: FitOptions & Pick<RunControl, "onProgress">): Posterior {
  const { onProgress, ...rest } = options;
  return runSync(fitWork(model, table, rest), { onProgress });
}

/**
 * Measures how well a model predicts rows that it has not seen. In place of the table and its options it takes what `trainingData` made of them, which saves
 * time where many models or splits are measured.
 *
 * @example (await crossValidate(linearDiscriminant(), iris(), { target: "species" })).scores.errorRate
 */
export function crossValidate(
  model: Model,
  table: Table,
  options: CrossValidateOptions & RunControl,
): Promise<CrossValidation>;
export function crossValidate(
  model: Model,
  data: TrainingData,
  options?: DataCrossValidateOptions & RunControl,
): Promise<CrossValidation>;
export function crossValidate(
  model: Model,
  from: Table | TrainingData,
  options: (CrossValidateOptions | DataCrossValidateOptions) & RunControl = {},
): Promise<CrossValidation> {
  return controlled(options, (rest) => crossValidateWork(model, from, rest));
}

async function controlled<Options, Result>(
  options: Options & RunControl,
  begin: (rest: Omit<Options & RunControl, keyof RunControl>) => Work<Result>,
): Promise<Result> {
  const { onProgress, signal, executor, ...rest } = options;
  return run(begin(rest), { executor, signal, onProgress });
}
