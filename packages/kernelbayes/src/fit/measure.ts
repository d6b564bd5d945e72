import { scoreIntervals, type ScoreIntervalOptions, type ScoreIntervals } from "../compare/scoreIntervals.ts";
import { mapMatrix, matrix, type Matrix } from "../engine/matrix.ts";
import { encodedColumns } from "../encoding/index.ts";
import { InputError, type Warning } from "../errors.ts";
import { evaluate, type Scores } from "../evaluate/evaluate.ts";
import { signalTest, type SignalTest } from "../evaluate/signalTest.ts";
import { randomSplits } from "../evaluate/splits/randomSplits.ts";
import type { GivenSplit } from "../evaluate/splits/split.ts";
import { groupedFolds } from "../evaluate/splits/stratifiedFolds.ts";
import type { Model } from "../models/model.ts";
import { movableGroups } from "../rows/heldOutByFolds.ts";
import { run } from "../run/run.ts";
import { share } from "../run/share.ts";
import { pause, type Work } from "../run/work.ts";
import { quote } from "../table/quote.ts";
import type { Table } from "../table/table.ts";
import { relevanceOfRises, type ColumnRelevance } from "./columnRises.ts";
import { crossValidateWork, type CrossValidation } from "./crossValidateWork.ts";
import { estimateCost } from "./estimateCost.ts";
import type { RunControl } from "./fit.ts";
import type { FitOptions } from "./fitOptions.ts";
import { noSignalInMeasurement } from "./noSignal.ts";
import { timeSplits } from "./timeSplits.ts";
import { trainingData, type TrainingData } from "./trainingData.ts";

export interface MeasureOptions extends FitOptions {
  /** So many folds in place of the plan by the number of rows. */
  readonly folds?: number | undefined;
  /** A column of times, by which the rows are ordered: fits learn from earlier rows and predict later ones. Not learned from. */
  readonly time?: string | undefined;
  /** The level of the intervals. Default 0.95. */
  readonly level?: number;
  /** Columns whose relevance is measured, on rows that the fits have not seen. Default: none. */
  readonly relevance?: readonly string[] | undefined;
}

/** How the rows were divided, or will be. */
export interface MeasurePlan {
  /** Folds that are left out in turn, rows that are held out once, or later rows predicted from earlier ones. */
  readonly how: "folds" | "hold-out" | "time";
  /** The fits of one round; 0 where fewer than two rows or groups can be left out, so that nothing can be measured. */
  readonly folds: number;
  /** How often the rows are divided anew. */
  readonly rounds: number;
}

/** What a model can be expected to do on new rows. */
export interface Measurement extends MeasurePlan {
  readonly classes: readonly string[];
  /** Rows of the table that were predicted, ascending, with their class numbers and weights. */
  readonly rows: Int32Array;
  readonly truth: Int32Array;
  readonly weights: Float64Array | undefined;
  /** Of the first round: the decided classes and the log probabilities. */
  readonly decided: Int32Array;
  readonly logProbabilities: Matrix;
  /** All measures of the first round. */
  readonly scores: Scores;
  /** The main measures, averaged over the rounds, with intervals that hold them for new rows. */
  readonly intervals: ScoreIntervals;
  /** Whether the predictions know more than the class frequencies; undefined below two rows or groups. */
  readonly signal: SignalTest | undefined;
  /** Of the columns that were named, in their order; absent without signal. */
  readonly relevance: readonly ColumnRelevance[] | undefined;
  readonly warnings: readonly Warning[];
}

/** Up to so many rows the folds are finer and divided anew; up to so many there are folds at all. */
const [fewRows, manyRows] = [100, 1000];

/** Fits of more operations than these, some seconds each, are too long for twenty of them. */
const mostRepeated = 1e10;

/** Parts of the rows in the order of time, of which all but the first are predicted from those before. */
const timeBlocks = 5;

/**
 * Predictions in folds depend on each other, as their fits share rows, and so do those of the final model and of the fits that were measured:
 * intervals for independent rows held the true log loss of tables cut to 20 to 160 rows in 71 to 85 of 100 cuts rather than 95. What wider ones
 * hold is in `docs/benchmarks/honesty.md`.
 */
const foldDependence = 1.3;

/**
 * Figures of folds are also too high, since their fits see fewer rows: nearly all true figures that were missed lay below the interval. What a figure
 * loses with more rows falls at most about as one over the rows, if all of it may be lost at a hundred. Above that little is left to be allowed for by a factor.
 */
function reachOf({ how, folds }: MeasurePlan, rows: number): NonNullable<ScoreIntervalOptions["reach"]> {
  if (how !== "folds") return {};
  if (rows <= fewRows) return { logLoss: { factor: 1, unseen: 1 / folds } };
  const reach = { factor: 1.1, unseen: fewRows / rows / folds };
  return { errorRate: reach, logLoss: reach };
}

/**
 * How a table is divided to measure a fit to it. Up to 100 rows: ten folds, twice, as few rows say little and fits are cheap; up to 1000, and where one fit
 * takes more than 10¹⁰ `operations` (see `estimateCost`), five folds; above that a fifth of the rows is held out once, which costs less than the fit itself.
 */
export function measurePlan(
  { rows, classes, groups }: Pick<TrainingData, "rows" | "classes" | "groups">,
  { folds, time, operations = 0 }: Pick<MeasureOptions, "folds" | "time"> & { readonly operations?: number } = {},
): MeasurePlan {
  if (folds !== undefined && time !== undefined) {
    throw new InputError("invalid-option", "Choose folds or time: both say how rows are divided.");
  }
  if (time !== undefined) return { how: "time", folds: timeBlocks - 1, rounds: 1 };
  if (folds !== undefined) return { how: "folds", folds, rounds: 1 };
  const units = movableGroups(classes, groups ?? Int32Array.from(classes.keys()));
  if (units < 2) return { how: "folds", folds: 0, rounds: 1 };
  if (rows.length > manyRows && units >= 5) return { how: "hold-out", folds: 1, rounds: 1 };
  const isSmall = rows.length <= fewRows && operations <= mostRepeated;
  return { how: "folds", folds: Math.max(2, Math.min(isSmall ? 10 : 5, units)), rounds: isSmall ? 2 : 1 };
}

/** Why a table cannot be divided into rows to learn from and rows to predict, where its plan has no folds. */
export function whyUnmeasured({ groups }: Pick<TrainingData, "groups">): string {
  return groups
    ? "rows of a group are left out together, and at most one group can be: each other group holds all rows of a class. Add groups, or do without them where rows are independent."
    : "at most one row can be left out, because the only row of a class has to stay in training. Add rows of the small classes.";
}

/**
 * Measures what a model can be expected to do on new rows. Every row is predicted by fits of the whole flow (encoding, choice of members and
 * hyperparameters, calibration) that did not see it, in stratified folds that keep groups together. Leave-one-out figures of a posterior, by
 * contrast, are those at which its hyperparameters were chosen, and are often too good with few rows.
 *
 * @example (await measure(auto(), table, { target: "species" })).intervals.logLoss
 */
export function measure(model: Model, table: Table, options: MeasureOptions & RunControl): Promise<Measurement> {
  const { onProgress, signal, executor, ...rest } = options;
  return run(measureWork(model, table, rest), { executor, signal, onProgress });
}

function* measureWork(model: Model, table: Table, options: MeasureOptions): Work<Measurement> {
  const { folds, time, level, relevance, ...given } = options;
  const fitOptions = time === undefined ? given : { ...given, exclude: [...new Set([...(given.exclude ?? []), time])] };
  const data = trainingData(table, fitOptions);
  const { operations } = estimateCost(model, data.rows.length, encodedColumns(data.encoding).length, data.names.length);
  const plan = measurePlan(data, { folds, time, operations });
  if (plan.folds === 0) throw new InputError("too-few-rows", `Nothing can be measured: ${whyUnmeasured(data)}`);
  const seed = options.seed ?? 1;
  const rounds: CrossValidation[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const division =
      time !== undefined
        ? { splits: learnable(timeSplits(table, time, data.rows, timeBlocks), data, time) }
        : plan.how === "hold-out"
          ? { splits: [heldOutFifth(data, seed)] }
          : { folds: plan.folds };
    const work = crossValidateWork(model, table, {
      ...fitOptions,
      ...division,
      seed: seed + round,
      ...(round === 0 && { relevance }),
    });
    rounds.push(yield* share(round / plan.rounds, (round + 1) / plan.rounds, work));
  }
  return {
    ...plan,
    ...(yield* measured(rounds, data, {
      seed,
      level,
      relevance,
      dependence: plan.how === "folds" ? foldDependence : 1,
      reach: reachOf(plan, data.rows.length),
    })),
  };
}

/** Without the splits whose earlier rows are of one class: there is nothing to tell apart in them. */
function learnable(splits: readonly GivenSplit[], { rows, classes }: TrainingData, time: string): GivenSplit[] {
  const classOf = new Map(Array.from(rows, (row, at) => [row, classes[at]]));
  const kept = splits.filter(({ train }) => new Set(Array.from(train, (row) => classOf.get(row))).size > 1);
  if (kept.length > 0) return kept;
  throw new InputError(
    "one-class",
    `In the order of ${quote(time)} all rows but the last are of one class, so that no fit to earlier rows can be measured.`,
    { column: time },
    "Measure in folds.",
  );
}

/** One division into four fifths to learn from and a fifth to predict, by rows of the table. */
function heldOutFifth({ rows, classes, groups }: TrainingData, seed: number): GivenSplit {
  const { train, test } = groups
    ? groupedFolds(classes, groups, { folds: 5, seed })[0]
    : randomSplits(classes, { repeats: 1, seed })[0];
  const inTable = (part: Int32Array): Int32Array => part.map((at) => rows[at]);
  return { train: inTable(train), test: inTable(test) };
}

function* measured(
  rounds: readonly CrossValidation[],
  data: TrainingData,
  {
    seed,
    level,
    relevance,
    dependence,
    reach,
  }: {
    readonly seed: number;
    readonly level: number | undefined;
    readonly relevance: readonly string[] | undefined;
    readonly dependence: number;
    readonly reach: ScoreIntervalOptions["reach"] & {};
  },
): Work<Omit<Measurement, keyof MeasurePlan>> {
  const [first, ...others] = rounds;
  const { classes, rows, truth, decided, logProbabilities } = first;
  const placeOf = new Map(Array.from(data.rows, (row, at) => [row, at]));
  const ofRows = <Values extends Float64Array | Int32Array>(values: Values | undefined): Values | undefined =>
    values?.slice(0, rows.length).map((_, at) => values[placeOf.get(rows[at])!]) as Values | undefined;
  const [weights, groups] = [ofRows(data.weights), ofRows(data.groups)];
  const predicted = rounds.map((round) => ({
    probabilities: mapMatrix(round.logProbabilities, Math.exp),
    logProbabilities: round.logProbabilities,
    decided: round.decided,
  }));
  const [ofFirst, ...further] = predicted;
  yield pause;
  const signal = signalTest(meanLogProbabilities(predicted), truth, { weights, groups });
  const scores = evaluate(ofFirst, truth, weights);
  yield pause;
  const options = { seed, weights, groups, further, dependence, reach };
  const intervals = scoreIntervals(ofFirst, truth, level === undefined ? options : { ...options, level });
  yield pause;
  return {
    classes,
    rows,
    truth,
    weights,
    decided,
    logProbabilities,
    scores,
    intervals,
    signal,
    relevance:
      relevance && first.rises && (signal?.hasSignal ?? true)
        ? relevanceOfRises(relevance, first.rises, dependence)
        : undefined,
    warnings: [
      ...noSignalInMeasurement(data.options.target, signal),
      ...first.warnings,
      ...others.flatMap(({ warnings }) => warnings),
    ].filter(({ message }, at, all) => all.findIndex((other) => other.message === message) === at),
  };
}

/** Of the probabilities, averaged over the rounds. */
function meanLogProbabilities(rounds: readonly { readonly probabilities: Matrix }[]): Matrix {
  const { rows, columns, data } = rounds[0].probabilities;
  return matrix(
    rows,
    columns,
    data.map((_, at) =>
      Math.log(rounds.reduce((sum, { probabilities }) => sum + probabilities.data[at], 0) / rounds.length),
    ),
  );
}
