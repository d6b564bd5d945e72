import type { Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { jsonOption, repeated } from "../options.ts";

const examples = `
Examples:
  kernelbayes check patients.csv --target diagnosis
  kernelbayes check patients.csv --target diagnosis --na n.d. --types zip=text
  kernelbayes check patients.csv --target diagnosis --json | jq '.findings[].code'

It looks for numbers that are not read as numbers (decimal commas, percent signs, thousands separators, units, <0.05, n.d.),
values such as -999, dates, identifiers, columns that give the label away, labels in two spellings or that are measurements,
equal rows with different labels, and columns that say nothing or nothing new. \`fit\` runs the same checks.`;

/** Adds the command that says what is wrong with a table. */
export function addCheck(program: Command): void {
  const command = program
    .command("check")
    .description("find what is wrong with a table before a fit, and the option or the change that helps")
    .argument("<table>", 'the file of the table, a folder of such files, or "-" for the standard input')
    .option("--target <column>", "the column of labels; without it, labels and leaks are not checked")
    .option("--exclude <names>", "columns not to check, separated by commas (repeatable)", repeated)
    .option(
      "--chunks",
      "read the rows in chunks and check a random sample of them (default: folders, and files above 100 MB)",
    )
    .option("--no-chunks", "check all rows")
    .option("--all", "show every finding, however many columns share it");
  withReading(command)
    .optionsGroup("Output:")
    .addOption(jsonOption())
    .option("--quiet", "print the first line only")
    .addHelpText("after", examples)
    .action(async (table, words) => (await import("../check/check.ts")).check(table, words));
}
