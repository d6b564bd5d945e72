import { estimateCost, fit, selectRows, type Executor, type Posterior, type Table, type Warning } from "kernelbayes";
import {
  lacksSignal,
  marginalRelevance,
  trainingData,
  measure,
  measurePlan,
  whyUnmeasured,
  type ColumnRelevance,
} from "kernelbayes/evaluate";
import { encodeDocument } from "kernelbayes/models";
import { columnGroups, encode, encodedColumns } from "kernelbayes/table";
import type { OverallProgress } from "kernelbayes/progress";
import type { HeldOutRows } from "@kernelbayes/report";
import type { Draft } from "../data/draft.ts";
import type { FitCost, FitNews, FitPart, FitRecord, FitRequest } from "../data/fitRecord.ts";
import { text } from "../text.ts";
import { modelOf } from "./modelOf.ts";
import { fittable, prepared, type Fittable } from "./prepared.ts";
import { watchedExecutor } from "./watchedExecutor.ts";

/** A fit in the worker that made it or opened it again. */
export interface OpenFit {
  readonly posterior: Posterior;
  /** The rows that it was fitted to; undefined for a model that came without its table. */
  readonly fittable: Fittable | undefined;
  readonly draft: Draft;
  readonly measured: Measured;
}

/** What was found out about a fit, as plain data. */
export interface Measured {
  /** Undefined where the posterior itself knows: by its leave-one-out. */
  readonly heldOut: HeldOutRows | "none" | undefined;
  readonly relevance: readonly ColumnRelevance[] | undefined;
  readonly warnings: readonly Warning[];
}

/** What a fit of a prepared table will take. */
export function costOf(table: Table, draft: Draft, request: FitRequest): FitCost {
  const { table: kept, options } = fittable(prepared(table, draft), request.seed);
  const training = trainingData(kept, options);
  const columns = encodedColumns(training.encoding).length;
  const { time, memory } = estimateCost(modelOf(request), training.rows.length, columns, training.names.length);
  const { folds, rounds } = measurePlan(training);
  return { rows: training.rows.length, columns, time, memory, fits: 1 + folds * rounds };
}

interface FitWork {
  readonly id: number;
  readonly executor: Executor | undefined;
  readonly onProgress: (progress: FitNews) => void;
  /** The fit predicts from now on, while it is being measured. */
  readonly onFitted: (open: OpenFit) => void;
}

/**
 * Fits a model to all rows, and measures it by fits of the whole flow that have not seen the rows that they predict. What was fitted can be used before
 * it is measured.
 */
export async function fitOnce(
  raw: Table,
  draft: Draft,
  request: FitRequest,
  { id, executor, onProgress, onFitted }: FitWork,
): Promise<{ readonly open: OpenFit; readonly record: FitRecord }> {
  const began = performance.now();
  const model = modelOf(request);
  const ready = fittable(prepared(raw, draft), request.seed);
  const { table, options } = ready;
  const training = trainingData(table, options);
  const control = (part: FitPart) => ({
    onProgress: ({ stage, step, of, fraction }: OverallProgress): void =>
      onProgress({ kind: "progress", part, stage, step, of, fraction }),
  });
  const clock = (): number => performance.now() / 1000;
  const watched = executor && watchedExecutor(executor, (members) => onProgress({ kind: "members", members }));
  const posterior = await fit(model, training, { clock, ...control("fit"), ...(watched && { executor: watched }) });
  const finished = (
    measured: Measured,
    measurement?: Measurement,
  ): { readonly open: OpenFit; readonly record: FitRecord } => ({
    open: { posterior, fittable: ready, draft, measured },
    record: {
      id,
      request,
      draft,
      ...recordOf(posterior, ready, (performance.now() - began) / 1000),
      measured,
      ...judgedBy(measurement, ready),
    },
  });
  const plan = measurePlan(training);
  const unmeasured = (why: string): Measured => ({
    heldOut: "none",
    relevance: undefined,
    warnings: [{ code: "not-measured", message: text.fits.unmeasured(why) }],
  });
  if (plan.folds === 0) return finished(unmeasured(whyUnmeasured(training)));
  const early = finished(unmeasured(text.fits.interrupted));
  onFitted(early.open);
  onProgress({ kind: "fitted", record: early.record });
  const measurement = await measure(model, table, {
    ...options,
    priors: "empirical",
    relevance: columnsToTry(posterior, table),
    ...control("measure"),
    ...(executor && { executor }),
  });
  return finished(measuredBy(measurement, posterior), measurement);
}

/** What is known of a fit before it is measured. */
function recordOf(posterior: Posterior, { options }: Fittable, seconds: number) {
  const { target, classes, training, encoding, library } = posterior;
  return {
    title: posterior.model.name,
    origin: "fit",
    hasTable: true,
    target,
    classes,
    rows: training.of?.rows ?? training.rows.length,
    columns: encoding.columns.length,
    document: new Uint8Array(encodeDocument(posterior.toDocument())),
    seconds,
    created: new Date().toISOString().slice(0, 16).replace("T", " "),
    library,
    options: { ...options },
  } as const;
}

/** What its measurement adds. */
function judgedBy(
  measurement: Measurement | undefined,
  { options }: Fittable,
): Pick<FitRecord, "figures" | "folds" | "losses"> {
  if (!measurement) return { figures: undefined, folds: "", losses: new Float64Array(0) };
  const { logProbabilities, truth, intervals } = measurement;
  return {
    figures: {
      errorRate: intervals.errorRate,
      logLoss: intervals.logLoss,
      areaUnderCurve: intervals.areaUnderCurve,
    },
    folds: foldsKey(measurement, options.seed, options.group),
    losses: Float64Array.from(truth, (own, row) => -logProbabilities.data[row * logProbabilities.columns + own]),
  };
}

function measuredBy(measurement: Measurement, { warnings }: Posterior): Measured {
  const known = new Set(warnings.map(({ message }) => message));
  return {
    heldOut: heldOutOf(measurement),
    relevance: measurement.relevance,
    warnings: [
      ...measurement.warnings.filter(({ message }) => !known.has(message)),
      ...warnings.filter((warning) => !lacksSignal({ warnings: [warning] })),
    ],
  };
}

type Measurement = Awaited<ReturnType<typeof measure>>;

function heldOutOf({ weights, ...measurement }: Measurement): HeldOutRows {
  const { how, folds, rounds, rows, truth, decided, logProbabilities, intervals } = measurement;
  return { how, folds, rounds, rows, truth, decided, logProbabilities, intervals, ...(weights && { weights }) };
}

/** Equal for fits that predicted the same rows, with the same labels, in the same folds: these follow from rows, labels, groups and seed. */
function foldsKey({ how, folds, rounds, rows, truth }: Measurement, seed: number, group: string | undefined): string {
  let hash = 2166136261;
  for (const part of [rows, truth]) for (const value of part) hash = Math.imul(hash ^ (value + 1), 16777619) >>> 0;
  return JSON.stringify([how, folds, rounds, seed, group ?? "", rows.length, hash]);
}

/** Up to so many columns all are tried; of more, a few. */
const most = { all: 25, few: 12 };

/** The columns whose relevance is worth measuring: all, or of many those that separate the classes best, each by itself. */
function columnsToTry({ encoding, training }: Posterior, table: Table): string[] {
  const names = encoding.columns.map(({ name }) => name);
  if (names.length <= most.all) return names;
  const X = encode(encoding, selectRows(table, training.rows));
  const relevance = marginalRelevance(X, training.classes, { groups: columnGroups(encoding) });
  const order = Array.from(names.keys()).toSorted((a, b) => relevance[b] - relevance[a] || a - b);
  return order.slice(0, most.few).map((place) => names[place]);
}
