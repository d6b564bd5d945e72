import type { Posterior } from "kernelbayes";
import type { ModelFront } from "../models/modelFront.ts";
import { refusal } from "../problem/problem.ts";
import type { Datatype } from "../requests/inferSchema.ts";

/** A tensor as the metadata of a model describe it; −1 is any number of rows. */
export interface TensorDescription {
  readonly name: string;
  readonly datatype: Datatype;
  readonly shape: readonly number[];
}

/** Outputs that come without being asked for. */
const usual = ["label", "probabilities", "outside"] as const;

/** Outputs that take work of their own, and so come only when they are asked for, by name or by the parameter `intervals`. */
const onRequest = ["lower", "upper"] as const;

/** The names of the outputs of a request: those asked for, or the usual ones. */
export function outputNames(asked: readonly string[] | undefined, intervals: boolean): readonly string[] {
  if (asked === undefined || asked.length === 0) return intervals ? [...usual, ...onRequest] : usual;
  const known: readonly string[] = [...usual, ...onRequest];
  const stranger = asked.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw refusal(
      400,
      "unknown-output",
      `There is no output ${JSON.stringify(stranger)}; there are ${known.join(", ")}.`,
    );
  }
  return [...new Set(asked)];
}

/** The tensors that a model takes, one for each column. */
export function inputTensors({ encoding }: ModelFront): TensorDescription[] {
  return encoding.columns.map((column) => ({
    name: column.name,
    datatype: column.kind === "date" || (column.kind === "category" && !column.numeric) ? "BYTES" : "FP64",
    shape: [-1],
  }));
}

/** The tensors that a model answers with, without and on request. */
export function outputTensors({ classes, intervals }: Pick<Posterior, "classes" | "intervals">): {
  readonly usual: readonly TensorDescription[];
  readonly onRequest: readonly TensorDescription[];
} {
  const byClass = (name: string): TensorDescription => ({ name, datatype: "FP64", shape: [-1, classes.length] });
  return {
    usual: [
      { name: "label", datatype: "BYTES", shape: [-1] },
      byClass("probabilities"),
      { name: "outside", datatype: "BYTES", shape: [-1] },
    ],
    onRequest: intervals ? onRequest.map(byClass) : [],
  };
}
