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
  type ModelCheck,
} from "./trial.ts";

/** A fit changes nothing, prints nothing, and gives the same however it is run. */
export const mannerChecks: readonly ModelCheck[] = [
  {
    name: "unchanged-table",
    title: "a fit and a prediction leave the table as it was",
    run(trial) {
      const table = clouds(trial.classes);
      const before = JSON.stringify(table, (_, value: unknown) =>
        ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
      );
      fitted(trial, table).predict(table);
      const after = JSON.stringify(table, (_, value: unknown) =>
        ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
      );
      ensure(before === after, "the table was changed");
    },
  },
  {
    name: "unchanged-options",
    title: "a fit leaves its options and its model as they were",
    run(trial) {
      const options = { target, seed: 3, exclude: ["depth"], priors: "equal" } as const;
      const model = trial.model();
      const before = JSON.stringify([options, model.toDocument()]);
      fitSync(model, clouds(trial.classes), options);
      ensure(JSON.stringify([options, model.toDocument()]) === before, "options or model were changed");
    },
  },
  {
    name: "frozen-inputs",
    title: "frozen tables and options are accepted",
    run(trial) {
      const table = clouds(trial.classes);
      for (const column of table.columns) Object.freeze(column);
      Object.freeze(table.columns);
      fitSync(Object.freeze(trial.model()), Object.freeze(table), Object.freeze({ target }));
    },
  },
  {
    name: "no-console-output",
    title: "nothing is printed",
    run(trial) {
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
    },
  },
  {
    name: "fit-twice",
    title: "fitting twice gives the same document, bit for bit",
    run(trial) {
      const table = clouds(trial.classes);
      ensureSameDocument(fitted(trial, table), fitted(trial, table));
    },
  },
  {
    name: "seed-recorded",
    title: "the seed is recorded, and an unusable one refused",
    run(trial) {
      const table = clouds(trial.classes);
      ensure(fitted(trial, table, { seed: 42 }).toDocument().seed === 42, "the seed is not in the document");
      ensureRefused(() => fitted(trial, table, { seed: 0.5 }), "seed");
    },
  },
  {
    name: "sync-equals-async",
    title: "fit, fitSync and running the work by hand give the same document",
    async run(trial) {
      const table = clouds(trial.classes);
      const reference = fitted(trial, table);
      ensureSameDocument(reference, await fit(trial.model(), table, { target }));
      ensureSameDocument(reference, runSync(fitWork(trial.model(), table, { target }), { tasks }));
    },
  },
  {
    name: "same-on-every-executor",
    title: "the executor and its number of workers do not change the result",
    async run(trial) {
      const table = clouds(trial.classes);
      const reference = await fit(trial.model(), table, { target });
      const scores = (await crossValidate(trial.model(), table, { target, folds: 4 })).scores;
      for (const executor of trial.executors) {
        ensureSameDocument(reference, await fit(trial.model(), table, { target, executor }));
        const again = (await crossValidate(trial.model(), table, { target, folds: 4, executor })).scores;
        ensure(again.logLoss.mean === scores.logLoss.mean, "cross-validation differs between executors");
      }
    },
  },
  {
    name: "same-on-every-engine",
    title: "every engine gives the same probabilities to 1e-10",
    run(trial) {
      const table = clouds(trial.classes);
      const [first, ...others] = trial.engines.map((engine) => fitted(trial, table, { engine }).predict(table));
      for (const other of others) ensureSamePredictions(first, other, 1e-10);
    },
  },
  {
    name: "subset-of-rows",
    title: "predicting some of the rows, in any order, gives the same numbers, bit for bit",
    run(trial) {
      const table = clouds(trial.classes);
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
  },
  {
    name: "no-rows-to-predict",
    title: "predicting a table of zero rows gives zero predictions",
    run(trial) {
      const table = clouds(trial.classes);
      const { rows, labels } = fittedClouds(trial).predict(selectRows(table, []));
      ensure(rows === 0 && labels.length === 0, "there should be no predictions");
    },
  },
  {
    name: "model-document",
    title: "a model is rebuilt from its document",
    run(trial) {
      const document = trial.model().toDocument();
      const again = modelFromDocument(JSON.parse(JSON.stringify(document))).toDocument();
      ensure(JSON.stringify(again) === JSON.stringify(document), "the rebuilt model differs");
    },
  },
  {
    name: "unknown-options",
    title: "an unknown option of the model or of the fit is refused by name",
    run(trial) {
      ensureRefused(() => trial.model({ shrinkige: 1 }), "shrinkige");
      const options = { target, sede: 1 };
      ensureRefused(() => fitSync(trial.model(), clouds(trial.classes), options), "sede");
    },
  },
  {
    name: "unknown-target",
    title: "an unknown target column is refused, and the nearest name offered",
    run(trial) {
      ensureRefused(() => fitted(trial, clouds(trial.classes), { target: "kinds" }), '"kinds"', '"kind"');
    },
  },
];
