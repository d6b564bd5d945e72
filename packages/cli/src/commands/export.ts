import type { Command } from "@commander-js/extra-typings";
import { onnxColumns, onnxModel } from "kernelbayes";
import { prepareFile, writeWhole } from "../output/writeWhole.ts";
import { readModel } from "../predict/readModel.ts";
import { jsonOption, quietOption } from "../options.ts";
import { print, printJson } from "../output/standardOutput.ts";

const examples = `
The graph goes from the columns of a table as they are, encoding included, to label and probabilities, in numbers of 64 bits. Inputs are
numbers (a row for each row of the table, a column for each number column in the order that is printed, NaN where a cell is missing) and
texts (the same for columns of text, empty where missing), each only if there are such columns. Intervals are not in it.

All models can be written, but for a few of their options; a message then says what to fit instead.

Examples:
  kernelbayes export model.json --onnx model.onnx
  kernelbayes export model.json --onnx model.onnx --json | jq .numbers`;

interface ExportOptions {
  readonly onnx: string;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Adds the command that writes a model for other programs. */
export function addExport(program: Command): void {
  program
    .command("export")
    .description("write a model as ONNX, which runtimes in many languages can run")
    .argument("<model>", "file of the model, written by `kernelbayes fit`")
    .requiredOption("--onnx <file>", "file to write")
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", examples)
    .action(exportModel);
}

async function exportModel(path: string, { onnx: file, json, quiet }: ExportOptions): Promise<void> {
  const posterior = await readModel(path);
  const bytes = onnxModel(posterior);
  await prepareFile(file, [path]);
  await writeWhole(file, bytes, [path]);
  const { model, target, classes, encoding } = posterior;
  const { numbers, texts } = onnxColumns(encoding);
  if (json) printJson({ file, bytes: bytes.length, model: model.name, target, classes, numbers, texts });
  else if (quiet) print(file);
  else {
    const lines = [
      `${file}: the model ${model.name} of ${target}, ${bytes.length} bytes.`,
      ...(numbers.length > 0 ? [`  input numbers: ${numbers.join(", ")}`] : []),
      ...(texts.length > 0 ? [`  input texts: ${texts.join(", ")}`] : []),
      "  output label",
      `  output probabilities: ${classes.join(", ")}`,
    ];
    print(lines.join("\n"));
  }
}
