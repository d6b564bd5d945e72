import { readFileSync } from "node:fs";
import { fitSync, linearDiscriminant, tableFromColumns } from "kernelbayes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Served, type TensorJson } from "./served.ts";

interface Examples {
  readonly request: { readonly id: string; readonly inputs: TensorJson[]; readonly outputs: object[] };
  readonly response: object;
  readonly matrix: { readonly nested: number[][]; readonly flat: number[] };
  readonly iris: { readonly inputs: TensorJson[] };
}
const examples = JSON.parse(
  readFileSync(new URL("../fixtures/openInferenceProtocol.json", import.meta.url), "utf8"),
) as Examples;

/** What the protocol says of answers, in a schema that was written for this test. */
const tensorData: z.ZodType = z.lazy(() => z.array(z.union([tensorData, z.number(), z.string(), z.boolean()])));
const inferAnswer = z.object({
  model_name: z.string(),
  model_version: z.string().optional(),
  id: z.string().optional(),
  outputs: z.array(
    z.object({ name: z.string(), shape: z.array(z.int().min(0)), datatype: z.string(), data: tensorData }),
  ),
});
const description = z.object({ name: z.string(), datatype: z.string(), shape: z.array(z.int().min(-1)) });
const metadata = z.object({
  name: z.string(),
  versions: z.array(z.string()).optional(),
  platform: z.string(),
  inputs: z.array(description),
  outputs: z.array(description),
});

/** A model of two numbers and a truth value, whose inputs have the names of the example. */
const mine = fitSync(
  linearDiscriminant({ shrinkage: 0.5 }),
  tableFromColumns({
    input0: [1, 2, 3, 4, 5, 6, 7, 8],
    input1: [true, false, true, true, false, false, true, false],
    kind: ["a", "a", "a", "a", "b", "b", "b", "b"],
  }),
  { target: "kind" },
);
const square = fitSync(
  linearDiscriminant(),
  tableFromColumns({ one: [1, 2, 3, 4, 5, 7], two: [2, 1, 4, 3, 6, 5], kind: ["a", "a", "a", "b", "b", "b"] }),
  { target: "kind" },
);

let server: Served;
beforeAll(async () => {
  const folder = folderOfFile();
  const models = { iris: irisPosterior, mymodel: mine, square };
  for (const [name, posterior] of Object.entries(models)) writeModel(folder, `${name}.json`, posterior);
  server = await served({ folder });
});
afterAll(() => server.close());

describe("the examples that the protocol has published", () => {
  test("are what this test takes for an answer", () => {
    expect(inferAnswer.safeParse(examples.response).error).toBeUndefined();
  });

  test("the request as it is printed is refused, because its shape [3] has one element; put right it is answered", async () => {
    const wrong = await server.send("/v2/models/mymodel/infer", { ...examples.request, outputs: [{ name: "label" }] });
    expect(wrong).toMatchObject({ status: 400, json: { code: "tensor-shape", error: expect.any(String) } });
    const [first, second] = examples.request.inputs;
    const inputs = [
      { ...first, shape: [4] },
      { ...second, shape: [4], data: [true, false, true, true] },
    ];
    const { status, json } = await server.send("/v2/models/mymodel/infer", {
      ...examples.request,
      inputs,
      outputs: undefined,
    });
    expect(status).toBe(200);
    expect(inferAnswer.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ model_name: "mymodel", id: "42" });
    const rows = [1, 2, 3, 4].map((number, row) => ({ input0: number, input1: [true, false, true, true][row] }));
    const { labels, probabilities } = mine.predict(rows, { intervals: false });
    expect(json.outputs[0]).toEqual({ name: "label", datatype: "BYTES", shape: [4], data: labels });
    expect(json.outputs[1]).toEqual({
      name: "probabilities",
      datatype: "FP64",
      shape: [4, 2],
      data: Array.from(probabilities.data),
    });
  });

  test("an output that there is not is an error in words", async () => {
    const { status, json } = await server.send("/v2/models/mymodel/infer", examples.request);
    expect(status).toBe(400);
    expect(typeof json.error).toBe("string");
  });

  test("a matrix is the same nested and flat", async () => {
    const answers = await Promise.all(
      [examples.matrix.nested, examples.matrix.flat].map((data) =>
        server.send("/v2/models/square/infer", { inputs: [{ name: "x", shape: [2, 2], datatype: "INT64", data }] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1].json).toEqual(answers[0].json);
    const rows = examples.matrix.nested.map(([one, two]) => ({ one, two }));
    expect(answers[0].json.outputs[0].data).toEqual(square.predict(rows).labels);
  });

  test("the rows of iris are predicted", async () => {
    const { status, json } = await server.send("/v2/models/iris/infer", examples.iris);
    expect(status).toBe(200);
    const names = irisPosterior.encoding.columns.map(({ name }) => name);
    const rows = (examples.iris.inputs[0].data as number[][]).map((cells) =>
      Object.fromEntries(names.map((name, at) => [name, cells[at]])),
    );
    expect(json.outputs[0].data).toEqual(irisPosterior.predict(rows).labels);
    expect(json).not.toHaveProperty("id");
  });
});

describe("health and metadata", () => {
  test("the server is alive, ready, and says what it is", async () => {
    expect(await server.ask("/v2/health/live")).toMatchObject({ status: 200, json: { live: true } });
    expect(await server.ask("/v2/health/ready")).toMatchObject({ status: 200, json: { ready: true } });
    for (const path of ["/v2", "/v2/"]) {
      const { status, json } = await server.ask(path);
      expect([status, json]).toEqual([200, { name: "kernelbayes", version: expect.any(String), extensions: [] }]);
    }
  });

  test.each(["/v2/models/iris", "/v2/models/iris/versions/1"])("%s describes the tensors", async (path) => {
    const { status, json } = await server.ask(path);
    expect(status).toBe(200);
    expect(metadata.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ name: "iris", versions: ["1"], platform: "kernelbayes_lda" });
    expect(json.inputs.map(({ name }) => name)).toEqual(irisPosterior.encoding.columns.map(({ name }) => name));
    expect(await server.ask(`${path}/ready`)).toMatchObject({ status: 200, json: { name: "iris", ready: true } });
  });

  test("the outputs of the metadata are those of an answer, by name, type and rank", async () => {
    const { json: about } = await server.ask("/v2/models/iris");
    const { json } = await server.send("/v2/models/iris/infer", examples.iris);
    const shapeOf = ({ name, datatype, shape }: TensorJson): unknown => [name, datatype, shape.length];
    expect(json.outputs.map(shapeOf)).toEqual(about.outputs.map(shapeOf));
    const asked = {
      ...examples.iris,
      outputs: about.parameters.outputs_on_request.map(({ name }: TensorJson) => ({ name })),
    };
    const more = await server.send("/v2/models/iris/infer", asked);
    expect(more.json.outputs.map(shapeOf)).toEqual(about.parameters.outputs_on_request.map(shapeOf));
  });

  test("a text column is a tensor of BYTES", async () => {
    const { json } = await server.ask("/v2/models/mymodel");
    expect(json.inputs).toEqual([
      { name: "input0", datatype: "FP64", shape: [-1] },
      { name: "input1", datatype: "BYTES", shape: [-1] },
    ]);
  });

  test("what is not there is 404 with an error in words", async () => {
    for (const path of [
      "/v2/models/nothing",
      "/v2/models/iris/versions/7",
      "/v2/models/nothing/ready",
      "/v2/models/a%2F..%2Fb",
    ]) {
      const { status, json, headers } = await server.ask(path);
      expect(status).toBe(404);
      expect(json.error).toBe(json.detail);
      expect(headers.get("content-type")).toContain("application/problem+json");
    }
  });

  test("binary tensors are refused, not misread", async () => {
    const answer = await server.send("/v2/models/iris/infer", examples.iris, {
      "inference-header-content-length": "20",
    });
    expect(answer).toMatchObject({ status: 415, json: { code: "binary-tensors" } });
  });
});
