import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { wholeAnswer } from "../answers/wholeAnswer.ts";
import { bufferOf } from "../bufferOf.ts";
import type { ServedModel } from "../models/servedModel.ts";
import { problemOf, refusal } from "../problem/problem.ts";
import type { RawRequest } from "../requests/asked.ts";
import { explainOptions, predictOptions } from "../requests/predictSchema.ts";
import { readRequest } from "../requests/readRequest.ts";
import { describeModel } from "../routes/describeModel.ts";
import { checkedTable } from "./checkedTable.ts";

/** What a tool gives back: text for a language model, marked where it is an error. */
interface ToolResult {
  [more: string]: unknown;
  content: { type: "text"; text: string }[];
  isError?: boolean;
}

/** More rows would fill what a language model can read at once. */
const limits = { rowLimit: 1000, columnLimit: 20_000, explainRows: 20 };

/** Milliseconds that an explanation may take. */
const explainTime = 30_000;

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** Adds what can be done with models. */
export function addTools(
  server: McpServer,
  models: ReadonlyMap<string, ServedModel>,
  tables: string | undefined,
): void {
  const names = [...models.keys()];
  const model = z.string().describe(`The name of the model: ${names.join(", ")}.`);
  const row = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]));

  server.registerTool(
    "describe",
    {
      description:
        "What a classifier predicts, which columns it needs, with their kinds, levels and ranges in training, and what is known of its quality. Call it before predict.",
      inputSchema: { model },
      annotations: readOnly,
    },
    ({ model: name }) => result(() => describeModel(modelNamed(models, name))),
  );
  server.registerTool(
    "predict",
    {
      description:
        "Labels and class probabilities of rows, on request with intervals (how sure each probability is), decisions and prediction sets. " +
        "`outside` names the columns in which a row is unlike the training rows: there the probabilities say less than they claim.",
      inputSchema: {
        model,
        rows: z.array(row).describe("The rows, each with a cell for each column."),
        ...predictOptions.omit({ explain: true }).shape,
      },
      annotations: readOnly,
    },
    ({ model: name, ...asked }) => result(() => predict(modelNamed(models, name), asked)),
  );
  server.registerTool(
    "explain",
    {
      description:
        "What each column of rows contributes to the predicted class (Shapley values): positive contributions speak for the class, negative ones against it, and with the base they add up to " +
        "the total, in log odds or in units of what the model computes. They say what the model does, not what causes the class.",
      inputSchema: {
        model,
        rows: z.array(row).max(limits.explainRows).describe("The rows, each with a cell for each column."),
        ...explainOptions.shape,
      },
      annotations: readOnly,
    },
    ({ model: name, rows, ...explain }) => result(() => predict(modelNamed(models, name), { rows, explain })),
  );
  server.registerTool(
    "check_table",
    {
      description:
        "What is wrong with a table before a classifier is fitted to it: numbers that are not read as numbers, values such as -999, identifiers, columns that give the label away, " +
        "contradictory rows." +
        (tables === undefined ? "" : " Tables can be named by their files."),
      inputSchema: {
        csv: z.string().optional().describe("The table as CSV text with a header line."),
        ...(tables !== undefined && { file: z.string().optional().describe("A file in the folder of tables.") }),
        target: z.string().optional().describe("The column of labels; without it, labels and leaks are not checked."),
      },
      annotations: readOnly,
    },
    (asked) => result(() => checkedTable(asked, tables)),
  );
}

function modelNamed(models: ReadonlyMap<string, ServedModel>, name: string): ServedModel {
  const model = models.get(name);
  if (model !== undefined) return model;
  throw refusal(404, "unknown-model", `There is no model ${JSON.stringify(name)}.`, {
    remedy: `There are ${[...models.keys()].join(", ")}.`,
  });
}

/** The answer that the server gives to the same request. */
async function predict(model: ServedModel, asked: object): Promise<unknown> {
  const body = new TextEncoder().encode(JSON.stringify(asked));
  const request: RawRequest = { kind: "predict", type: "json", body, query: {}, ...limits };
  const { bytes } = await wholeAnswer(model.local!, model, readRequest(model.front, request), explainTime);
  return JSON.parse(bufferOf(bytes).toString()) as unknown;
}

async function result(make: () => unknown): Promise<ToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await make()) }] };
  } catch (error) {
    const { code, detail, row, column, line, remedy } = problemOf(error);
    return {
      content: [{ type: "text", text: JSON.stringify({ code, detail, row, column, line, remedy }) }],
      isError: true,
    };
  }
}
