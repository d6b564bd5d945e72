import { classPriors, priorsAmong } from "./classPriors.ts";
import type { Engine } from "../engine/engine.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { sumOf } from "../matrix/dot.ts";
import { errorInTable } from "./errorInTable.ts";
import { InputError, type Warning } from "../errors.ts";
import { evaluate, type Scores } from "../evaluate/evaluate.ts";
import { givenSplits, type GivenSplit, untestedRows, type Split } from "../evaluate/splits/split.ts";
import { groupedFolds, stratifiedFolds } from "../evaluate/splits/stratifiedFolds.ts";
import { checkFitOptions, type FitOptions } from "./fitOptions.ts";
import { fitWork } from "./fitWork.ts";
import type { Model, ModelDocument } from "../models/model.ts";
import { share } from "../run/share.ts";
import { parallel, pause, type Work } from "../run/work.ts";
import { columnRisesWork, type ColumnRises } from "./columnRises.ts";
import { selectRows, type Table } from "../table/table.ts";
import { isTrainingData, refuseLateOptions, trainingData, type TrainingData } from "./trainingData.ts";

export interface CrossValidateOptions extends FitOptions {
  /** Number of folds. Default 10. */
  readonly folds?: number;
  /** Splits to use instead of folds, by rows of the table from 0. Every row is tested at most once. */
  readonly splits?: readonly GivenSplit[];
  /** Columns whose relevance is measured on tested rows, up to 150 in all. Default: none. */
  readonly relevance?: readonly string[] | undefined;
}

/** How data that were learned before are cross-validated; all else is in the data. */
export type DataCrossValidateOptions = Pick<CrossValidateOptions, "folds" | "splits" | "relevance" | "engine">;

/** Predictions of rows by models that did not see them. */
export interface CrossValidation {
  readonly classes: readonly string[];
  /** Rows of the table that were tested, ascending, and their class numbers. */
  readonly rows: Int32Array;
  readonly truth: Int32Array;
  /** The class numbers that were decided for: the most probable, unless the model has a rule of its own. */
  readonly decided: Int32Array;
  /** −Infinity for a class that was missing from the training part of the row's fold. */
  readonly logProbabilities: Matrix;
  readonly scores: Scores;
  /** Of the columns that were named, the rise of the log loss of some rows when the column is shuffled: see `columnRises`. */
  readonly rises?: ColumnRises;
  readonly warnings: readonly Warning[];
}

/** What the task "fold" is given. */
export interface FoldInput {
  readonly model: ModelDocument;
  readonly table: Table;
  readonly split: Split;
  readonly options: FitOptions;
  /** "Fold 3 of 10", for messages. */
  readonly title: string;
  /** Columns to shuffle in so many of the tested rows. */
  readonly relevance?: { readonly columns: readonly string[]; readonly rows: number } | undefined;
}

export interface FoldOutput {
  readonly classes: readonly string[];
  readonly logProbabilities: Matrix;
  /** The labels that the posterior decides for. */
  readonly labels: readonly string[];
  readonly rises?: ColumnRises | undefined;
}

/** Rows in which columns are shuffled, in all folds together: enough to see what matters, in little time. */
const mostShuffled = 150;

/**
 * Cross-validation of the whole flow: encoding and model are learned on the training part of each fold alone. Folds are
 * stratified by class, and keep groups together where a group column is named. The rows are those that a fit would use:
 * rows of weight 0 do not exist, and rows with missing cells are left out under `missing: "drop"`.
 */
export function* crossValidateWork(
  model: Model,
  from: Table | TrainingData,
  options: CrossValidateOptions | DataCrossValidateOptions,
): Work<CrossValidation> {
  const { folds = 10, splits: given, relevance, engine: wanted, ...rest } = options;
  if (isTrainingData(from)) refuseLateOptions(rest);
  const learned = isTrainingData(from) ? from.options : (rest as FitOptions);
  const { clock: _, ...fitOptions } = { ...learned, ...(wanted !== undefined && { engine: wanted }) };
  checkFitOptions(fitOptions, ["folds", "splits", "relevance"]);
  const data = isTrainingData(from) ? from : trainingData(from, fitOptions);
  const { table, rows, names } = data;
  classPriors(fitOptions.priors, names);
  // The class of each row of the table; −1 for those that a fit would not use.
  const classOf = new Int32Array(table.rows).fill(-1);
  rows.forEach((row, at) => (classOf[row] = data.classes[at]));
  const splits = given ? usableSplits(given, classOf) : foldsOf(data, folds, fitOptions.seed);
  const present = splits.map(({ train }) => {
    const numbers = new Set(Array.from(train, (row) => classOf[row]));
    return names.filter((_, number) => numbers.has(number));
  });
  const engine = engineOf(fitOptions.engine);
  const outputs = yield* parallel<FoldInput, FoldOutput>(
    "fold",
    splits.map((split, index) => ({
      model: model.toDocument(),
      table,
      split,
      options: {
        ...fitOptions,
        ...(fitOptions.priors && { priors: priorsAmong(fitOptions.priors, present[index]) }),
        // Workers know engines by name.
        engine: engine.name,
      },
      title: `${given ? "Split" : "Fold"} ${index + 1} of ${splits.length}`,
      relevance: relevance && { columns: relevance, rows: Math.ceil(mostShuffled / splits.length) },
    })),
    (input) => foldWork(model, { ...input, options: { ...input.options, engine } }),
    { shared: ["table"] },
  );
  const untested = given ? 0 : untestedRows(splits, table.rows).filter((row) => classOf[row] >= 0).length;
  const unknown = sumOf(
    splits.map(({ test }, index) => test.filter((row) => !present[index].includes(names[classOf[row]])).length),
  );
  return {
    ...gathered(splits, outputs, data),
    ...(relevance && { rises: joinedRises(outputs.flatMap(({ rises = [] }) => rises)) }),
    warnings: [...data.warnings, ...untestedWarning(untested), ...unknownClassWarning(unknown)],
  };
}

function joinedRises(parts: readonly ColumnRises[]): ColumnRises {
  const joined = (each: readonly Float64Array[]): Float64Array => Float64Array.from(each.flatMap((one) => [...one]));
  return {
    rises: parts[0].rises.map((_, at) => joined(parts.map(({ rises }) => rises[at]))),
    weights: joined(parts.map(({ weights }) => weights)),
  };
}

/** The engine of all folds, chosen here and once: workers must not choose differently. */
function engineOf(wanted: FitOptions["engine"]): Engine {
  return typeof wanted === "object" ? wanted : selectEngine(wanted);
}

function foldsOf({ rows, classes, groups }: TrainingData, folds: number, seed = 1): Split[] {
  const splits = groups ? groupedFolds(classes, groups, { folds, seed }) : stratifiedFolds(classes, { folds, seed });
  const inTable = (part: Int32Array): Int32Array => part.map((at) => rows[at]);
  return splits.map(({ train, test }) => ({ train: inTable(train), test: inTable(test) }));
}

/** Given splits, checked, without the rows that a fit would not use, whose class is −1. */
function usableSplits(given: readonly GivenSplit[], classOf: Int32Array): Split[] {
  const splits = givenSplits(given, classOf.length);
  const tested = new Set<number>();
  for (const [index, { test }] of splits.entries()) {
    for (const row of test) {
      if (tested.has(row)) {
        throw new InputError("invalid-split", `Split ${index + 1} tests row ${row}, which another split tests too.`, {
          row: row + 1,
        });
      }
      tested.add(row);
    }
  }
  const inUse = (part: Int32Array): Int32Array => part.filter((row) => classOf[row] >= 0);
  return splits.map(({ train, test }) => ({ train: inUse(train), test: inUse(test) }));
}

/** Puts the predictions of the folds side by side, in the order of the rows, and measures them. */
function gathered(
  splits: readonly Split[],
  outputs: readonly FoldOutput[],
  { table, names, rows: used, classes, weights }: TrainingData,
): Omit<CrossValidation, "warnings"> {
  const rows = Int32Array.from(splits.flatMap(({ test }) => Array.from(test))).toSorted();
  const placeOf = new Map(Array.from(rows, (row, at) => [row, at]));
  const C = names.length;
  const logProbabilities = matrix(rows.length, C, new Float64Array(rows.length * C).fill(-Infinity));
  const decided = new Int32Array(rows.length);
  for (const [index, { test }] of splits.entries()) {
    const output = outputs[index];
    const columns = output.classes.map((name) => names.indexOf(name));
    test.forEach((row, i) => {
      decided[placeOf.get(row)!] = names.indexOf(output.labels[i]);
      const start = placeOf.get(row)! * C;
      columns.forEach((column, c) => {
        logProbabilities.data[start + column] = output.logProbabilities.data[i * columns.length + c];
      });
    });
  }
  const at = new Int32Array(table.rows);
  used.forEach((row, place) => (at[row] = place));
  const truth = rows.map((row) => classes[at[row]]);
  const probabilities = matrix(rows.length, C, logProbabilities.data.map(Math.exp));
  const scores = evaluate(
    { probabilities, logProbabilities, decided },
    truth,
    weights && Float64Array.from(rows, (row) => weights[at[row]]),
  );
  return { classes: names, rows, truth, decided, logProbabilities, scores };
}

function untestedWarning(rows: number): Warning[] {
  if (rows === 0) return [];
  return [
    {
      code: "untested-rows",
      message:
        `${rows === 1 ? "One row is" : `${rows} rows are`} never tested, because no other row or group of the same class ` +
        "would be left for training. The scores say nothing about such a class.",
    },
  ];
}

function unknownClassWarning(rows: number): Warning[] {
  if (rows === 0) return [];
  return [
    {
      code: "class-not-trained",
      message:
        `${rows === 1 ? "One tested row is" : `${rows} tested rows are`} of a class that is missing from the training part ` +
        "of the same split: the class has the probability 0 there. Use fewer folds, or splits that hold each class on both sides.",
    },
  ];
}

/** Fits on the training rows of one fold and predicts its test rows. */
export function* foldWork(model: Model, { table, split, options, title, relevance }: FoldInput): Work<FoldOutput> {
  let part = split.train;
  try {
    const training = selectRows(table, part);
    const posterior = yield* share(0, 0.95, fitWork(model, training, options));
    part = split.test;
    yield pause;
    const { logProbabilities, labels } = posterior.predict(selectRows(table, part), { intervals: false });
    const rises =
      relevance &&
      (yield* columnRisesWork(posterior, training, selectRows(table, part), {
        columns: relevance.columns,
        seed: options.seed ?? 1,
        weights: options.weights,
        mostRows: relevance.rows,
      }));
    return { classes: posterior.classes, logProbabilities, labels, rises };
  } catch (error) {
    const told = errorInTable(error, part);
    throw told instanceof InputError ? told.at({ part: title }) : told;
  }
}
