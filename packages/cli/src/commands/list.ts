import type { Command } from "@commander-js/extra-typings";
import { InputError } from "kernelbayes";
import { kernels, type KernelName } from "kernelbayes/kernels";
import { models } from "kernelbayes/models";
import { modelName } from "../input/modelNamed.ts";
import { jsonOption } from "../options.ts";
import { print, printJson } from "../output/standardOutput.ts";

interface ListOptions {
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Adds the command that lists the models. */
export function addModels(program: Command): void {
  program
    .command("models")
    .description("list the models, or the options of those that are named")
    .argument("[names...]", "models whose options are shown")
    .addOption(jsonOption())
    .option("--quiet", "print the names only")
    .addHelpText(
      "after",
      "\nExamples:\n  kernelbayes models\n  kernelbayes models btsvc lssvm\n  kernelbayes models --json | jq '.[].name'",
    )
    .action(listModels);
}

/** Adds the command that lists the kernels. */
export function addKernels(program: Command): void {
  program
    .command("kernels")
    .description("list the kernels with their parameters, or all about those that are named")
    .argument("[names...]", "kernels whose parameters and options are shown")
    .addOption(jsonOption())
    .option("--quiet", "print the names only")
    .addHelpText(
      "after",
      "\nExamples:\n  kernelbayes kernels\n  kernelbayes kernels matern\n  kernelbayes kernels --json",
    )
    .action(listKernels);
}

async function listModels(names: readonly string[], { json, quiet }: ListOptions): Promise<void> {
  const wanted = names.length > 0 ? names.map(modelName) : (Object.keys(models) as (keyof typeof models)[]);
  const entries = wanted.map((name) => {
    const { title, family, summary, options } = models[name];
    return { name, title, family, summary, options };
  });
  if (json) printJson(entries);
  else if (quiet) print(entries.map(({ name }) => name).join("\n"));
  else if (names.length === 0) print(await tableText(entries.map(({ name, summary }) => ({ name, summary }))));
  else {
    const parts = entries.map(({ name, title, summary, options }) => [
      `${name}: ${title}`,
      `  ${summary}`,
      ...(options.length === 0
        ? ["  It has no options."]
        : options.flatMap((option) => optionLines(option, option.defaultText))),
    ]);
    print(parts.map((lines) => lines.join("\n")).join("\n\n"));
  }
}

async function listKernels(names: readonly string[], { json, quiet }: ListOptions): Promise<void> {
  const wanted = names.length > 0 ? names.map(kernelName) : (Object.keys(kernels) as KernelName[]);
  const entries = wanted.map((name) => {
    const { description, parameters, options } = kernels[name];
    return { name, description, parameters, options };
  });
  if (json) printJson(entries);
  else if (quiet) print(entries.map(({ name }) => name).join("\n"));
  else if (names.length === 0) {
    const rows = entries.map(({ name, description, parameters }) => ({
      name,
      parameters: parameters.map((parameter) => parameter.name).join(", "),
      description,
    }));
    print(await tableText(rows));
  } else {
    const parts = entries.map(({ name, description, parameters, options }) => [
      `${name}: ${description}`,
      ...parameters.flatMap(({ name, default: usual, lower, upper, text }) =>
        optionLines({ name, values: `a number, searched from ${lower} to ${upper}`, text }, jsonText(usual)),
      ),
      ...options.flatMap(({ name, default: usual, type, choices, text }) =>
        optionLines({ name, values: choices?.join(" or ") ?? type, text }, jsonText(usual)),
      ),
    ]);
    print(parts.map((lines) => lines.join("\n")).join("\n\n"));
  }
}

/** A name of the catalogue of kernels; any other is refused. */
function kernelName(text: string): KernelName {
  const name = text.trim();
  if (Object.hasOwn(kernels, name)) return name as KernelName;
  throw new InputError("unknown-kernel", `There is no kernel "${name}". There are ${Object.keys(kernels).join(", ")}.`);
}

function optionLines(option: { name: string; values: string; text: string }, usual: string | undefined): string[] {
  const shown = usual === undefined ? "" : ` (default: ${usual})`;
  return [`  ${option.name}: ${option.values}${shown}`, `      ${option.text}`];
}

/** A value as JSON; nothing for undefined. */
function jsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Rows as a table. The report is loaded when it is needed, so that other commands begin at once. */
async function tableText(rows: readonly Readonly<Record<string, string>>[]): Promise<string> {
  const { textTable } = await import("@kernelbayes/report");
  return textTable(rows);
}
