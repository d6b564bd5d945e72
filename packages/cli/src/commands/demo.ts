import {
  chooseEngine,
  crossValidate,
  datasets,
  modelFromDocument,
  models,
  type CrossValidation,
  type ModelName,
} from "kernelbayes";
import { workerExecutor } from "kernelbayes/node";
import { scoreTable } from "@kernelbayes/report";
import { wholeNumber } from "../options.ts";

export interface DemoOptions {
  readonly folds: string;
  readonly seed: string;
  readonly models?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** Cross-validates every model of the catalogue, or those that are named, on Fisher's iris and prints what was measured. */
export async function demo({ folds, seed, models: wanted, json, quiet }: DemoOptions): Promise<void> {
  const { make, target } = datasets.iris;
  const table = make();
  const options = {
    target,
    folds: wholeNumber("folds", folds, 2),
    seed: wholeNumber("seed", seed, Number.MIN_SAFE_INTEGER),
  };
  const names = wanted === undefined ? (Object.keys(models) as ModelName[]) : wanted.split(",").map(modelName);
  const measured: { name: ModelName; result: CrossValidation }[] = [];
  const executor = workerExecutor();
  try {
    for (const name of names) {
      if (process.stderr.isTTY && !quiet && !json) process.stderr.write(`\rfitting ${name} …   `);
      const model = models[name].create(models[name].quick);
      measured.push({ name, result: await crossValidate(model, table, { ...options, executor }) });
    }
  } finally {
    await executor.close();
  }
  if (process.stderr.isTTY && !quiet && !json) process.stderr.write("\r\u001b[K");

  if (json) {
    const results = measured.map(({ name, result: { scores } }) => ({
      model: name,
      errorRate: scores.errorRate,
      logLoss: scores.logLoss.mean,
      areaUnderCurve: scores.areaUnderCurve,
      brier: scores.brier,
      calibrationError: scores.calibration.error,
    }));
    print(JSON.stringify({ data: "iris", rows: table.rows, ...options, results }, undefined, 2));
    return;
  }
  const { classes } = measured[0].result;
  if (!quiet) {
    print(`Fisher's iris: ${table.rows} rows, ${table.columns.length - 1} columns, classes ${classes.join(", ")}.`);
    print(`${options.folds}-fold cross-validation, seed ${options.seed}, engine ${chooseEngine().engine.name}.\n`);
  }
  const rows = measured.map(({ name, result: { scores } }) => ({ model: `${name}  ${models[name].title}`, scores }));
  print(scoreTable(rows));
  if (!quiet) print(`\n${bestOf(measured)}`);
}

/** A name of the catalogue; any other is refused with those that are like it. */
function modelName(text: string): ModelName {
  const name = text.trim();
  if (Object.hasOwn(models, name)) return name as ModelName;
  return modelFromDocument({ name }).name as ModelName;
}

/** A sentence about the winner, by the measure that judges probabilities. */
function bestOf(measured: readonly { name: ModelName; result: CrossValidation }[]): string {
  const [first] = measured.toSorted((a, b) => a.result.scores.logLoss.mean - b.result.scores.logLoss.mean);
  return `Lowest log loss: ${first.name} (${models[first.name].title.toLowerCase()}). Lower is better in all columns but AUC.`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
