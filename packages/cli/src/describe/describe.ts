import { readInputTable, standardInput } from "../input/readInputTable.ts";
import { tableOptions, type TableWords } from "../input/tableOptions.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { modelInPlaceOf } from "../predict/otherModel.ts";
import { readModel } from "../predict/readModel.ts";
import { modelJson, modelLines } from "./describeModel.ts";
import { tableJson, tableLines } from "./describeTable.ts";
import { isModelFile } from "./isModelFile.ts";

interface DescribeWords extends TableWords {
  readonly target?: string | undefined;
  readonly all?: true | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** The command `describe`: what a table holds, or what a model is. */
export async function describe(path: string, words: DescribeWords): Promise<void> {
  const { target, json, quiet } = words;
  const isAll = words.all === true;
  let lines: string[];
  if (path !== standardInput && ((await isModelFile(path)) || (await modelInPlaceOf(path)) !== undefined)) {
    const posterior = await readModel(path, quiet ? () => undefined : remark);
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
