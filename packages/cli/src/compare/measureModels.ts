import {
  crossValidate,
  EnvironmentError,
  estimateCost,
  InputError,
  NumericalError,
  type CrossValidation,
  type Executor,
  type FitOptions,
  type Model,
  type Table,
} from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { calibrationError, trainingData, type CalibrationError, type Split } from "kernelbayes/evaluate";
import { asText, columnNamed } from "kernelbayes/table";
import type { OverallProgress } from "kernelbayes/progress";
import { optionOnLine } from "../output/optionOnLine.ts";
import { jointProgress } from "../progress/jointProgress.ts";

/** A model that takes part, under the name that it is shown by. */
export interface Contestant {
  readonly title: string;
  readonly model: Model;
  /** Options of the encoding of its own. */
  readonly encoding: Partial<FitOptions>;
}

/** The measures that models are compared by; lower is better in all but the area. */
export const measures = ["errorRate", "logLoss", "areaUnderCurve", "brier"] as const;
export type Measure = (typeof measures)[number];

/** A model on all splits. */
export interface MeasuredModel {
  readonly title: string;
  /** A value a split, in the order of the splits. Empty if the model failed on one. */
  readonly values: Readonly<Record<Measure, readonly number[]>>;
  /** Of the tested rows of all splits together; undefined if the model failed. */
  readonly calibration: CalibrationError | undefined;
  /** What went wrong, each message once, and on how many splits. */
  readonly failures: readonly string[];
  readonly failed: number;
}

export interface MeasureModelsOptions {
  readonly table: Table;
  readonly options: FitOptions;
  readonly splits: readonly Split[];
  readonly executor: Executor;
  readonly signal: AbortSignal;
  /** Called as the fits come on. */
  readonly onProgress: (progress: OverallProgress) => void;
}

/**
 * Fits every model to the training part of every split and measures it on the rest. As many fits are under way as the executor has
 * workers. A model that cannot be fitted does not hold up the others.
 */
export async function measureModels(
  contestants: readonly Contestant[],
  { table, options, splits, executor, signal, onProgress }: MeasureModelsOptions,
): Promise<MeasuredModel[]> {
  const jobs = splits.flatMap((split, at) =>
    contestants.map((contestant, number) => ({ contestant, number, split, at })),
  );
  const outcomes = contestants.map(() => new Array<CrossValidation | Error>(splits.length));
  const classes = new Set(asText(columnNamed(table, options.target))).size;
  const weights = jobs.map(
    ({ contestant, split }) =>
      estimateCost(contestant.model, split.train.length, table.columns.length, classes).operations,
  );
  const progressOf = jointProgress(weights, onProgress);
  // Read once, and not for every split.
  const learned = contestants.map(({ encoding }) => once(() => trainingData(table, { ...options, ...encoding })));
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < jobs.length) {
      const fit = progressOf(next);
      const { contestant, number, split, at } = jobs[next++];
      signal.throwIfAborted();
      outcomes[number][at] = await outcomeOf(
        Promise.resolve().then(() =>
          crossValidate(contestant.model, learned[number](), {
            splits: [split],
            executor,
            signal,
            onProgress: fit.onProgress,
          }),
        ),
      );
      fit.end();
    }
  };
  const shared = await executor.share?.(table);
  try {
    await Promise.all(Array.from({ length: Math.min(executor.workers, jobs.length) }, work));
  } finally {
    shared?.release();
  }
  return contestants.map(({ title }, number) => summaryOf(title, outcomes[number]));
}

/** What a function gives, computed at the first call. An error is thrown at each call. */
function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** The result, or an error that belongs to the data and not to the program. */
async function outcomeOf(result: Promise<CrossValidation>): Promise<CrossValidation | Error> {
  try {
    return await result;
  } catch (error) {
    const isTooLarge = error instanceof EnvironmentError && error.code === "no-memory";
    if (isTooLarge || error instanceof InputError || error instanceof NumericalError) return error;
    throw error;
  }
}

/** Why a model failed, without the part of the work: each job has one split, whose number says nothing. */
function reasonOf(error: Error): string {
  if (!(error instanceof InputError)) return error.message;
  const { part: _, ...place } = error.place;
  return new InputError(error.code, error.problem, place, error.remedy).messageWith(optionOnLine);
}

function summaryOf(title: string, outcomes: readonly (CrossValidation | Error)[]): MeasuredModel {
  const errors = outcomes.filter((outcome) => outcome instanceof Error);
  const done =
    errors.length > 0 ? [] : outcomes.filter((outcome): outcome is CrossValidation => !(outcome instanceof Error));
  return {
    title,
    values: {
      errorRate: done.map(({ scores }) => scores.errorRate),
      logLoss: done.map(({ scores }) => scores.logLoss.mean),
      areaUnderCurve: done.map(({ scores }) => scores.areaUnderCurve),
      brier: done.map(({ scores }) => scores.brier),
    },
    calibration: done.length > 0 ? pooledCalibration(done) : undefined,
    failures: [...new Set(errors.map(reasonOf))],
    failed: errors.length,
  };
}

/** Small bins bias the calibration error of one split, and a mean would keep the bias. */
function pooledCalibration(results: readonly CrossValidation[]): CalibrationError {
  const truth = results.flatMap((result) => Array.from(result.truth));
  const columns = results[0].classes.length;
  const probabilities = matrix(truth.length, columns);
  let at = 0;
  for (const { logProbabilities } of results) {
    probabilities.data.set(logProbabilities.data.map(Math.exp), at);
    at += logProbabilities.data.length;
  }
  return calibrationError(probabilities, truth);
}
