import { crossValidate, fit, fitSync } from "../../fit/fit.ts";
import { fitWork } from "../../fit/fitWork.ts";
import { modelFromDocument } from "../../models/index.ts";
import { runSync } from "../../run/run.ts";
import { selectRows } from "../../table/table.ts";
import { tasks } from "../../fit/tasks.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  ensureRefused,
  ensureSameDocument,
  ensureSamePredictions,
  fitted,
  fittedClouds,
  target,
  modelCheck,
  type ModelCheck,
} from "./trial.ts";

/** A fit changes nothing, prints nothing, and gives the same however it is run. */
export const mannerChecks: readonly ModelCheck[] = [
  modelCheck("unchanged-table", "a fit and a prediction leave the table as it was", (trial, table) => {
    const before = JSON.stringify(table, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
    );
    fitted(trial, table).predict(table);
    const after = JSON.stringify(table, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
    );
    ensure(before === after, "the table was changed");
  }),
  modelCheck("unchanged-options", "a fit leaves its options and its model as they were", (trial, table) => {
    const options = { target, seed: 3, exclude: ["depth"], priors: "equal" } as const;
    const model = trial.model();
    const before = JSON.stringify([options, model.toDocument()]);
    fitSync(model, table, options);
    ensure(JSON.stringify([options, model.toDocument()]) === before, "options or model were changed");
  }),
  modelCheck("frozen-inputs", "frozen tables and options are accepted", (trial, table) => {
    for (const column of table.columns) Object.freeze(column);
    Object.freeze(table.columns);
    fitSync(Object.freeze(trial.model()), Object.freeze(table), Object.freeze({ target }));
  }),
  modelCheck("no-console-output", "nothing is printed", (trial) => {
    const host = globalThis as unknown as { console: Record<string, unknown> };
    const original = host.console;
    let printed = 0;
    host.console = new Proxy(original, { get: () => () => printed++ });
    try {
      const table = clouds(trial.classes);
      fitted(trial, table).predict(table);
    } finally {
      host.console = original;
    }
    ensure(printed === 0, `${printed} lines were printed`);
  }),
  modelCheck("fit-twice", "fitting twice gives the same document, bit for bit", (trial, table) =>
    ensureSameDocument(fitted(trial, table), fitted(trial, table)),
  ),
  modelCheck("seed-recorded", "the seed is recorded, and an unusable one refused", (trial, table) => {
    ensure(fitted(trial, table, { seed: 42 }).toDocument().seed === 42, "the seed is not in the document");
    ensureRefused(() => fitted(trial, table, { seed: 0.5 }), "seed");
  }),
  modelCheck(
    "sync-equals-async",
    "fit, fitSync and running the work by hand give the same document",
    async (trial, table) => {
      const reference = fitted(trial, table);
      ensureSameDocument(reference, await fit(trial.model(), table, { target }));
      ensureSameDocument(reference, runSync(fitWork(trial.model(), table, { target }), { tasks }));
    },
  ),
  modelCheck(
    "same-on-every-executor",
    "the executor and its number of workers do not change the result",
    async (trial, table) => {
      const reference = await fit(trial.model(), table, { target });
      const scores = (await crossValidate(trial.model(), table, { target, folds: 4 })).scores;
      for (const executor of trial.executors) {
        ensureSameDocument(reference, await fit(trial.model(), table, { target, executor }));
        const again = (await crossValidate(trial.model(), table, { target, folds: 4, executor })).scores;
        ensure(again.logLoss.mean === scores.logLoss.mean, "cross-validation differs between executors");
      }
    },
  ),
  modelCheck("same-on-every-engine", "every engine gives the same probabilities to 1e-10", (trial, table) => {
    const [first, ...others] = trial.engines.map((engine) => fitted(trial, table, { engine }).predict(table));
    for (const other of others) ensureSamePredictions(first, other, 1e-10);
  }),
  modelCheck(
    "subset-of-rows",
    "predicting some of the rows, in any order, gives the same numbers, bit for bit",
    (trial, table) => {
      const posterior = fittedClouds(trial);
      const all = posterior.predict(table);
      const some = [7, 3, 3, 0];
      const part = posterior.predict(selectRows(table, some));
      const C = all.classes.length;
      some.forEach((row, i) => {
        for (let c = 0; c < C; c++) {
          for (const name of ["probabilities", "lower", "upper", "latentMean", "latentDeviation"] as const) {
            ensure(
              part[name].data[i * C + c] === all[name].data[row * C + c],
              `${name} of row ${row + 1} changes: ${part[name].data[i * C + c]} and ${all[name].data[row * C + c]}`,
            );
          }
        }
      });
    },
  ),
  modelCheck("no-rows-to-predict", "predicting a table of zero rows gives zero predictions", (trial, table) => {
    const { rows, labels } = fittedClouds(trial).predict(selectRows(table, []));
    ensure(rows === 0 && labels.length === 0, "there should be no predictions");
  }),
  modelCheck("model-document", "a model is rebuilt from its document", (trial) => {
    const document = trial.model().toDocument();
    const again = modelFromDocument(JSON.parse(JSON.stringify(document))).toDocument();
    ensure(JSON.stringify(again) === JSON.stringify(document), "the rebuilt model differs");
  }),
  modelCheck("unknown-options", "an unknown option of the model or of the fit is refused by name", (trial, table) => {
    ensureRefused(() => trial.model({ shrinkige: 1 }), "shrinkige");
    const options = { target, sede: 1 };
    ensureRefused(() => fitSync(trial.model(), table, options), "sede");
  }),
  modelCheck("unknown-target", "an unknown target column is refused, and the nearest name offered", (trial, table) =>
    ensureRefused(() => fitted(trial, table, { target: "kinds" }), '"kinds"', '"kind"'),
  ),
];
