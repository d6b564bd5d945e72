import { join } from "node:path";
import { InputError } from "kernelbayes";
import { datasets, type DatasetName } from "kernelbayes/data";
import { chooseEngine } from "kernelbayes/engine";
import { models, type ModelName } from "kernelbayes/models";
import { workerExecutor } from "kernelbayes/node";
import { scoreTable } from "@kernelbayes/report";
import { modelName } from "../input/modelNamed.ts";
import { nameList, wholeNumber, workersOf } from "../options.ts";
import { print, printJson } from "../output/standardOutput.ts";
import { prepareFile } from "../output/writeWhole.ts";
import { interruptible } from "../progress/interruption.ts";
import { progressLine } from "../progress/progressLine.ts";
import { measureDataset, type MeasuredDataset } from "./measureDataset.ts";
import { writeDemoReport } from "./writeDemoReport.ts";

interface DemoWords {
  readonly data: string;
  readonly models?: string | undefined;
  readonly folds: string;
  readonly seed: string;
  readonly out: string;
  readonly report: boolean;
  readonly jobs?: string | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** The models that are compared unless others are named: one or two of each kind. */
const mainModels = ["lda", "rda", "logistic", "lssvm", "bfd", "btsvc", "gpc", "bkpc", "auto"];

/** The command `demo`: cross-validates models on data of the library, prints a table for each, and reports on one of them. */
export async function demo(words: DemoWords): Promise<void> {
  const { json, quiet, out, report } = words;
  const options = {
    folds: wholeNumber("folds", words.folds, 2),
    seed: wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER),
  };
  const names = words.models === undefined ? inCatalogue(mainModels) : nameList("models", words.models).map(modelName);
  const sets = nameList("data", words.data).map(datasetName);
  const workers = workersOf(words.jobs);
  const file = join(out, "report.html");
  if (report) await prepareFile(file, []);
  if (!json && !quiet) {
    print(`${options.folds}-fold cross-validation, seed ${options.seed}, engine ${chooseEngine().engine.name}.`);
  }

  const line = progressLine({ isSilent: json === true || quiet === true });
  const executor = workers.workers === 1 ? undefined : workerExecutor(workers);
  const shared = executor === undefined ? {} : { executor };
  const measured: MeasuredDataset[] = [];
  try {
    await interruptible(
      async (signal) => {
        for (const set of sets) {
          line.begin(`comparing ${names.length} models on ${set}`);
          measured.push(
            await measureDataset(set, names, { ...options, ...shared, signal, onProgress: line.onProgress }),
          );
          line.end();
          if (!json) printDataset(measured[measured.length - 1], quiet === true);
        }
        if (!report) return;
        line.begin("writing the report");
        await writeDemoReport(file, measured.find(({ name }) => name === "ripley") ?? measured[0], {
          ...options,
          ...shared,
          signal,
        });
      },
      () => "No report was written.",
    );
  } finally {
    line.end();
    await executor?.close();
  }
  if (json) printJson(jsonOf(measured, options, report ? file : undefined));
  else if (!quiet) {
    print("\nLower is better in all columns but AUC. With data of your own: kernelbayes fit TABLE --target COLUMN");
    if (report) print(`Report  ${file}`);
  }
}

function printDataset({ name, table, target, results }: MeasuredDataset, isQuiet: boolean): void {
  const rows = results.map(({ model, scores }) => ({ model: `${model}  ${models[model].title}`, scores }));
  const [best] = results.toSorted((a, b) => a.scores.logLoss.mean - b.scores.logLoss.mean);
  if (isQuiet) print(`${name}\n${scoreTable(rows)}`);
  else {
    print(
      `\n${name}: ${datasets[name].text} (${table.rows} rows, ${table.columns.length - 1} columns, label ${target}).\n`,
    );
    print(scoreTable(rows));
    print(`\nLowest log loss: ${best.model}, ${models[best.model].title}.`);
  }
}

function jsonOf(
  measured: readonly MeasuredDataset[],
  options: { readonly folds: number; readonly seed: number },
  report: string | undefined,
): Record<string, unknown> {
  const data = measured.map(({ name, table, target, results }) => ({
    data: name,
    rows: table.rows,
    target,
    results: results.map(({ model, scores }) => ({
      model,
      errorRate: scores.errorRate,
      logLoss: scores.logLoss.mean,
      areaUnderCurve: scores.areaUnderCurve,
      brier: scores.brier,
      calibrationError: scores.calibration.error,
    })),
  }));
  return { ...options, data, ...(report !== undefined && { report }) };
}

function inCatalogue(names: readonly string[]): ModelName[] {
  return names.filter((name) => Object.hasOwn(models, name)) as ModelName[];
}

function datasetName(name: string): DatasetName {
  if (Object.hasOwn(datasets, name)) return name as DatasetName;
  throw new InputError(
    "unknown-data",
    `There is no data set "${name}". There are ${Object.keys(datasets).join(", ")}.`,
  );
}
