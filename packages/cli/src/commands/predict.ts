import { dirname } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { quietOption, seedOption, unseenOption } from "../options.ts";
import { outputFormats } from "../predict/outputFormat.ts";
import { predict } from "../predict/predict.ts";
import { withFolders } from "../output/withFolders.ts";

const examples = `
The output has the kept columns of the table, then label, probability_<class>, lower_<class> and
upper_<class> (the interval of that probability), where asked for latent_mean and latent_deviation (of
the second of two classes, else one per class), decision, expected_cost and set, and outside, the columns in
which the row is unlike the training rows: a number beyond their range, or a category that did not occur. Rows keep their order.
Columns are found by name; a label column in the table is not looked at.

A file of costs says for each decision what it costs for each true class, and may name other things
to do:
  {"healthy": {"sick": 20}, "sick": {"healthy": 1}, "ask a doctor": {"healthy": 2, "sick": 2}}

Examples:
  kernelbayes predict model.json new.csv > predictions.csv
  kernelbayes predict model.json new.csv --id patient --interval 0.95 --out predictions.parquet
  kernelbayes predict model.json new.csv --abstain 0.95 --sets 0.9 --calibrate unused.csv --out predictions.csv
  kernelbayes predict model.json new.csv --threshold malignant=0.12 --out predictions.csv
  kernelbayes predict model.json new.csv --cost costs.json --json | jq .decision
  zcat large.csv.gz | kernelbayes predict model.json - --keep none --out predictions.csv.gz`;

/** Adds the command that predicts the rows of a table. */
export function addPredict(program: Command): void {
  const command = program
    .command("predict")
    .description("predict the rows of a table, however large, with a model that was fitted")
    .argument("<model>", "file of the model, written by `kernelbayes fit`")
    .argument("<table>", "table of new rows, or - for the standard input")
    .optionsGroup("Predicting:")
    .option("--interval <level>", "level of the intervals of the probabilities", "0.9")
    .option("--no-intervals", "predict labels and probabilities alone, which takes less time")
    .addOption(unseenOption())
    .option("--threshold <class=probability>", "decide for this class from this probability on; see fit --threshold")
    .option("--abstain <probability>", "decide only where a class is at least this probable")
    .option("--cost <file>", "decide for the least expected cost, by a JSON file of costs (see below)")
    .option("--cautious", "decide only where no probability within the intervals would decide otherwise")
    .option("--sets <level>", "give each row the set of classes that holds the true one this often")
    .option("--calibrate <table>", "labelled rows that the fit did not use, by which --sets are guaranteed")
    .addOption(seedOption())
    .optionsGroup("Output:")
    .option("--id <columns>", "keep these columns of the table, separated by commas, instead of --keep")
    .option(
      "--keep <which>",
      "columns of the table to keep: others (those that the model does not use, such as identifiers), all, none",
      "others",
    )
    .option("--out <file>", "file to write, in the format of its name; .gz compresses (default: standard output)")
    .option("--as <format>", `format to write: ${outputFormats.join(", ")} (default: by the name of the file, or csv)`)
    .option(
      "--formulas <what>",
      "cells of csv and tsv that a spreadsheet would run (=1+1, @SUM): keep as they are, with a note, or quote by an apostrophe",
      "keep",
    )
    .option("--latent", "write the quantity behind the probabilities, too: its mean and deviation, as logits")
    .option(
      "--digits <number>",
      "significant digits of predicted numbers, or all (default: 6 in csv and tsv, all in other formats)",
    )
    .option("--json", "print JSON lines; with --out, a summary as one JSON value")
    .addOption(quietOption());
  withReading(command)
    .addHelpText("after", examples)
    .action((model, table, words) => {
      const folder = words.out === undefined ? undefined : dirname(words.out);
      return withFolders([folder], () => predict(model, table, words));
    });
}
