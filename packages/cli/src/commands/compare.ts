import { dirname } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { defaultContestants } from "../compare/contestants.ts";
import { measureNames } from "../compare/measureNames.ts";
import { clusterOption, jobsOption, jsonOption, mixedBuildsOption, quietOption, seedOption } from "../options.ts";
import { withFolders } from "../output/withFolders.ts";

const examples = `
Every model is fitted to the same training rows and measured on the same test rows, everything learned
anew in each split. A model may have options behind colons, those of its encoding included.
\`kernelbayes models\` lists the models, \`kernelbayes models NAME\` their options.

Examples:
  kernelbayes compare patients.csv --target diagnosis
  kernelbayes compare patients.csv --target diagnosis --models rda,lssvm,gpc --splits 20 --holdout 0.25
  kernelbayes compare genes.csv --target tumor --models "rda:select=50,rda:select=200,bkpc" --folds 5
  kernelbayes compare visits.csv --target outcome --group patient --measure error --figures charts
  kernelbayes compare patients.csv --target diagnosis --report comparison.html
  kernelbayes compare patients.csv --target diagnosis --json | jq '.models[0]'`;

/** Adds the command that compares models on a table. */
export function addCompare(program: Command): void {
  const command = program
    .command("compare")
    .description("compare models on common splits of a table, with tests of whether they differ")
    .argument("<table>", "table with a label column, or - for the standard input")
    .requiredOption("--target <column>", "the column of labels, the classes to predict")
    .option("--models <names>", "models to compare, separated by commas", defaultContestants)
    .option("--measure <name>", `what the tests and ranks are about: ${measureNames.join(", ")}`, "log-loss")
    .option("--alpha <level>", "level of the tests", "0.05")
    .addOption(seedOption())
    .optionsGroup("Splits:")
    .option("--splits <number>", "random splits into training and test rows", "10")
    .option("--holdout <share>", "share of the rows that each of them tests", "0.25")
    .option("--folds <number>", "folds, each of which is tested once, instead of random splits")
    .optionsGroup("Rows and columns:")
    .option("--exclude <names...>", "columns not to learn from, separated by commas")
    .option("--weights <column>", "a column of row weights: a row of weight 2 counts as two rows")
    .option(
      "--group <column>",
      "a column of groups, such as patients, which are never divided; makes --folds of --splits",
    )
    .option("--missing <rule>", "missing cells: impute (fill and mark), drop (their rows) or refuse", "impute");
  withReading(command)
    .optionsGroup("Output:")
    .option("--report <file>", "write a report as one HTML file")
    .option("--figures <folder>", "write the critical-difference diagram there, as SVG and PNG")
    .addOption(jobsOption())
    .addOption(clusterOption())
    .addOption(mixedBuildsOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", examples)
    .action(async (table, words) => {
      const { compareTable } = await import("../compare/compareTable.ts");
      const folder = words.report === undefined ? undefined : dirname(words.report);
      await withFolders([words.figures, folder], () => compareTable(table, words));
    });
}
