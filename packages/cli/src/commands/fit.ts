import type { Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { defaultModel } from "../input/modelNamed.ts";
import {
  clusterOption,
  jobsOption,
  jsonOption,
  mixedBuildsOption,
  quietOption,
  repeated,
  seedOption,
} from "../options.ts";
import { withFolders } from "../output/withFolders.ts";

const examples = `
Examples:
  kernelbayes fit patients.csv --target diagnosis
  kernelbayes fit patients.csv --target diagnosis --holdout 0.25 --out patients-model
  kernelbayes fit patients.xlsx --sheet baseline --skip 2 --target diagnosis
  kernelbayes fit spectra.parquet --target species --group animal --folds 5
  kernelbayes fit genes.csv --target tumour --select 50
  kernelbayes fit survey.csv --target answer --weights count --exclude name,phone
  kernelbayes fit patients.csv --target diagnosis --threshold recall=0.95 --positive malignant
  kernelbayes fit patients.csv --target diagnosis --threshold cost=20 --priors benign=0.99,malignant=0.01
  kernelbayes fit patients.csv --target diagnosis --model btsvc --option ard=true
  kernelbayes fit visits.parquet --target outcome --model lssvm --chunks
  kernelbayes fit patients.csv --target diagnosis --model gpc --kernel "sum(scale(matern), constant)"
  gunzip -c patients.csv.gz | kernelbayes fit - --target diagnosis --json

The table may be CSV, TSV, JSON, JSON lines, ARFF, LIBSVM, Parquet, Arrow or Excel (.xlsx), compressed by gzip or not;
"-" is the standard input. \`kernelbayes models\` lists the models, \`kernelbayes models NAME\` their options.`;

/** Adds the command that fits a classifier to a table. */
export function addFit(program: Command): void {
  const command = program
    .command("fit")
    .description("fit a classifier to a table, measure it, and write model and report")
    .argument("<table>", 'the file of the table, a folder of such files, or "-" for the standard input')
    .requiredOption("--target <column>", "the column of labels, the classes to predict")
    .optionsGroup("Model:")
    .option("--model <name>", "the model; auto tries several and combines the best", defaultModel)
    .option("--option <name=value>", "an option of the model, text or JSON (repeatable)", repeated)
    .option("--kernel <kernel>", 'a kernel of the model, such as matern or "sum(gaussian, constant)", or JSON')
    .option("--effort <level>", "how hard auto tries: low, normal or high (default: normal)")
    .option("--budget <time>", "time after which auto begins nothing new: 60s, 2m")
    .addOption(seedOption())
    .optionsGroup(
      "Measuring (by default on rows in folds that the fits have not seen; the model learns from all rows):",
    )
    .option("--holdout <share>", "keep this share of the rows from the model and measure it on them")
    .option("--folds <number>", "measure in so many folds")
    .option(
      "--time <column>",
      "a column of times: measure by predicting later rows from earlier ones; not learned from",
    )
    .optionsGroup("Deciding:")
    .option(
      "--threshold <goal>",
      "label a row as the rare class from this probability on: 0.2, or the one found for recall=0.9, precision=0.8 or cost=10",
    )
    .option("--positive <class>", "the class that --threshold is for (default: the rarest)")
    .option("--priors <shares>", "class frequencies where the model will be used: equal, or healthy=0.99,sick=0.01")
    .optionsGroup("Rows and columns:")
    .option("--columns <names>", "learn from these columns only, separated by commas (repeatable)", repeated)
    .option("--exclude <names>", "columns not to learn from, separated by commas (repeatable)", repeated)
    .option("--category <names>", "columns of numbers that are categories (repeatable)", repeated)
    .option(
      "--select <number>",
      "learn from so many columns: those that separate the classes best by themselves, chosen anew in every fold",
    )
    .option("--weights <column>", "a column of row weights: a row of weight 2 counts as two rows")
    .option("--group <column>", "a column of groups, such as patients: rows of a group are left out together")
    .option("--id <column>", "a column that names the rows in the report; not learned from")
    .option("--missing <rule>", "missing cells: impute (fill and mark), drop (their rows) or refuse", "impute")
    .option(
      "--unseen <rule>",
      "categories that appear only in new rows: zeros (like rare ones, else like none), or refuse",
      "zeros",
    );
  command
    .option(
      "--chunks",
      "read the rows in chunks, so that memory does not grow with them (default: folders, and files above 100 MB)",
    )
    .option("--no-chunks", "read the table whole");
  withReading(command)
    .optionsGroup("Output:")
    .option("--out <folder>", "where model.json (model.safetensors if large) and report.html go", ".")
    .option("--card", "write a model card in Markdown, model-card.md")
    .option("--figures <folder>", "write the charts of the report there, as SVG and PNG")
    .option("--no-report", "write no report")
    .option("--static-report", "write a report that holds neither the model nor the rows, and computes nothing")
    .addOption(jobsOption())
    .addOption(clusterOption())
    .addOption(mixedBuildsOption())
    .option("--memory <gigabytes>", "memory that the fit may take", "2")
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", examples)
    // Loaded when it is needed, so that other commands and the help begin at once.
    .action(async (table, words) => {
      const { fit } = await import("../fit/fit.ts");
      await withFolders([words.out, words.figures], () => fit(table, words));
    });
}
