import { fitSync, gaussianProcess, iris } from "kernelbayes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Served } from "./served.ts";

/** Its rows are cheaper together, so that requests are joined; those of a discriminant are predicted at once. */
const joined = fitSync(gaussianProcess(), iris(), { target: "species" });
let server: Served;
let folder: string;
beforeAll(async () => {
  folder = folderOfFile();
  server = await served({
    models: [
      { name: "iris", path: writeModel(folder, "iris.json", irisPosterior) },
      { name: "joined", path: writeModel(folder, "joined.json", joined) },
    ],
    bodyLimit: 2_000_000,
  });
});
afterAll(() => server.close());

const path = "/models/iris/predict";
const csvOf = (rows: readonly Record<string, number>[]): string =>
  [Object.keys(rows[0]).join(","), ...rows.map((row) => Object.values(row).join(","))].join("\n");

describe("predictions", () => {
  const rows = [0, 60, 120].map(flower);

  test("are those of the library, from JSON and from CSV, at both addresses", async () => {
    const expected = irisPosterior.predict(rows, { intervals: false }).toRows();
    const answers = await Promise.all([
      server.send(path, { rows }),
      server.send("/models/iris/versions/1/predict", rows),
      server.ask(path, { method: "POST", headers: { "content-type": "text/csv; charset=utf-8" }, body: csvOf(rows) }),
    ]);
    for (const { status, json, headers } of answers) {
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(json).toEqual({ model: "iris", version: "1", predictions: expected });
    }
  });

  test("of many rows, which a worker reads and writes, are the same", async () => {
    const many = Array.from({ length: 2500 }, (_, at) => flower(at % 150));
    const { status, json } = await server.send(path, { rows: many, intervals: true, sets: 0.9 });
    expect(status).toBe(200);
    expect(json.level).toBe(0.9);
    const expected = irisPosterior.predict(many).toRows();
    expect(json.predictions).toMatchObject(expected);
    const small = await server.send(path, { rows: many.slice(0, 70), sets: 0.9 });
    expect(small.json.predictions.map(({ set }) => set)).toEqual(json.predictions.slice(0, 70).map(({ set }) => set));
    const wrong = await server.send(path, { rows: [...many, { ...flower(0), "petal width": "wide" }] });
    expect(wrong).toMatchObject({ status: 400, json: { code: "not-a-number", row: 2501, column: "petal width" } });
  });

  test("of no rows are none", async () => {
    expect((await server.send(path, [])).json.predictions).toEqual([]);
  });
});

test.each([
  ["iris", irisPosterior],
  ["joined", joined],
])("responses of concurrent requests to %s are never mixed up", async (name, posterior) => {
  // Each request has rows of its own, made apart by a number in one column; 300 at a time, cheap ones and large ones, with and without intervals.
  const ownRows = (number: number): Record<string, number>[] =>
    Array.from({ length: 1 + (number % 7) + (number % 50 === 0 ? 600 : 0) }, (_, row) => ({
      ...flower((7 * number + row) % 150),
      "sepal length": 4 + ((number * 13 + row) % 997) / 400,
    }));
  const numbers = Array.from({ length: 300 }, (_, at) => at);
  const figure = async (of: string): Promise<number> =>
    Number(new RegExp(`^kernelbayes_${of} (\\S+)$`, "m").exec((await server.ask("/metrics")).text)?.[1] ?? 0);
  const before = [await figure("batch_requests_sum"), await figure("batch_requests_count")];
  // Over connections that are open already, requests arrive together.
  await Promise.all(numbers.map(() => server.ask("/v2")));
  const answers = await Promise.all(
    numbers.map((number) =>
      server.send(`/models/${name}/predict`, { rows: ownRows(number), intervals: number % 3 === 0 }),
    ),
  );
  for (const [number, { status, json }] of answers.entries()) {
    expect([status, json.detail]).toEqual([200, undefined]);
    const expected = posterior.predict(ownRows(number), { intervals: number % 3 === 0 });
    expect(json.predictions.map(({ distance }) => distance)).toEqual(Array.from(expected.outside.distance!));
    const got = json.predictions.flatMap(({ probabilities }) =>
      expected.classes.map((one) => (probabilities as Record<string, number>)[one]),
    );
    expect(got).toHaveLength(expected.probabilities.data.length);
    const worst = Math.max(...got.map((one, at) => Math.abs(one - expected.probabilities.data[at])));
    expect(worst).toBeLessThan(1e-12);
  }
  // The rows of requests were predicted together, or this test would not see a mixture.
  if (posterior !== joined) return;
  const requests = (await figure("batch_requests_sum")) - before[0];
  expect(requests).toBeGreaterThan(1.5 * ((await figure("batch_requests_count")) - before[1]));
});

describe("refusals", () => {
  test.each([
    ["bad JSON", "{", {}, 400, "invalid-json"],
    ["a bad row", { rows: [flower(0), null] }, {}, 400, "not-a-row"],
    ["an unknown option", { rows: [], levels: 1 }, {}, 400, "invalid-request"],
    ["another type", "x", { "content-type": "text/plain" }, 415, "media-type"],
    ["a compressed body", "x", { "content-encoding": "gzip" }, 415, "content-encoding"],
    ["a body beyond the limit", `"${"x".repeat(2_000_001)}"`, {}, 413, "body-too-large"],
  ])("%s", async (_, body, headers, status, code) => {
    const answer = await server.send(path, body, headers);
    expect(answer).toMatchObject({
      status,
      json: { status, code, error: expect.any(String), title: expect.any(String) },
    });
    expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(answer.json.instance).toBe(`urn:kernelbayes:request:${answer.headers.get("x-request-id")}`);
  });

  test.each([
    ["/models/nothing/predict", "unknown-model"],
    ["/models/iris/versions/2/predict", "unknown-version"],
    ["/models/..%2F..%2Fetc%2Fpasswd/predict", "unknown-model"],
    ["/models/%2e%2e/predict", "not-found"],
    ["/nothing", "not-found"],
    [`/models/${"x".repeat(190)}/predict`, "unknown-model"],
  ])("%s is not there", async (address, code) => {
    expect(await server.send(address, [])).toMatchObject({ status: 404, json: { code } });
  });

  test("an unknown word in the address", async () => {
    expect(await server.send(`${path}?levl=0.5`, [])).toMatchObject({ status: 400, json: { code: "invalid-request" } });
  });
});

describe("what goes with every answer", () => {
  test("headers that keep browsers from running, framing and storing it; none of another origin", async () => {
    for (const address of ["/v2", "/nothing", path]) {
      const { headers } = await server.ask(address, { headers: { origin: "https://example.org" } });
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("x-powered-by")).toBeNull();
    }
  });

  test("an id: that of the client, where it is harmless", async () => {
    const idOf = async (id?: string): Promise<string> =>
      (await server.ask("/v2", id === undefined ? {} : { headers: { "x-request-id": id } })).headers.get(
        "x-request-id",
      )!;
    expect(await idOf("trace-7:a.b")).toBe("trace-7:a.b");
    const [one, other] = [await idOf(), await idOf()];
    expect(one).toMatch(/^[\w-]+$/);
    expect(other).not.toBe(one);
    expect(await idOf("a b")).not.toBe("a b");
    expect(await idOf("x".repeat(101))).not.toContain("xx");
  });
});

test("the log has no cell of a row", async () => {
  const loud = await served({
    models: [{ name: "iris", path: writeModel(folder, "again.json", irisPosterior) }],
    logLevel: "debug",
  });
  await loud.send(path, { rows: [{ ...flower(0), name: "Jane Roe", "petal width": 0.123456789 }] });
  await loud.send(path, { rows: [{ ...flower(0), "petal width": "a secret" }] });
  await loud.send(path, '{"rows":["a secret" 0.123456789]}');
  await loud.close();
  const text = JSON.stringify(loud.log);
  expect(loud.log.filter(({ msg }) => msg === "request")).toHaveLength(3);
  expect(text).toContain("/models/:name/predict");
  for (const cell of ["Jane", "secret", "0.123456789"]) expect(text).not.toContain(cell);
});
