import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveTools, type ServedTools } from "../../src/mcp/serveTools.ts";
import { folderOfFile, writeModel } from "../http/served.ts";
import { flower, irisPosterior } from "../testModels.ts";

interface Message {
  readonly id?: number;
  readonly result?: {
    readonly tools?: readonly { name: string; inputSchema: { properties: object; required?: string[] } }[];
    readonly content?: readonly { text: string }[];
    readonly isError?: boolean;
  };
}

const [input, output] = [new PassThrough(), new PassThrough()];
const answers = new Map<number, (message: Message) => void>();
let tools: ServedTools;
let number = 0;

/** Sends a request as a client does, a line of JSON, and waits for the answer of its number. */
function ask(method: string, params: object): Promise<Message> {
  const id = ++number;
  input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return new Promise((resolve) => answers.set(id, resolve));
}

async function call(name: string, words: object): Promise<{ value: Record<string, unknown>; isError: boolean }> {
  const { result } = await ask("tools/call", { name, arguments: words });
  const text = result!.content![0].text;
  let value: Record<string, unknown> = { text };
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // The protocol's own errors are sentences.
  }
  return { value, isError: result!.isError === true };
}

beforeAll(async () => {
  const folder = folderOfFile();
  const tables = join(folder, "tables");
  mkdirSync(tables);
  writeFileSync(
    join(tables, "weights.csv"),
    `id,weight,state\n${Array.from({ length: 30 }, (_, row) => `${row},${row % 7 === 0 ? -999 : 50 + row},${row % 2 ? "ill" : "well"}`).join("\n")}\n`,
  );
  writeFileSync(join(folder, "secret.csv"), "a,b\n1,2\n");
  symlinkSync(join(folder, "secret.csv"), join(tables, "linked.csv"));
  tools = await serveTools({
    models: [{ name: "iris", path: writeModel(folder, "iris.json", irisPosterior) }],
    tables,
    input,
    output,
  });
  let rest = "";
  output.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      if (message.id !== undefined) answers.get(message.id)?.(message);
    }
  });
  await ask("initialize", {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  input.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
});
afterAll(() => tools.close());

describe("the tools", () => {
  test("are listed with what they take", async () => {
    const { result } = await ask("tools/list", {});
    expect(result!.tools!.map(({ name }) => name)).toEqual(["describe", "predict", "explain", "check_table"]);
    const { inputSchema } = result!.tools![1];
    expect(inputSchema.required).toEqual(["model", "rows"]);
    expect(Object.keys(inputSchema.properties)).toEqual(
      expect.arrayContaining(["intervals", "level", "abstain", "costs", "sets"]),
    );
    expect(Object.keys(inputSchema.properties)).not.toContain("explain");
  });

  test("describe a model", async () => {
    const { value, isError } = await call("describe", { model: "iris" });
    expect(isError).toBe(false);
    expect(value).toMatchObject({ name: "iris", target: "species", rows: 150 });
  });

  test("predict as the library does", async () => {
    const rows = [flower(0), flower(75)];
    const { value } = await call("predict", { model: "iris", rows, intervals: true, level: 0.8 });
    expect(value.predictions).toEqual(irisPosterior.predict(rows, { level: 0.8 }).toRows());
    const more = await call("predict", { model: "iris", rows, sets: 0.9, abstain: 0.5 });
    expect(more.value.predictions).toMatchObject([{ set: ["setosa"], decision: "setosa" }, { decision: "versicolor" }]);
  });

  test("name what is wrong, with its place and what to do", async () => {
    const bad = await call("predict", { model: "iris", rows: [flower(0), { ...flower(0), "petal width": "wide" }] });
    expect(bad).toMatchObject({ isError: true, value: { code: "not-a-number", row: 2, column: "petal width" } });
    expect(await call("describe", { model: "no" })).toMatchObject({
      isError: true,
      value: { code: "unknown-model", remedy: "There are iris." },
    });
    const many = await call("predict", { model: "iris", rows: new Array(1001).fill(flower(0)) });
    expect(many).toMatchObject({ isError: true, value: { code: "too-many-rows" } });
    expect((await call("predict", { model: "iris", rows: "all" })).isError).toBe(true);
  });

  test("explain what columns contribute to the decided class", async () => {
    const { value, isError } = await call("explain", { model: "iris", rows: [flower(0)] });
    expect(isError).toBe(false);
    const [{ explanation }] = value.predictions as { explanation: { class: string; contributions: object }[] }[];
    expect(explanation[0].class).toBe("setosa");
    expect(Object.keys(explanation[0].contributions)).toEqual(Object.keys(flower(0)));
    expect(await call("explain", { model: "iris", rows: [flower(0)], background: [{}] })).toMatchObject({
      isError: true,
      value: { code: "missing-columns", detail: expect.stringContaining("In the background") },
    });
  });

  test("check a table, from text or from a file", async () => {
    const { value, isError } = await call("check_table", { file: "weights.csv", target: "state" });
    expect(isError).toBe(false);
    expect(value).toMatchObject({ rows: 30, columns: 3 });
    expect(JSON.stringify(value.findings)).toContain("-999");
    const text = await call("check_table", { csv: "a,b\n1,x\n2,y\n" });
    expect(text.value).toMatchObject({ rows: 2, columns: 2 });
  });

  test("read no file outside of the folder of tables, by its name or by a link", async () => {
    for (const file of ["../secret.csv", "linked.csv", "/etc/passwd", "no.csv", ".."]) {
      const { value, isError } = await call("check_table", { file });
      expect(isError).toBe(true);
      expect(JSON.stringify(value)).not.toContain("secret.csv:");
    }
    expect((await call("check_table", { file: "../secret.csv" })).value.code).toBe("no-such-table");
    expect((await call("check_table", { file: "linked.csv" })).value.code).toBe("no-such-table");
    expect((await call("check_table", {})).value.code).toBe("no-table");
  });
});

test("a bad model is named before anything is served", async () => {
  const folder = folderOfFile();
  writeFileSync(join(folder, "bad.json"), "{}");
  const failing = (name: string): Promise<unknown> =>
    serveTools({ models: [{ name: "bad", path: join(folder, name) }] });
  await expect(failing("bad.json")).rejects.toMatchObject({
    code: "invalid-document",
    place: { source: join(folder, "bad.json") },
  });
  await expect(failing("no.json")).rejects.toMatchObject({ code: "unreadable-file" });
});

test("the tools end when the other side goes", async () => {
  const folder = folderOfFile();
  const stream = new PassThrough();
  const served = await serveTools({
    models: [{ name: "iris", path: writeModel(folder, "iris.json", irisPosterior) }],
    input: stream,
    output: new PassThrough(),
  });
  stream.end();
  await served.ended;
  await served.close();
});
