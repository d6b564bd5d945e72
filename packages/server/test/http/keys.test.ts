import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addKey } from "@kernelbayes/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Served } from "./served.ts";

let server: Served;
let path: string;
let [free, limited] = ["", ""];
beforeAll(async () => {
  const folder = folderOfFile();
  path = join(folder, "keys.json");
  free = await addKey(path, { name: "free" });
  limited = await addKey(path, { name: "limited", requestsPerSecond: 3 });
  server = await served({
    models: [{ name: "iris", path: writeModel(folder, "iris.json", irisPosterior) }],
    keys: path,
    logLevel: "debug",
  });
});
afterAll(() => server.close());

const as = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

test("whoever has no key is refused, and told how to send one", async () => {
  for (const headers of [{}, as("kb_wrong"), { "x-api-key": "" }, { authorization: "Basic YTpi" }] as Record<
    string,
    string
  >[]) {
    const answer = await server.send("/models/iris/predict", [flower(0)], headers);
    expect(answer).toMatchObject({
      status: 401,
      json: { code: "no-key", remedy: expect.stringContaining("X-API-Key") },
    });
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  }
  for (const address of ["/v2", "/v2/models/iris", "/models", "/metrics", "/models/iris/drift", "/nothing"]) {
    expect((await server.ask(address)).status).toBe(401);
  }
});

test("either header opens, and the log has the name of the key", async () => {
  expect((await server.send("/models/iris/predict", [flower(0)], as(free))).status).toBe(200);
  expect((await server.send("/v2/models/iris/ready", [], { "x-api-key": free })).status).toBe(404);
  expect((await server.ask("/metrics", { headers: { "x-api-key": free } })).status).toBe(200);
  expect(server.log).toContainEqual(expect.objectContaining({ msg: "request", status: 200, key: "free" }));
  expect(JSON.stringify(server.log)).not.toContain(free);
});

test("probes and the description of the interface are open", async () => {
  for (const address of [
    "/v2/health/live",
    "/v2/health/ready",
    "/openapi.json",
    "/docs",
    "/docs/static/swagger-ui.css",
  ]) {
    expect((await server.ask(address)).status).toBe(200);
  }
});

test("a key beyond its limit waits, others do not", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await server.send("/models/iris/predict", [flower(0)], as(limited))).status),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
  const refused = await server.send("/models/iris/predict", [flower(0)], as(limited));
  if (refused.status === 429) {
    expect(refused.json).toMatchObject({ code: "too-many-requests" });
    expect(refused.headers.get("retry-after")).toBe("1");
  }
  expect((await server.send("/models/iris/predict", [flower(0)], as(free))).status).toBe(200);
});

test("a key that is taken out of the file opens no more", async () => {
  const other = await addKey(path, { name: "other" });
  await server.look();
  expect((await server.ask("/models", { headers: as(other) })).status).toBe(200);
  writeFileSync(path, '{"keys":[]}');
  await server.look();
  expect((await server.ask("/models", { headers: as(other) })).status).toBe(401);
});

test("another address than this machine, without keys, is warned about", async () => {
  const folder = folderOfFile();
  const model = { name: "iris", path: writeModel(folder, "iris.json", irisPosterior) };
  const open = await served({ models: [model], host: "0.0.0.0", workers: 0 });
  await open.close();
  expect(open.warnings).toEqual([expect.stringContaining("there are no keys")]);
  expect(open.log).toContainEqual(expect.objectContaining({ level: "warn", msg: open.warnings[0] }));
  expect(server.warnings).toEqual([]);
});
