import { InputError } from "../../errors.ts";
import type { Model } from "../../models/model.ts";
import { run } from "../../run/run.ts";
import { share } from "../../run/share.ts";
import type { Work } from "../../run/work.ts";
import type { Table } from "../../table/table.ts";
import { crossValidateWork, type CrossValidation } from "../crossValidateWork.ts";
import type { RunControl } from "../fit.ts";
import type { FitOptions } from "../fitOptions.ts";
import { trainingData } from "../trainingData.ts";
import { figureOf, resampledMeans, type Figure } from "./resampledMeans.ts";
import { errorsOf, figureAt, foldDependence, lossesOf, ofTested, testedByAll } from "./learningCurve.ts";

export interface ColumnCurveOptions extends Omit<FitOptions, "select"> {
  /** Numbers of columns, ascending. Default: 1, 2, 4, 8 … and all. */
  readonly counts?: readonly number[] | undefined;
  /** Folds that are left out in turn. Default 5. */
  readonly folds?: number | undefined;
  /** The level of the intervals. Default 0.9. */
  readonly level?: number | undefined;
}

/** What fits to so many columns do on rows that they have not seen. */
export interface ColumnPoint {
  readonly columns: number;
  readonly logLoss: Figure;
  readonly errorRate: Figure;
  /** By how much the log loss falls from the number of columns before; the same rows are compared. Undefined for the first. */
  readonly gain: Figure | undefined;
}

/**
 * What more columns bring: the loss of unseen rows by fits to the most relevant column, two, four, and so on, chosen on the training rows of each
 * fold. Where the last columns bring nothing, more of their kind will not either; other kinds of columns may.
 *
 * @example const points = await columnCurve(linearDiscriminant(), table, { target: "species" });
 */
export function columnCurve(
  model: Model,
  table: Table,
  options: ColumnCurveOptions & RunControl,
): Promise<readonly ColumnPoint[]> {
  const { onProgress, signal, executor, ...rest } = options;
  return run(columnCurveWork(model, table, rest), { onProgress, signal, executor });
}

/** The same as work that yields its progress. */
export function* columnCurveWork(
  model: Model,
  table: Table,
  options: ColumnCurveOptions,
): Work<readonly ColumnPoint[]> {
  const { counts: wanted, folds = 5, level = 0.9, ...fitOptions } = options;
  const data = trainingData(table, fitOptions);
  const all = data.encoding.columns.length;
  const counts = wanted ?? doublings(all);
  if (counts.length === 0 || !counts.every((count, k) => count > (counts[k - 1] ?? 0) && count <= all)) {
    throw new InputError("invalid-option", `counts must be ascending numbers of columns from 1 to ${all}.`);
  }
  const validations: CrossValidation[] = [];
  for (const [at, count] of counts.entries()) {
    const fit = { ...fitOptions, folds, ...(count < all && { select: count }) };
    validations.push(yield* share(at / counts.length, (at + 1) / counts.length, crossValidateWork(model, table, fit)));
  }
  const tested = testedByAll(validations);
  const resampling = { ...ofTested(tested, data), seed: options.seed ?? 1 };
  const losses = resampledMeans(
    validations.map((one) => figureAt(one, tested, lossesOf)),
    resampling,
  );
  const errors = resampledMeans(
    validations.map((one) => figureAt(one, tested, errorsOf)),
    resampling,
  );
  const of = (means: typeof losses, figure: (means: Float64Array) => number): Figure =>
    figureOf(means, figure, level, foldDependence);
  return counts.map((columns, k) => ({
    columns,
    logLoss: of(losses, (means) => means[k]),
    errorRate: of(errors, (means) => means[k]),
    gain: k === 0 ? undefined : of(losses, (means) => means[k - 1] - means[k]),
  }));
}

/** 1, 2, 4, 8 … and all. */
function doublings(all: number): number[] {
  const counts: number[] = [];
  for (let count = 1; count < all; count *= 2) counts.push(count);
  return [...counts, all];
}
