import { InputError, selectRows, type Posterior, type Table } from "kernelbayes";
import { shiftPriors } from "kernelbayes/compare";
import {
  groupedFolds,
  randomSplits,
  type Split,
  movableGroups,
  whyUnmeasured,
  type Measurement,
} from "kernelbayes/evaluate";
import { columnWeights, groupCodes } from "kernelbayes/table";
import type { HeldOutRows } from "@kernelbayes/report";
import { classFrequencies } from "./classFrequencies.ts";
import type { PreparedTable } from "./preparedTable.ts";

/**
 * Divides a table into rows to learn from and a share of rows to measure with: of each class its share, and groups whole. With groups it
 * is the first of as many folds as come nearest to the share and as the groups allow.
 */
export function holdOutSplit({ table, options, training }: PreparedTable, share: number): Split {
  const { group, seed } = options;
  const { rows: usable, classes, names } = training;
  const folds =
    training.groups && Math.min(Math.max(2, Math.round(1 / share)), movableGroups(classes, training.groups));
  if (folds !== undefined && folds < 2) {
    throw new InputError("too-few-rows", `--holdout cannot be used: ${whyUnmeasured(training)}`);
  }
  const { train, test } =
    group === undefined || folds === undefined
      ? randomSplits(classes, { repeats: 1, seed, testShare: share })[0]
      : groupedFolds(classes, groupsOf(table, group, usable), { folds, seed })[0];
  const trained = new Set(train.map((at) => classes[at]));
  const lost = names.find((_, number) => !trained.has(number));
  if (lost !== undefined) {
    throw new InputError(
      "class-not-trained",
      `A hold-out of ${share} would leave no row of the class "${lost}" to learn from, because groups stay whole. Choose another --holdout or --seed, or leave it out.`,
    );
  }
  return { train: train.map((at) => usable[at]), test: test.map((at) => usable[at]) };
}

/** What a posterior says of rows that were held out, which are rows of the given table. */
export function heldOutRows(
  posterior: Posterior,
  { table, options, training, rowNames }: PreparedTable,
  rows: Int32Array,
): HeldOutRows {
  const test = selectRows(table, rows);
  const { labels, logProbabilities, latentMean } = posterior.predict(test);
  const { priors } = posterior;
  const numberOf = new Map(posterior.classes.map((name, number) => [name, number]));
  const truth = new Map(Array.from(training.rows, (row, at) => [row, training.names[training.classes[at]]]));
  return {
    how: "hold-out",
    truth: Array.from(rows, (row) => numberOf.get(truth.get(row)!)!),
    // The rows have the class frequencies of the table, so given priors are taken back.
    ...(priors === undefined
      ? { logProbabilities, latentMean, decided: labels.map((label) => numberOf.get(label)!) }
      : { logProbabilities: shiftPriors(logProbabilities, priors, classFrequencies(posterior)) }),
    ...weightsOf(table, options.weights, rows),
    names: Array.from(rows, (row) => rowNames[row]),
  };
}

/** Rows as a measurement has predicted them. */
export function measuredRows({ weights, ...measurement }: Measurement): HeldOutRows {
  const { how, folds, rounds, rows, truth, decided, logProbabilities, intervals } = measurement;
  return { how, folds, rounds, rows, truth, decided, logProbabilities, intervals, ...(weights && { weights }) };
}

/** The groups of some rows of a table. */
export function groupsOf(table: Table, name: string, rows: ArrayLike<number>): Int32Array {
  const groups = groupCodes(table, name);
  return Int32Array.from(rows, (row) => groups[row]);
}

function weightsOf(table: Table, name: string | undefined, rows: Int32Array): { weights?: Float64Array } {
  if (name === undefined) return {};
  const weights = columnWeights(table, name);
  return { weights: Float64Array.from(rows, (row) => weights[row]) };
}
