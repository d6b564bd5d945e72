import type { Command } from "@commander-js/extra-typings";
import { chooseEngine, crossValidate, datasets, models, type CrossValidation, type ModelName } from "kernelbayes";
import { workerExecutor } from "kernelbayes/node";
import { scoreTable } from "@kernelbayes/report";
import { modelName } from "../input/modelNamed.ts";
import { jsonOption, nameList, quietOption, seedOption, wholeNumber } from "../options.ts";
import { print, printJson } from "../output/standardOutput.ts";
import { progressLine } from "../progress/progressLine.ts";

interface DemoOptions {
  readonly folds: string;
  readonly seed: string;
  readonly models?: string | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Adds the command that shows what there is on data of the library. */
export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("compare the models on Fisher's iris by cross-validation")
    .option("--folds <number>", "number of folds", "5")
    .option("--models <names>", "only these models, separated by commas")
    .addOption(seedOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", "\nExamples:\n  kernelbayes demo --folds 10 --seed 7\n  kernelbayes demo --models lda,bfd")
    .action(demo);
}

/** Cross-validates every model of the catalogue, or those that are named, on Fisher's iris and prints what was measured. */
async function demo({ folds, seed, models: wanted, json, quiet }: DemoOptions): Promise<void> {
  const { make, target } = datasets.iris;
  const table = make();
  const options = {
    target,
    folds: wholeNumber("folds", folds, 2),
    seed: wholeNumber("seed", seed, Number.MIN_SAFE_INTEGER),
  };
  const names = wanted === undefined ? (Object.keys(models) as ModelName[]) : nameList("models", wanted).map(modelName);
  const measured: { name: ModelName; result: CrossValidation }[] = [];
  const executor = workerExecutor();
  const line = progressLine({ isSilent: json ?? quiet });
  try {
    for (const name of names) {
      line.begin(`fitting ${name}`);
      const model = models[name].create(models[name].quick);
      measured.push({
        name,
        result: await crossValidate(model, table, { ...options, executor, onProgress: line.onProgress }),
      });
    }
  } finally {
    line.end();
    await executor.close();
  }

  if (json) {
    const results = measured.map(({ name, result: { scores } }) => ({
      model: name,
      errorRate: scores.errorRate,
      logLoss: scores.logLoss.mean,
      areaUnderCurve: scores.areaUnderCurve,
      brier: scores.brier,
      calibrationError: scores.calibration.error,
    }));
    printJson({ data: "iris", rows: table.rows, ...options, results });
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

/** A sentence about the winner, by the measure that judges probabilities. */
function bestOf(measured: readonly { name: ModelName; result: CrossValidation }[]): string {
  const [first] = measured.toSorted((a, b) => a.result.scores.logLoss.mean - b.result.scores.logLoss.mean);
  return `Lowest log loss: ${first.name} (${models[first.name].title.toLowerCase()}). Lower is better in all columns but AUC.`;
}
