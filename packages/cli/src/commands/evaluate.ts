import { dirname } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { withFolders } from "../output/withFolders.ts";
import { clusterOption, jsonOption, mixedBuildsOption, quietOption, seedOption, unseenOption } from "../options.ts";

const examples = `
The rows should be new to the model: on rows that it was fitted to it looks better than it is. Intervals
speak of other rows of the same kind. The calibration error stands beside what perfect probabilities would
show by chance on as many rows.

Examples:
  kernelbayes evaluate model.json test.csv
  kernelbayes evaluate model.json test.csv --target diagnosis --level 0.9
  kernelbayes evaluate model.json test.csv --abstain 0.95 --sets 0.9
  kernelbayes evaluate model.json test.csv --report evaluation.html
  kernelbayes evaluate model.json test.csv --json | jq .logLoss`;

/** Adds the command that measures a model on labelled rows. */
export function addEvaluate(program: Command): void {
  const command = program
    .command("evaluate")
    .description("measure a model on labelled rows: error, log loss, AUC, Brier score, calibration, confusions")
    .argument("<model>", "file of the model, written by `kernelbayes fit`")
    .argument("<table>", "table with labelled rows, or - for the standard input")
    .option("--target <column>", "column of the true labels (default: the one of the fit)")
    .option("--level <level>", "level of the intervals", "0.95")
    .addOption(unseenOption())
    .option("--threshold <class=probability>", "measure labels that are this class from this probability on")
    .option("--abstain <probability>", "measure decisions that are taken only where a class is this probable")
    .option("--sets <level>", "measure sets of classes that should contain the true one this often")
    .option("--calibrate <table>", "labelled rows, neither of the fit nor of the test, that --sets are made by")
    .option("--report <file>", "write a report as one HTML file")
    .addOption(seedOption())
    .addOption(clusterOption())
    .addOption(mixedBuildsOption())
    .addOption(jsonOption())
    .addOption(quietOption());
  withReading(command)
    .addHelpText("after", examples)
    .action(async (model, table, words) => {
      const { evaluateModel } = await import("../evaluate/evaluateModel.ts");
      const folder = words.report === undefined ? undefined : dirname(words.report);
      await withFolders([folder], () => evaluateModel(model, table, words));
    });
}
