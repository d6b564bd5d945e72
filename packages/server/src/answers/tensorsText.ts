import type { Matrix } from "kernelbayes";
import type { TensorForm } from "../requests/asked.ts";
import type { Address, AnswerParts } from "./answer.ts";
import { jsonNumbers, jsonTexts } from "./jsonText.ts";

/** The answer of the Open Inference Protocol: the tensors asked for, flat. */
export function tensorsText({ name, version }: Address, { id, outputs }: TensorForm, parts: AnswerParts): string {
  const identity = id === undefined ? "" : `,"id":${JSON.stringify(id)}`;
  const tensors = outputs.map((output) => writers[output](output, parts)).join(",");
  return `{"model_name":${JSON.stringify(name)},"model_version":${JSON.stringify(version)}${identity},"outputs":[${tensors}]}`;
}

const writers: Readonly<Record<string, (name: string, parts: AnswerParts) => string>> = {
  label: (name, { predicted }) => {
    const texts = jsonTexts(predicted.classes);
    const { classes, labels } = predicted;
    return tensor(
      name,
      "BYTES",
      [predicted.rows],
      `[${labels.map((label) => texts[classes.indexOf(label)]).join(",")}]`,
    );
  },
  probabilities: (name, { predicted }) => numbers(name, predicted.probabilities),
  lower: (name, { predicted }) => numbers(name, predicted.lower!),
  upper: (name, { predicted }) => numbers(name, predicted.upper!),
  // The names of the columns of each row, as a list in JSON.
  outside: (name, { predicted, outside }) =>
    tensor(
      name,
      "BYTES",
      [predicted.rows],
      `[${outside.columns.map((columns) => (columns.length === 0 ? '"[]"' : JSON.stringify(JSON.stringify(columns)))).join(",")}]`,
    ),
};

function numbers(name: string, { rows, columns, data }: Matrix): string {
  return tensor(name, "FP64", [rows, columns], jsonNumbers(data));
}

function tensor(name: string, datatype: string, shape: readonly number[], data: string): string {
  return `{"name":"${name}","datatype":"${datatype}","shape":[${shape.join(",")}],"data":${data}}`;
}
