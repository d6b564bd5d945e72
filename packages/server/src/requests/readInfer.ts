import { tableFromColumns, type Table } from "kernelbayes";
import { type Cell } from "kernelbayes/table";
import { encodeRows, neededTypes } from "kernelbayes/predict";
import { outputNames } from "../answers/outputTensors.ts";
import type { ModelFront } from "../models/modelFront.ts";
import { refusal } from "../problem/problem.ts";
import { columnNamesOf, refuseTooManyRows, type Asked, type RawRequest } from "./asked.ts";
import { inferBody, type InputTensor } from "./inferSchema.ts";
import { jsonOf } from "./jsonOf.ts";
import { predictOptions } from "./predictSchema.ts";
import { predictSettings } from "./predictSettings.ts";
import { refuseInvalid } from "./refuseInvalid.ts";
import { tensorCells } from "./tensorCells.ts";

/** The parameters of a request that mean something here; the protocol leaves them to servers. */
const parameterNames = ["intervals", "level", "unseen", "explain"] as const;

/** Reads and checks an inference request of the Open Inference Protocol. */
export function readInfer(front: ModelFront, request: RawRequest): Asked {
  if (request.type !== "json") {
    throw refusal(415, "media-type", "The Open Inference Protocol sends JSON.", {
      remedy: "CSV is for /models/NAME/predict.",
    });
  }
  const { id, parameters = {}, inputs, outputs } = refuseInvalid(inferBody, jsonOf(request.body), "The body");
  const known = Object.fromEntries(
    parameterNames.filter((name) => Object.hasOwn(parameters, name)).map((name) => [name, parameters[name]]),
  );
  const words = refuseInvalid(predictOptions, known, "The parameters");
  if (words.explain) {
    throw refusal(400, "not-available", "The Open Inference Protocol has no tensors for explanations.", {
      remedy: "POST the rows to /models/NAME/predict.",
    });
  }
  const wanted = outputNames(
    outputs?.map(({ name }) => name),
    words.intervals ?? false,
  );
  const intervals = wanted.includes("lower") || wanted.includes("upper");
  const settings = predictSettings(front, { ...words, intervals });
  const rows = tableOfTensors(front, inputs, request);
  const { unseen } = words;
  return { rows, encoded: encodeRows(front, rows, { unseen }), settings, unseen, form: { id, outputs: wanted } };
}

/** One tensor for each column, with an element for each row; or a single one with a row for each row and all columns in their order. */
function tableOfTensors(front: ModelFront, inputs: readonly InputTensor[], request: RawRequest): Table {
  const rows = inputs[0].shape[0];
  refuseTooManyRows(rows, request);
  refuseTooManyTensors(inputs.length, request);
  const names = columnNamesOf(front);
  const types = neededTypes(front.encoding);
  const [{ name, shape }] = inputs;
  if (inputs.length === 1 && shape.length === 2 && !(names.includes(name) && shape[1] === 1)) {
    return tableOf(names, columnsOfMatrix(inputs[0], names), types);
  }
  const cells = new Map<string, Cell[]>();
  for (const input of inputs) {
    if (input.shape[0] !== rows || input.shape.slice(1).some((size) => size !== 1)) {
      throw refusal(
        400,
        "tensor-shape",
        `The tensor ${JSON.stringify(input.name)} has the shape [${input.shape.join(", ")}]; a column of the ${rows} rows of ` +
          `${JSON.stringify(name)} has the shape [${rows}].`,
        { column: input.name },
      );
    }
    if (cells.has(input.name)) {
      throw refusal(400, "tensor-twice", `There are two tensors ${JSON.stringify(input.name)}.`, {
        column: input.name,
      });
    }
    cells.set(input.name, tensorCells(input));
  }
  // Tensors that the model does not need are among the columns, so that an error can offer their names.
  const given = [...cells.keys()];
  return tableOf(given, [...cells.values()], types);
}

function refuseTooManyTensors(count: number, { columnLimit }: RawRequest): void {
  if (count <= columnLimit) return;
  throw refusal(
    413,
    "too-many-columns",
    `The request has ${count} tensors; this server takes ${columnLimit} columns.`,
    {
      remedy: "Send the columns that the model needs, and no others.",
    },
  );
}

function columnsOfMatrix(tensor: InputTensor, names: readonly string[]): Cell[][] {
  const [rows, columns] = tensor.shape;
  if (columns !== names.length) {
    throw refusal(
      400,
      "tensor-shape",
      `The tensor ${JSON.stringify(tensor.name)} has ${columns} columns; the model needs ${names.length}.`,
      { remedy: "GET /v2/models/NAME lists them in their order. They can be sent as a tensor each, by name." },
    );
  }
  const cells = tensorCells(tensor);
  return names.map((_, column) => Array.from({ length: rows }, (_unused, row) => cells[row * columns + column]));
}

function tableOf(names: readonly string[], cells: readonly Cell[][], types: ReturnType<typeof neededTypes>): Table {
  // Made without a prototype, a column may have any name.
  const columns = Object.create(null) as Record<string, Cell[]>;
  names.forEach((name, at) => (columns[name] = cells[at]));
  return tableFromColumns(columns, { types });
}
