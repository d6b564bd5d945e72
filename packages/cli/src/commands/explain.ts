import { dirname } from "node:path";
import { Option, type Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { jsonOption, quietOption, repeated, seedOption } from "../options.ts";
import { withFolders } from "../output/withFolders.ts";

const examples = `
Contributions are Shapley values: with the base they add up to what the model says of a row, as log odds
where these are linear in its latent output, else as that output itself. A column that is absent takes its
values from the background rows. See docs/explaining.md for what that means.

Rows are numbered from 1. Questions can be combined; without one, contributions are shown.

Examples:
  kernelbayes explain model.json new.csv --background patients.csv
  kernelbayes explain model.json new.csv --row 3 --background patients.csv --deviations
  kernelbayes explain model.json new.csv --row 3 --counterfactual benign=0.9 --fixed age,sex
  kernelbayes explain model.json new.csv --row 3 --neighbours 5 --training patients.csv --name id
  kernelbayes explain model.json patients.csv --effects age,dose --interactions
  kernelbayes explain model.json test.csv --relevance --slices --fairness sex
  kernelbayes explain model.json patients.csv --learning-curve
  kernelbayes explain model.json new.csv --background patients.csv --out contributions.csv
  kernelbayes explain model.json new.csv --row 3 --json | jq '.rows[0].outputs'`;

/** Adds the command that explains predictions. */
export function addExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("show what moves predictions: contributions, effects, counterfactuals, neighbours, weak spots")
    .argument("<model>", "file of the model, written by `kernelbayes fit`")
    .argument("<table>", "table of rows, a folder of tables, or - for the standard input")
    .optionsGroup("Rows:")
    .addOption(
      new Option("--row <numbers>", "explain these rows one by one, numbered from 1, separated by commas").argParser(
        repeated,
      ),
    )
    .option("--name <column>", "a column that names the rows")
    .option("--class <label>", "the class to explain (default: the one that is decided for)")
    .option(
      "--chunks",
      "read the rows in chunks; what is about all rows is answered on a random sample (default: folders, and files above 100 MB)",
    )
    .option("--no-chunks", "read the table whole")
    .optionsGroup("Contributions:")
    .option("--background <table>", "rows that show what is usual, such as those of the fit (default: the table)")
    .option("--background-rows <number>", "how many of them at most (default: 50, or 25 where values are sampled)")
    .option(
      "--method <how>",
      "absent columns: background (values of those rows), removed (left out), or sampled",
      "background",
    )
    .option("--scale <scale>", "log-odds or latent (default: log odds where they are exact, else latent)")
    .option("--orders <number>", "of sampled values: pairs of orders of the columns for each background row", "8")
    .option("--deviations", "show the posterior deviation of each contribution, where the model has one")
    .optionsGroup("Questions about rows:")
    .option("--counterfactual [class=probability]", "the smallest changes that change the decision, or lead to this")
    .option("--fixed <columns>", "columns that --counterfactual leaves as they are, separated by commas")
    .option("--neighbours <number>", "the training rows that the prediction leans on, so many")
    .option("--training <table>", "the table of the fit, for the numbers, names and labels of --neighbours")
    .optionsGroup("Questions about the model:")
    .option("--effects <columns>", "how probabilities depend on these columns, separated by commas, or all")
    .option("--interactions", "pairs of columns that act together")
    .option("--relevance", "what labelled rows lose without each column, with intervals")
    .option(
      "--slices [by]",
      "where labelled rows are predicted worse, by loss (default), errors, or loss beyond what the probabilities expect",
    )
    .option("--fairness <column>", "rates and errors of labelled rows in each group of this column")
    .option("--learning-curve", "fit to parts of the labelled rows: what more rows would bring")
    .option("--column-curve", "fit to parts of the columns: what more columns bring")
    .optionsGroup("Output:")
    .option("--out <file>", "write the contributions of all rows as a table; the format is that of its name")
    .addOption(seedOption())
    .addOption(jsonOption())
    .addOption(quietOption());
  withReading(command)
    .addHelpText("after", examples)
    .action(async (model, table, words) => {
      const { explain } = await import("../explain/explain.ts");
      const folder = words.out === undefined ? undefined : dirname(words.out);
      return withFolders([folder], () => explain(model, table, words));
    });
}
