import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { folderOfFile, writeModel } from "../http/served.ts";
import { flower, irisPosterior } from "../testModels.ts";

test("the official client starts the command, lists its tools and calls them", async () => {
  const command = fileURLToPath(new URL("../../../cli/dist/kernelbayes.js", import.meta.url));
  const model = writeModel(folderOfFile(), "iris.json", irisPosterior);
  const client = new Client({ name: "test", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, "mcp", `flowers=${model}`] }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["describe", "predict", "explain", "check_table"]);
  const call = async (name: string, words: Record<string, unknown>): Promise<unknown> => {
    const { content } = (await client.callTool({ name, arguments: words })) as { content: { text: string }[] };
    return JSON.parse(content[0].text);
  };
  const rows = [flower(75)];
  const [expected] = irisPosterior.predict(rows, { intervals: false }).toRows();
  const { predictions } = (await call("predict", { model: "flowers", rows })) as { predictions: (typeof expected)[] };
  expect(predictions.map(({ label }) => label)).toEqual([expected.label]);
  // The command may compute with another engine.
  for (const [name, value] of Object.entries(expected.probabilities)) {
    expect(predictions[0].probabilities[name]).toBeCloseTo(value, 10);
  }
  expect(await call("predict", { model: "no", rows })).toMatchObject({ code: "unknown-model" });
}, 60_000);
