import { kernels, models } from "kernelbayes";
import { textTable } from "@kernelbayes/report";

interface ListOptions {
  readonly json?: true;
}

/** Prints the catalogue of models. */
export function listModels({ json }: ListOptions): void {
  const entries = Object.entries(models).map(([name, { title, summary, options }]) => ({
    name,
    title,
    summary,
    options,
  }));
  print(
    json ? JSON.stringify(entries, undefined, 2) : textTable(entries.map(({ name, summary }) => ({ name, summary }))),
  );
}

/** Prints the catalogue of kernels with their parameters. */
export function listKernels({ json }: ListOptions): void {
  const entries = Object.entries(kernels).map(([name, { description, parameters }]) => ({
    name,
    description,
    parameters,
  }));
  const rows = entries.map(({ name, description, parameters }) => ({
    name,
    parameters: parameters.map((parameter) => parameter.name).join(", "),
    description,
  }));
  print(json ? JSON.stringify(entries, undefined, 2) : textTable(rows));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
