import { z } from "zod";
import { datatypes } from "../requests/inferSchema.ts";

/** What addresses name. */
export const modelName = z.object({ name: z.string().describe("The name of a model.") });
export const modelVersion = modelName.extend({ version: z.string().describe("A version of it.") });

const byClass = z.record(z.string(), z.number()).describe("A number for each class.");

const explainedOutput = z.object({
  class: z.string().describe("The class that rises with the contributions."),
  against: z.string().optional().describe("The class that falls with them; all others where there is none."),
  base: z.number().describe("The output where all columns are absent."),
  total: z.number().describe("The output of the row: the base and all contributions."),
  contributions: z.record(z.string(), z.number()).describe("A number for each column."),
  deviations: z.record(z.string(), z.number()).optional(),
  errors: z.record(z.string(), z.number()).optional().describe("Standard errors of what was sampled."),
});

const predictedRow = z.object({
  label: z.string().describe("The most probable class."),
  probabilities: byClass,
  lower: byClass.optional(),
  upper: byClass.optional(),
  decision: z.string().nullable().optional().describe("Null where none is taken."),
  expectedCost: z.number().optional(),
  set: z.array(z.string()).optional(),
  outside: z.array(z.string()).describe("The columns in which the row is unlike the training rows."),
  distance: z
    .number()
    .nullable()
    .optional()
    .describe("How far it lies from the training rows: about 1 is usual, 3 is far."),
  explanation: z.array(explainedOutput).optional().describe("What the columns contribute to the decided class."),
});

export const predictAnswer = z.object({
  model: z.string(),
  version: z.string(),
  level: z.number().optional().describe("The level of the intervals."),
  explanation: z
    .object({
      absent: z.enum(["background", "removed"]),
      scale: z.enum(["latent", "log-odds"]),
      method: z.enum(["exact", "enumerated", "sampled"]),
      backgroundRows: z.int(),
    })
    .optional()
    .describe("How rows were explained."),
  predictions: z.array(predictedRow),
});

const problemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe("What is wrong, and what was expected."),
  code: z.string().describe("Stable, for programs."),
  row: z.int().optional().describe("The row of the request, from 1."),
  column: z.string().optional(),
  line: z.int().optional(),
  character: z.int().optional(),
  reason: z.string().optional().describe("The code of what is wrong with the file of a model."),
  remedy: z.string().optional().describe("What to do next."),
  instance: z.string(),
  error: z.string(),
});

/** How every route may refuse. */
export const refusals = Object.fromEntries(
  [
    ["4xx", "What is wrong with the request, and where."],
    ["5xx", "The server is busy, or failed."],
  ].map(([status, description]) => [
    status,
    { description, content: { "application/problem+json": { schema: problemAnswer } } },
  ]),
);

const tensor = z.object({ name: z.string(), datatype: z.enum(datatypes), shape: z.array(z.int()) });

export const inferAnswer = z.object({
  model_name: z.string(),
  model_version: z.string(),
  id: z.string().optional(),
  outputs: z.array(tensor.extend({ data: z.array(z.unknown()) })),
});

export const serverMetadata = z.object({ name: z.string(), version: z.string(), extensions: z.array(z.string()) });

export const modelMetadata = z.object({
  name: z.string(),
  versions: z.array(z.string()),
  platform: z.string(),
  inputs: z.array(tensor),
  outputs: z.array(tensor),
  parameters: z.record(z.string(), z.unknown()),
});

export const live = z.object({ live: z.boolean() });
export const ready = z.object({ ready: z.boolean() });
export const modelReady = z.object({ name: z.string(), ready: z.boolean() });

const listed = z.object({
  name: z.string(),
  version: z.string(),
  state: z.enum(["ready", "not loaded", "unusable"]),
  hash: z.string().optional().describe("SHA-256 of the file that serves."),
  since: z.string().optional(),
  problem: problemAnswer.partial().optional().describe("Why the file as it is now is not served."),
});

export const modelList = z.object({ models: z.array(listed) });

export const modelDescription = z.object({
  name: z.string(),
  version: z.string(),
  hash: z.string(),
  since: z.string(),
  model: z.record(z.string(), z.unknown()),
  target: z.string(),
  classes: z.array(z.object({ name: z.string(), rows: z.int() })),
  rows: z.int(),
  columns: z.array(z.record(z.string(), z.unknown())),
  missing: z.string(),
  unseen: z.string(),
  intervals: z.boolean(),
  sets: z.boolean(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  library: z.string(),
  engine: z.string(),
  seed: z.int(),
});

export const driftAnswer = z.object({
  model: z.string(),
  version: z.string(),
  seconds: z.number().describe("The time until now in which the rows came."),
  rows: z.int(),
  columns: z.array(
    z.object({
      name: z.string(),
      index: z.number().describe("The population stability index."),
      chance: z.number().describe("Its mean where nothing has changed."),
      pValue: z.number(),
      shift: z.enum(["none", "small", "moderate", "large"]),
    }),
  ),
});
