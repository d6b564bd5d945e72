import { InputError, type Executor, type Posterior, type Table } from "kernelbayes";
import { type TrainingData } from "kernelbayes/evaluate";
import { asText, columnNamed, concatenateTables } from "kernelbayes/table";
import { checkTable, type Finding } from "kernelbayes/check";
import { fitChunks } from "kernelbayes/chunks";
import { tableChunks, type ReadTableOptions } from "kernelbayes/node";
import type { ProgressLine } from "../../progress/progressLine.ts";
import { fitOutcome, seenBySplit, type FitOutcome } from "../fitAndMeasure.ts";
import type { FitSettings } from "../fitSettings.ts";
import type { PreparedTable } from "../preparedTable.ts";
import { writeModel } from "../writeModel.ts";
import { rowsToLearn } from "./rowsToLearn.ts";

/** The share of rows that is held out by default, and the rows that are measured at most. */
const [usualShare, mostMeasured] = [0.02, 20_000];

/** How a table is fitted whose rows are read in chunks. */
interface ChunkWork {
  readonly source: string;
  readonly reading: ReadTableOptions & { readonly types?: Readonly<Record<string, "number" | "text">> };
  readonly executor: Executor | undefined;
  readonly line: ProgressLine;
  readonly signal: AbortSignal;
  readonly folder: string;
  onModel(file: string): void;
}

/** A fit of a table in chunks, with the rows that figures and report are about. */
export interface FittedInChunks {
  readonly outcome: FitOutcome;
  /** The rows of the sample, on which hyperparameters were chosen, and those that were held out, as if they were the table. */
  readonly prepared: PreparedTable;
  /** Rows that the table has. */
  readonly rows: number;
}

/**
 * Fits a model to a table of any length, writes it at once, and measures it on rows that were held out of everything. What a check finds in the first chunk is
 * reported, and what no model could use is left out; nothing is mended.
 */
export async function fitInChunks(settings: FitSettings, work: ChunkWork): Promise<FittedInChunks> {
  const { model, holdout: share = usualShare, budget, id } = settings;
  const { source, reading, executor, line, signal } = work;
  const { target, seed } = settings.options;
  line.begin(`fitting ${model.name}`, budget);
  const chunks = tableChunks(source, { ...reading, types: { ...reading.types, [target]: "text" } });
  const { findings, exclude } = await checkedBeginning(chunks.read(), settings);
  const learn = rowsToLearn({ target, share, seed, most: mostMeasured });
  const samples: Table[] = [];
  let rows = 0;
  const options = { ...settings.options, ...(exclude.length > 0 && { exclude }) };
  const fitted = await fitChunks(model, chunks, {
    ...options,
    clock: () => performance.now() / 1000,
    rowsOf(table, first) {
      rows = Math.max(rows, first + table.rows);
      return learn.of(table, first);
    },
    onSample: (found) => samples.push(found),
    onProgress: line.onProgress,
    signal,
    ...(executor && { executor }),
  });
  const file = await writeModel(work.folder, fitted, [source]);
  work.onModel(file.path);
  const [sample] = samples;
  const { held, unlabelled } = learn.rest();
  if (!held) throw nothingHeldOut(share);
  const table = concatenateTables([sample, held.table]);
  const places = Int32Array.from([...fitted.training.rows, ...held.rows]);
  // For figures and report the sample is the table that it was fitted to.
  const posterior = {
    ...fitted,
    training: { ...fitted.training, rows: Array.from({ length: sample.rows }, (_, row) => row) },
  };
  const names = id === undefined ? undefined : asText(columnNamed(table, id));
  const prepared: PreparedTable = {
    table,
    rows: places,
    rowNames: Array.from(places, (place, at) => names?.[at] ?? `row ${place + 1}`),
    options,
    training: asTraining(posterior, table, options),
    findings,
    dates: [],
    unlabelled,
  };
  const all = Int32Array.from(places.keys());
  const split = { train: all.slice(0, sample.rows), test: all.slice(sample.rows) };
  const found = await seenBySplit(posterior, sample, prepared, split);
  const outcome = fitOutcome({ posterior, file, training: sample, places: split.train, found }, prepared, settings, {
    split,
    line,
  });
  return { outcome, prepared, rows };
}

/** What a check of the first chunk finds, and the columns that are left out. */
async function checkedBeginning(
  chunks: AsyncIterable<Table>,
  { options, id }: FitSettings,
): Promise<{ readonly findings: readonly Finding[]; readonly exclude: readonly string[] }> {
  const given = [...(options.exclude ?? []), ...(id === undefined ? [] : [id])];
  for await (const table of chunks) {
    const { findings, leaveOut } = checkTable(table, {
      target: options.target,
      weights: options.weights,
      exclude: given,
      ...(options.columns !== undefined && { columns: options.columns }),
      ...(options.asCategory !== undefined && { asCategory: options.asCategory }),
    });
    // What it would mend in a table in memory stays as it is.
    const kept = findings.filter(({ action }) => action !== "repaired");
    return { findings: kept, exclude: [...new Set([...given, ...leaveOut])] };
  }
  return { findings: [], exclude: given };
}

/** The rows of a table as the posterior knows them. */
function asTraining(posterior: Posterior, table: Table, options: FitSettings["options"]): TrainingData {
  const labels = asText(columnNamed(table, posterior.target));
  const numberOf = new Map(posterior.classes.map((name, number) => [name, number]));
  return {
    table,
    options,
    encoding: posterior.encoding,
    rows: Int32Array.from({ length: table.rows }, (_, row) => row),
    classes: Int32Array.from(labels, (label) => numberOf.get(label!)!),
    names: posterior.classes,
    weights: undefined,
    groups: undefined,
    warnings: [],
  };
}

function nothingHeldOut(share: number): InputError {
  return new InputError(
    "too-few-rows",
    `A hold-out of ${share} leaves no row to measure the model on.`,
    {},
    "Give a larger --holdout, or read the table whole with --no-chunks.",
  );
}
