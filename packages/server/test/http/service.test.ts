import { iris } from "kernelbayes";
import { driftMonitor } from "kernelbayes/evaluate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Served } from "./served.ts";

let server: Served;
let folder: string;
beforeAll(async () => {
  folder = folderOfFile();
  server = await served({ models: [{ name: "iris", path: writeModel(folder, "iris.json", irisPosterior) }] });
});
afterAll(() => server.close());

const all = Array.from({ length: 150 }, (_, row) => flower(row));

describe("drift", () => {
  test("is that of the rows which were predicted, one by one, together and by a worker", async () => {
    for (const row of all.slice(0, 20)) await server.send("/models/iris/predict", [row]);
    await server.send("/models/iris/predict", all.slice(20));
    const large = Array.from({ length: 15 }, () => all).flat();
    await server.send("/models/iris/predict", large);
    await server.send("/models/iris/predict", [{ ...flower(0), "petal width": "wide" }]);
    const { status, json } = await server.ask("/models/iris/drift");
    expect(status).toBe(200);
    const monitor = driftMonitor(irisPosterior, { together: false });
    for (let time = 0; time < 16; time++) monitor.add(iris());
    expect(json).toMatchObject({ model: "iris", version: "1", rows: 16 * 150 });
    expect(json.columns).toEqual(monitor.drift().columns);
    expect(json.columns.every(({ shift }) => shift === "none")).toBe(true);
  });

  test("names the columns that moved", async () => {
    const wide = all.map((row) => ({ ...row, "sepal width": 10 * row["sepal width"] }));
    await server.send("/models/iris/predict", Array.from({ length: 8 }, () => wide).flat());
    const { json } = await server.ask("/models/iris/versions/1/drift");
    expect(json.columns.filter(({ shift }) => shift !== "none").map(({ name }) => name)).toEqual(["sepal width"]);
  });

  test("is not known of a model of an earlier version", async () => {
    const { profiles: _, sketch: __, ...old } = irisPosterior.toDocument();
    const path = writeModel(folder, "old.json", { toDocument: () => old } as typeof irisPosterior);
    const other = await served({ models: [{ name: "old", path }], workers: 0 });
    expect((await other.send("/models/old/predict", all)).json.predictions).toHaveLength(150);
    expect(await other.ask("/models/old/drift")).toMatchObject({ status: 409, json: { code: "no-profiles" } });
    await other.close();
  });
});

test("the figures count requests, rows by class, abstentions and rows outside", async () => {
  const other = await served({ models: [{ name: "iris", path: writeModel(folder, "iris.json", irisPosterior) }] });
  await other.send("/models/iris/predict", { rows: all.slice(0, 60), abstain: 0.9999 });
  await other.send("/models/iris/predict", [{ ...flower(0), "petal width": 99 }]);
  await other.send("/models/nothing/predict", []);
  const { text, headers } = await other.ask("/metrics");
  await other.close();
  expect(headers.get("content-type")).toContain("text/plain");
  const { labels } = irisPosterior.predict(all.slice(0, 60));
  const setosa = labels.filter((label) => label === "setosa").length;
  for (const line of [
    'http_requests_total{route="/models/:name/predict",status="200"} 2',
    'http_requests_total{route="/models/:name/predict",status="404"} 1',
    'http_request_seconds_count{route="/models/:name/predict"} 3',
    `predictions_total{model="iris",version="1",class="setosa"} ${setosa}`,
    'abstentions_total{model="iris",version="1"} 60',
    'rows_outside_total{model="iris",version="1"} 1',
    "batch_rows_sum 61",
    "models_loaded 1",
    "workers 1",
    "queue_requests 0",
  ]) {
    expect(text.split("\n")).toContain(`kernelbayes_${line}`);
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
});

describe("the description of the interface", () => {
  test("names every address, what it takes and how it refuses", async () => {
    const { json } = await server.ask("/openapi.json");
    expect(Object.keys(json.paths).toSorted()).toEqual(
      [
        "/models",
        ...["/models/{name}", "/models/{name}/versions/{version}"].flatMap((path) => [
          path,
          `${path}/predict`,
          `${path}/drift`,
        ]),
        "/v2",
        "/v2/health/live",
        "/v2/health/ready",
        ...["/v2/models/{name}", "/v2/models/{name}/versions/{version}"].flatMap((path) => [
          path,
          `${path}/ready`,
          `${path}/infer`,
        ]),
      ].toSorted(),
    );
    const { post } = json.paths["/models/{name}/predict"] as {
      post: { requestBody: { content: Record<string, object> } };
    };
    const { content } = post.requestBody;
    expect(Object.keys(content)).toEqual(["application/json", "text/csv"]);
    expect(content["application/json"]).toMatchObject({ schema: { anyOf: [{ type: "object" }, { type: "array" }] } });
    expect(content["text/csv"]).toMatchObject({ schema: { type: "string" } });
    for (const [path, operations] of Object.entries(json.paths)) {
      for (const { responses } of Object.values(operations) as { responses: Record<string, object> }[]) {
        if (path.startsWith("/v2/health")) continue;
        expect(Object.keys(responses)).toEqual(["200", "4XX", "5XX"]);
        expect(responses["5XX"]).toMatchObject({
          content: { "application/problem+json": { schema: { type: "object" } } },
        });
      }
    }
    const described = JSON.stringify(post.requestBody);
    for (const asked of ["The rows, each an object", '"intervals"', '"explain"']) expect(described).toContain(asked);
  });

  test("has a page that loads nothing from elsewhere", async () => {
    const { status, text, headers } = await server.ask("/docs");
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    const sources = Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, source]) => source);
    expect(sources.length).toBeGreaterThan(4);
    for (const source of sources) {
      expect(source).toMatch(/^\/docs\/static\//);
      expect((await server.ask(source)).status).toBe(200);
    }
  });
});

test("a model is described with its columns and what the training rows hold", async () => {
  const { json } = await server.ask("/models/iris");
  expect(json).toMatchObject({
    name: "iris",
    version: "1",
    target: "species",
    rows: 150,
    intervals: true,
    sets: true,
    missing: "refuse",
  });
  expect(json.classes).toEqual(irisPosterior.classes.map((name) => ({ name, rows: 50 })));
  expect(json.columns[0]).toMatchObject({ name: "sepal length", kind: "number", training: { missing: 0 } });
});
