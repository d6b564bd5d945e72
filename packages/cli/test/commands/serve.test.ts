import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { expect, onTestFinished, test } from "vitest";
import { sizeInBytes } from "../../src/serve/measures.ts";
import { fromServerPackage } from "../../src/serve/serverPackage.ts";
import { run, temporaryFile, temporaryFolder } from "./run.ts";

const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));
const document = JSON.stringify(fitSync(linearDiscriminant(), iris(), { target: "species" }).toDocument());
const flower = { "sepal length": 5.1, "sepal width": 3.5, "petal length": 1.4, "petal width": 0.2 };

/** Starts a server as a person would, and waits until it says where it is. */
async function serving(
  ...words: string[]
): Promise<{ child: ChildProcess; url: string; stdout: () => string; stderr: () => string }> {
  const child = spawn(process.execPath, [command, "serve", "--port", "0", ...words]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk: Buffer) => (said[name] += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const [, found] = /Serving at (http:\S+);/.exec(said.stderr) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stderr.on("data", look);
    child.on("exit", (code) => reject(new Error(`It ended with ${code}: ${said.stderr}`)));
  });
  return { child, url, stdout: () => said.stdout, stderr: () => said.stderr };
}

test("a model is served until the process is told to stop; then it ends well", async () => {
  const model = temporaryFile("iris.json", document);
  const { child, url, stdout, stderr } = await serving(model, `flowers=${model}`, "--log", "debug", "--workers", "1");
  const answer = await fetch(`${url}/models/flowers/predict`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([flower]),
  });
  expect(await answer.json()).toMatchObject({ model: "flowers", predictions: [{ label: "setosa" }] });
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  const lines = stdout()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(["model loaded", "request", "stopping", "stopped"]),
  );
  expect(stderr()).toMatch(/^Serving at http:\/\/127\.0\.0\.1:\d+; .*\/docs/);
});

test("to listen for others without keys is warned about", async () => {
  const { stderr, child } = await serving(temporaryFile("iris.json", document), "--host", "0.0.0.0", "--workers", "0");
  expect(stderr()).toContain("Warning: Everybody who reaches 0.0.0.0 may ask");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each([
  [["serve"], "There is nothing to serve."],
  [["serve", "no.json"], "no.json: There is no such file."],
  [["serve", "my model.json"], "cannot be the name of a model in an address"],
  [["serve", "--models", "nothing"], "nothing: The folder cannot be read"],
  [["serve", "a.json", "--port", "x"], "--port takes a whole number from 0"],
  [["serve", "a.json", "--body-limit", "many"], "--body-limit takes a size"],
  [["serve", "a.json", "--time-limit", "soon"], "--time-limit takes a time"],
  [["serve", "a.json", "--log", "loud"], "--log takes one of debug, info, warn, error, silent"],
  [["serve", "a.json", "--keys", "no.json"], "no.json cannot be read"],
  [["mcp", "no.json"], "no.json: There is no such file."],
  [
    ["key", "a", "--keys", "keys.json", "--requests-per-second", "0"],
    "--requests-per-second takes a whole number from 1",
  ],
])("%j ends with exit code 2", async (words, text) => {
  const { status, stderr } = await run(...words);
  expect(stderr).toContain(text);
  expect(status).toBe(2);
});

test("a key is printed once, and its file opens the server", async () => {
  const keys = join(temporaryFolder(), "keys.json");
  const { status, stdout } = await run("key", "laboratory", "--keys", keys, "--requests-per-second", "20");
  expect(status).toBe(0);
  const key = stdout.trim();
  expect(key).toMatch(/^kb_/);
  expect(JSON.parse(readFileSync(keys, "utf8"))).toMatchObject({
    keys: [{ name: "laboratory", requestsPerSecond: 20 }],
  });
  const { url, child } = await serving(
    temporaryFile("iris.json", document),
    "--keys",
    keys,
    "--workers",
    "0",
    "--log",
    "warn",
  );
  expect((await fetch(`${url}/models`)).status).toBe(401);
  expect((await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  child.kill();
  await once(child, "exit");
});

test("a language model calls tools over the standard input and output", () => {
  const requests = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "predict", arguments: { model: "iris", rows: [flower] } } },
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, "mcp", temporaryFile("iris.json", document)],
    {
      encoding: "utf8",
      input: requests.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join(""),
    },
  );
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const [, answer] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { result: { content: { text: string }[] } });
  expect(JSON.parse(answer.result.content[0].text)).toMatchObject({ predictions: [{ label: "setosa" }] });
});

test("without the package that serves, the commands say how to get it", async () => {
  const missing = async (name: string): Promise<never> => {
    throw Object.assign(new Error(`Cannot find package '${name}' imported from /usr/lib/kernelbayes.js`), {
      code: "ERR_MODULE_NOT_FOUND",
    });
  };
  await expect(fromServerPackage(() => missing("@kernelbayes/server"))).rejects.toMatchObject({
    code: "server-missing",
    remedy: expect.stringContaining("npm install @kernelbayes/server"),
  });
  await expect(fromServerPackage(() => missing("fastify"))).rejects.toMatchObject({ code: "ERR_MODULE_NOT_FOUND" });
});

test("sizes are given in bytes or with a unit", () => {
  expect(["100000", "16MB", "1.5k", "2 GiB"].map((text) => sizeInBytes("body-limit", text))).toEqual([
    100_000,
    2 ** 24,
    1536,
    2 ** 31,
  ]);
});
