import type { Command } from "@commander-js/extra-typings";
import { stat } from "node:fs/promises";
import { InputError, type Posterior } from "kernelbayes";
import { onnxColumns, onnxModel } from "kernelbayes/models";
import { writePosterior } from "kernelbayes/node";
import { prepareFile, writeWhole } from "../output/writeWhole.ts";
import { readModel } from "../predict/readModel.ts";
import { jsonOption, quietOption } from "../options.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";

const examples = `
The graph goes from the columns of a table as they are, encoding included, to label and probabilities, in numbers of 64 bits. Inputs are
numbers (a row for each row of the table, a column for each number column in the order that is printed, NaN where a cell is missing) and
texts (the same for columns of text, empty where missing), each only if there are such columns. Intervals are not in it.

All models can be written, but for a few of their options; a message then says what to fit instead.

--without-intervals writes the model itself, without what only intervals need: a smaller file, which predicts the same labels and probabilities.

Examples:
  kernelbayes export model.json --onnx model.onnx
  kernelbayes export model.json --onnx model.onnx --json | jq .numbers
  kernelbayes export model.json --without-intervals small.json`;

interface ExportOptions {
  readonly onnx?: string | undefined;
  readonly withoutIntervals?: string | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Adds the command that writes a model for other programs. */
export function addExport(program: Command): void {
  program
    .command("export")
    .description("write a model as ONNX, which runtimes in many languages can run, or without its intervals")
    .argument("<model>", "file of the model, written by `kernelbayes fit`")
    .option("--onnx <file>", "write the model as ONNX to this file")
    .option("--without-intervals <file>", "write the model itself, without what only intervals need, to this file")
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText("after", examples)
    .action(exportModel);
}

async function exportModel(path: string, options: ExportOptions): Promise<void> {
  const { onnx, withoutIntervals } = options;
  if ((onnx === undefined) === (withoutIntervals === undefined)) {
    throw new InputError("invalid-option", "Choose what to write: --onnx FILE, or --without-intervals FILE.");
  }
  const posterior = await readModel(path, options.quiet ? () => undefined : remark);
  if (onnx !== undefined) await writeOnnx(path, posterior, onnx, options);
  else if (withoutIntervals !== undefined) await writeWithoutIntervals(path, posterior, withoutIntervals, options);
}

async function writeWithoutIntervals(
  path: string,
  posterior: Posterior,
  file: string,
  { json, quiet }: ExportOptions,
): Promise<void> {
  const before = (await stat(path)).size;
  await prepareFile(file, [path]);
  await writePosterior(file, posterior, { intervals: false });
  const bytes = (await stat(file)).size;
  const { model, target, classes } = posterior;
  if (json) printJson({ file, bytes, before, model: model.name, target, classes, intervals: false });
  else if (quiet) print(file);
  else {
    print(
      `${file}: the model ${model.name} of ${target} without intervals, ${bytes} bytes (${path} has ${before}).\n` +
        "  It predicts labels and probabilities; whoever asks it for intervals gets an error.",
    );
  }
}

async function writeOnnx(
  path: string,
  posterior: Posterior,
  file: string,
  { json, quiet }: ExportOptions,
): Promise<void> {
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
