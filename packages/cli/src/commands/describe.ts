import type { Command } from "@commander-js/extra-typings";
import { withReading } from "../input/withReading.ts";
import { jsonOption } from "../options.ts";

const examples = `
Examples:
  kernelbayes describe patients.csv
  kernelbayes describe patients.csv --target diagnosis
  kernelbayes describe model.json
  kernelbayes describe model.json --json | jq '.columns[].name'`;

/** Adds the command that says what a table holds or what a model is. */
export function addDescribe(program: Command): void {
  const command = program
    .command("describe")
    .description("say what a table holds, or what a model is and which columns it needs")
    .argument("<file>", 'a table or a model file; "-" for a table on the standard input')
    .option("--target <column>", "of a table: the column of labels, whose classes are counted")
    .option("--all", "show all columns, however many there are");
  withReading(command)
    .optionsGroup("Output:")
    .addOption(jsonOption())
    .option("--quiet", "print the first line only")
    .addHelpText("after", examples)
    .action(async (file, words) => (await import("../describe/describe.ts")).describe(file, words));
}
