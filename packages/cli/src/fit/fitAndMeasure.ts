import { fit, selectRows, type Executor, type Posterior, type Table, type Warning } from "kernelbayes";
import { errorInTable } from "kernelbayes/errors";
import {
  lacksSignal,
  signalTest,
  type Split,
  columnRises,
  measure,
  measurePlan,
  noSignalInMeasurement,
  relevanceOfRises,
  whyUnmeasured,
  type ColumnRelevance,
} from "kernelbayes/evaluate";
import { rateText, type HeldOutRows } from "@kernelbayes/report";
import { measuredScores, type MeasuredScores } from "../measure/measuredScores.ts";
import type { ProgressLine } from "../progress/progressLine.ts";
import { columnsToTry } from "./columnsToTry.ts";
import type { FitSettings } from "./fitSettings.ts";
import { fittedThreshold, positiveClass, type FittedThreshold } from "./fittedThreshold.ts";
import { groupsOf, heldOutRows, measuredRows } from "./heldOut.ts";
import type { PreparedTable } from "./preparedTable.ts";
import { writeModel, type WrittenModel } from "./writeModel.ts";

/** A fitted model with all that was found out about it. */
export interface FitOutcome {
  readonly posterior: Posterior;
  /** The file of the model. */
  readonly model: string;
  /** The rows that it was fitted to, of which `posterior.training.rows` are places, and what they are called. */
  readonly training: Table;
  readonly rowNames: readonly string[];
  /** Predictions of rows by fits of the whole flow that had not seen them, and what they are worth; none where no rows can be left out. */
  readonly heldOut: HeldOutRows | undefined;
  readonly measured: MeasuredScores | undefined;
  /** How much the columns matter; undefined where they show no signal. */
  readonly relevance: readonly ColumnRelevance[] | undefined;
  /** The threshold that was asked for. */
  readonly threshold: FittedThreshold | undefined;
  readonly warnings: readonly Warning[];
}

interface FitWork {
  readonly split: Split | undefined;
  readonly executor: Executor | undefined;
  readonly line: ProgressLine;
  readonly signal: AbortSignal;
  /** Where the model goes, as soon as it is fitted. */
  readonly folder: string;
  /** The path of the table, which the model may not replace. */
  readonly source: string;
  onModel(file: string): void;
}

/**
 * Fits the model, writes it at once, so that it is not lost if the rest is stopped, and measures it on rows that the whole flow had not seen.
 */
export async function fitAndMeasure(
  prepared: PreparedTable,
  settings: FitSettings,
  work: FitWork,
): Promise<FitOutcome> {
  const { table, options } = prepared;
  const { model, budget } = settings;
  // A class that is not there is reported before the work begins.
  if (settings.threshold) positiveClass(settings.positive, prepared.training);
  const { split, line, signal, executor } = work;
  const control = { signal, onProgress: line.onProgress, ...(executor && { executor }) };
  const places = split?.train ?? Int32Array.from({ length: table.rows }, (_, row) => row);
  const training = split ? selectRows(table, places) : table;
  line.begin(`fitting ${model.name}`, budget);
  const clock = (): number => performance.now() / 1000;
  const posterior = await inTable(
    () =>
      split
        ? fit(model, training, { ...options, clock, ...control })
        : fit(model, prepared.training, { clock, ...control }),
    prepared,
    places,
  );
  const file = await writeModel(work.folder, posterior, [work.source]);
  work.onModel(file.path);
  const found = split
    ? await seenBySplit(posterior, training, prepared, split)
    : await seenByOthers(posterior, prepared, settings, { executor, line, signal });
  return fitOutcome({ posterior, file, training, places, found }, prepared, settings, work);
}

/** A posterior and how it fared on rows that the fit had not seen. */
interface Judged {
  readonly posterior: Posterior;
  readonly file: WrittenModel;
  readonly training: Table;
  /** Where the rows of `training` are in the prepared table. */
  readonly places: Int32Array;
  readonly found: Seen;
}

/** What a fit came to, its figures and its threshold. */
export function fitOutcome(
  { posterior, file, training, places, found }: Judged,
  prepared: PreparedTable,
  settings: FitSettings,
  { split, line }: Pick<FitWork, "split" | "line">,
): FitOutcome {
  const { table, options, rowNames } = prepared;
  const { rows } = found;
  const request = settings.threshold;
  const positive = request && positiveClass(settings.positive, prepared.training);
  const groups = options.group && groupsOf(table, options.group, split?.test ?? rows?.rows ?? []);
  line.begin("measuring");
  const measured =
    rows && rows.truth.length > 1 ? measuredScores(rows, { seed: options.seed, ...(groups && { groups }) }) : undefined;
  const threshold =
    request && positive !== undefined
      ? fittedThreshold(posterior, rows, { request, positive, seed: options.seed })
      : undefined;
  const own = posterior.warnings.filter((warning) => rows === undefined || !lacksSignal({ warnings: [warning] }));
  return {
    posterior,
    model: file.path,
    training,
    rowNames: Array.from(places, (row) => rowNames[row]),
    heldOut: rows,
    measured,
    relevance: found.relevance,
    threshold,
    warnings: [...found.warnings, ...own, ...splitWarning(split), ...priorsWarning(posterior), ...removedWarning(file)],
  };
}

interface Seen {
  readonly rows: HeldOutRows | undefined;
  readonly warnings: readonly Warning[];
  readonly relevance: readonly ColumnRelevance[] | undefined;
}

/** The rows that were held out, with a warning where they show no signal. */
export async function seenBySplit(
  posterior: Posterior,
  training: Table,
  prepared: PreparedTable,
  { test }: Split,
): Promise<Seen> {
  const rows = await inTable(() => heldOutRows(posterior, prepared, test), prepared, test);
  const { group } = prepared.options;
  const groups = group === undefined ? undefined : groupsOf(prepared.table, group, test);
  const { logProbabilities, truth, weights } = rows;
  const warnings = noSignalInMeasurement(posterior.target, signalTest(logProbabilities, truth, { weights, groups }));
  if (lacksSignal({ warnings })) return { rows, warnings, relevance: undefined };
  const columns = columnsToTry(posterior, training);
  const { seed, weights: weighting } = prepared.options;
  const held = selectRows(prepared.table, test);
  const rises = columnRises(posterior, training, held, { columns, seed, weights: weighting });
  return { rows, warnings, relevance: relevanceOfRises(columns, rises, 1) };
}

/** The rows as fits of the whole flow predict them that had not seen them. */
async function seenByOthers(
  posterior: Posterior,
  prepared: PreparedTable,
  { model, folds, time }: FitSettings,
  { executor, line, signal }: { executor: Executor | undefined; line: ProgressLine; signal: AbortSignal },
): Promise<Seen> {
  const { table, options, training } = prepared;
  if (measurePlan(training, { folds, time }).folds === 0) {
    const message = `Not measured, so that nothing is known about new rows: ${whyUnmeasured(training)}`;
    return { rows: undefined, warnings: [{ code: "not-measured", message }], relevance: undefined };
  }
  line.begin(`measuring ${model.name} on rows that it has not seen`);
  const everyRow = Int32Array.from({ length: table.rows }, (_, row) => row);
  const how = { ...(folds !== undefined && { folds }), ...(time !== undefined && { time }) };
  const control = { signal, onProgress: line.onProgress, ...(executor && { executor }) };
  const relevance = columnsToTry(posterior, table);
  const measurement = await inTable(
    // Held-out rows have the class frequencies of the table, and so have the probabilities that they measure.
    () => measure(model, table, { ...options, priors: "empirical", ...how, relevance, ...control }),
    prepared,
    everyRow,
  );
  const known = new Set(posterior.warnings.map(({ message }) => message));
  return {
    rows: measuredRows(measurement),
    warnings: measurement.warnings.filter(({ message }) => !known.has(message)),
    relevance: measurement.relevance,
  };
}

/** Figures speak of the class frequencies of the table, predictions of those that were given. */
function priorsWarning({ priors, classes }: Posterior): Warning[] {
  if (priors === undefined) return [];
  const given = classes.map((name, number) => `${name} ${rateText(priors[number])}`).join(", ");
  return [
    {
      code: "given-priors",
      message: `Predictions are for rows with the class frequencies of --priors (${given}); the figures above are for those of the table.`,
    },
  ];
}

/** A model of an earlier fit in the same folder, under the other name, is gone. */
function removedWarning({ removed, path }: WrittenModel): Warning[] {
  if (removed === undefined) return [];
  return [{ code: "old-model", message: `Removed ${removed}, the model of an earlier fit: the new one is ${path}.` }];
}

/** A hold-out of few rows says little. */
function splitWarning(split: Split | undefined): Warning[] {
  if (split === undefined || split.test.length >= 50) return [];
  return [
    {
      code: "small-hold-out",
      message: `${split.test.length} held-out rows show little, see the intervals. Leave --holdout out, or use --folds 5: then every row is predicted.`,
    },
  ];
}

/** Does work on some rows of a prepared table, and lets its errors name rows as they stand in the file. */
async function inTable<Result>(
  work: () => Result | Promise<Result>,
  { rows }: PreparedTable,
  places: Int32Array,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw errorInTable(
      error,
      Int32Array.from(places, (place) => rows[place]),
    );
  }
}
