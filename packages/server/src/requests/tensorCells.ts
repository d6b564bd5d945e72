import type { Cell } from "kernelbayes/table";
import { refusal } from "../problem/problem.ts";
import type { Datatype, InputTensor } from "./inferSchema.ts";

/** The elements of a tensor as cells, in row-major order, checked against its shape and its type. Null stands for a missing cell. */
export function tensorCells({ name, shape, datatype, data }: InputTensor): Cell[] {
  const wanted = shape.reduce((product, size) => product * size, 1);
  const elements = data.some((element) => Array.isArray(element)) ? flattened(name, shape, data) : data;
  if (elements.length !== wanted) {
    throw refusal(
      400,
      "tensor-shape",
      `The tensor ${JSON.stringify(name)} has ${elements.length} elements; its shape [${shape.join(", ")}] asks for ${wanted}.`,
    );
  }
  const isElement = elementTests[datatype];
  for (const [at, element] of elements.entries()) {
    if (element === null || isElement(element)) continue;
    const row = Math.floor((at * shape[0]) / wanted) + 1;
    throw refusal(
      400,
      "tensor-element",
      `The tensor ${JSON.stringify(name)} is of the type ${datatype}; its element ${at + 1} is ${shown(element)}.`,
      { row },
    );
  }
  return elements as Cell[];
}

/** Elements in their nesting, which has to be that of the shape. */
function flattened(name: string, shape: readonly number[], data: readonly unknown[]): unknown[] {
  let level: readonly unknown[] = data;
  for (const [depth, size] of shape.slice(1).entries()) {
    const next: unknown[] = [];
    for (const part of level) {
      if (!Array.isArray(part) || part.length !== size) {
        throw refusal(
          400,
          "tensor-shape",
          `The tensor ${JSON.stringify(name)} is nested otherwise than its shape [${shape.join(", ")}] says: ` +
            `at depth ${depth + 2} there should be lists of ${size}.`,
        );
      }
      for (const element of part as unknown[]) next.push(element);
    }
    level = next;
  }
  return [...level];
}

const isNumber = (element: unknown): boolean => typeof element === "number";
const isWhole =
  (least: number, most: number) =>
  (element: unknown): boolean =>
    typeof element === "number" && Number.isInteger(element) && element >= least && element <= most;

const elementTests: Readonly<Record<Datatype, (element: unknown) => boolean>> = {
  BOOL: (element) => typeof element === "boolean",
  BYTES: (element) => typeof element === "string",
  FP16: isNumber,
  FP32: isNumber,
  FP64: isNumber,
  INT8: isWhole(-(2 ** 7), 2 ** 7 - 1),
  INT16: isWhole(-(2 ** 15), 2 ** 15 - 1),
  INT32: isWhole(-(2 ** 31), 2 ** 31 - 1),
  INT64: isWhole(-(2 ** 63), 2 ** 63),
  UINT8: isWhole(0, 2 ** 8 - 1),
  UINT16: isWhole(0, 2 ** 16 - 1),
  UINT32: isWhole(0, 2 ** 32 - 1),
  UINT64: isWhole(0, 2 ** 64),
};

function shown(element: unknown): string {
  if (Array.isArray(element)) return "a list";
  if (typeof element === "object") return "an object";
  const text = JSON.stringify(element);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
