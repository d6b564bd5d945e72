import type { Command } from "@commander-js/extra-typings";
import { modelJson, modelLines } from "../describe/describeModel.ts";
import { tableJson, tableLines } from "../describe/describeTable.ts";
import { isModelFile } from "../describe/isModelFile.ts";
import { readInputTable, standardInput } from "../input/readInputTable.ts";
import { tableOptions, type TableWords } from "../input/tableOptions.ts";
import { decimalOption, delimiterOption, encodingOption, formatOption, jsonOption } from "../options.ts";
import { print, printJson } from "../output/standardOutput.ts";
import { readModel } from "../predict/readModel.ts";

interface DescribeWords extends TableWords {
  readonly target?: string | undefined;
  readonly all?: true | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

const examples = `
Examples:
  kernelbayes describe patients.csv
  kernelbayes describe patients.csv --target diagnosis
  kernelbayes describe model.json
  kernelbayes describe model.json --json | jq '.columns[].name'`;

/** Adds the command that says what a table holds or what a model is. */
export function addDescribe(program: Command): void {
  program
    .command("describe")
    .description("say what a table holds, or what a model is and which columns it needs")
    .argument("<file>", 'a table or a model file; "-" for a table on the standard input')
    .option("--target <column>", "of a table: the column of labels, whose classes are counted")
    .option("--all", "tell all columns, however many there are")
    .addOption(formatOption())
    .addOption(encodingOption())
    .addOption(delimiterOption())
    .addOption(decimalOption())
    .addOption(jsonOption())
    .option("--quiet", "print the first line only")
    .addHelpText("after", examples)
    .action(describe);
}

async function describe(path: string, words: DescribeWords): Promise<void> {
  const { target, json, quiet } = words;
  const isAll = words.all === true;
  let lines: string[];
  if (path !== standardInput && (await isModelFile(path))) {
    const posterior = await readModel(path);
    if (json) return printJson(modelJson(path, posterior));
    lines = modelLines(path, posterior, isAll);
  } else {
    const table = await readInputTable(path, { ...tableOptions(words), target });
    const source = path === standardInput ? "standard input" : path;
    if (json) return printJson(tableJson(source, table, target));
    lines = tableLines(source, table, target, isAll);
  }
  print((quiet ? lines.slice(0, 1) : lines).join("\n"));
}
