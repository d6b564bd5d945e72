import { z } from "zod";

/** The types of tensor elements that the protocol knows. */
export const datatypes = [
  "BOOL",
  "UINT8",
  "UINT16",
  "UINT32",
  "UINT64",
  "INT8",
  "INT16",
  "INT32",
  "INT64",
  "FP16",
  "FP32",
  "FP64",
  "BYTES",
] as const;

export type Datatype = (typeof datatypes)[number];

/** Free for servers to use. Ours are those of predictions; others are ignored, as the protocol has it. */
const parameters = z.record(z.string(), z.unknown());

const inputTensor = z.object({
  name: z.string(),
  shape: z.array(z.int().min(0)).min(1).max(8),
  datatype: z.enum(datatypes),
  parameters: parameters.optional(),
  data: z.array(z.unknown()).describe("The elements in row-major order, flat or nested as the shape is."),
});

export type InputTensor = z.infer<typeof inputTensor>;

/** An inference request of the Open Inference Protocol, version 2. */
export const inferBody = z.object({
  id: z.string().optional(),
  parameters: parameters.optional(),
  inputs: z.array(inputTensor).min(1),
  outputs: z.array(z.object({ name: z.string(), parameters: parameters.optional() })).optional(),
});
