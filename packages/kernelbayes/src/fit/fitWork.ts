import { classPriors } from "./classPriors.ts";
import { copiedRowsWarning } from "./copiedRowsWarning.ts";
import { columnProfiles } from "../encoding/columnProfile.ts";
import { rowSketch } from "../encoding/rowSketch.ts";
import { columnGroups, type Encoding } from "../encoding/index.ts";
import type { Matrix } from "../engine/matrix.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import { errorInTable } from "./errorInTable.ts";
import { checkMemory } from "./estimateCost.ts";
import type { FitOptions } from "./fitOptions.ts";
import { noSignalWarning } from "./noSignal.ts";
import { modelForClasses } from "../models/coupled/modelForClasses.ts";
import type { Model } from "../models/model.ts";
import type { Problem } from "../rows/labelledRows.ts";
import { encodeChecked, posteriorOf, type Posterior } from "../posterior/posterior.ts";
import { share } from "../run/share.ts";
import { pause, type Work } from "../run/work.ts";
import { selectRows, type Table } from "../table/table.ts";
import { selectedColumnsWarning } from "./selectedColumnsWarning.ts";
import { trainingData, type TrainingData } from "./trainingData.ts";
import { version } from "../version.ts";

export type { FitOptions } from "./fitOptions.ts";

/**
 * The whole flow, table → encoding → model → posterior, as work that yields its progress; `fit` and `fitSync` run it.
 * Neither the model nor the table nor the options are changed.
 */
export function* fitWork(model: Model, table: Table, options: FitOptions): Work<Posterior> {
  return yield* fitToData(model, trainingData(table, options), options.clock);
}

/** The flow from the encoding on, for data that were learned before. */
export function* fitToData(model: Model, data: TrainingData, clock: FitOptions["clock"]): Work<Posterior> {
  const { table, options, encoding, rows, classes, names, weights, groups, warnings } = data;
  const { target, seed = 1, memoryLimit = 2 ** 31 } = options;
  const X = encodeRows(encoding, table, rows);
  yield pause;
  const problem: Problem = {
    X,
    classes,
    classCount: names.length,
    classNames: names,
    weights: weights ?? new Float64Array(rows.length).fill(1),
    columnGroups: columnGroups(encoding),
    rowGroups: groups,
  };
  const priors = classPriors(options.priors, names);
  const chosen = modelForClasses(model, names.length);
  checkMemory(chosen, X.rows, X.columns, names.length, memoryLimit);
  const engine = typeof options.engine === "object" ? options.engine : selectEngine(options.engine);
  // What follows, a description of the rows, takes a small part of the time.
  const numeric = yield* share(0, 0.95, chosen.fit(problem, { engine, seed, clock }));
  yield pause;
  const noSignal = noSignalWarning(numeric.leaveOneOut, { target, classes, weights, groups });
  const copied = groups ? [] : copiedRowsWarning(X, classes);
  yield pause;
  return posteriorOf(
    {
      model: chosen.toDocument(),
      target,
      classes: names,
      encoding,
      training: { rows: Array.from(rows), classes: Array.from(classes), weights: weights && Array.from(weights) },
      profiles: columnProfiles(encoding, table, rows, weights),
      sketch: rowSketch(engine, X, weights),
      priors: priors && Array.from(priors),
      seed,
      engine: engine.name,
      library: version,
    },
    {
      ...numeric,
      warnings: [...noSignal, ...warnings, ...copied, ...selectedColumnsWarning(encoding), ...numeric.warnings],
    },
  );
}

function encodeRows(encoding: Encoding, table: Table, rows: Int32Array): Matrix {
  try {
    return encodeChecked(encoding, rows.length === table.rows ? table : selectRows(table, rows));
  } catch (error) {
    throw errorInTable(error, rows);
  }
}
