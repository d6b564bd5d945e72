import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, linearDiscriminant, selectRows, type Posterior } from "kernelbayes";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ServerOptions } from "@kernelbayes/server";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Served } from "./served.ts";

const others: Posterior = fitSync(
  linearDiscriminant(),
  selectRows(
    iris(),
    Int32Array.from({ length: 90 }, (_, row) => Math.floor(row * 1.66)),
  ),
  { target: "species" },
);
const rows = [flower(0), flower(70), flower(130)];
const isBy = (posterior: Posterior, predictions: unknown): boolean =>
  JSON.stringify(predictions) === JSON.stringify(posterior.predict(rows, { intervals: false }).toRows());

const root = folderOfFile();
let folder: string;
let count = 0;
beforeEach(() => {
  folder = join(root, String(++count));
  mkdirSync(folder);
});

async function serving(options: Partial<ServerOptions> = {}): Promise<Served> {
  const server = await served({ folder, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Two looks: a file that was seen to change is read when it has stopped changing. */
async function lookTwice(server: Served): Promise<void> {
  await server.look();
  await server.look();
}

async function predictedBy(server: Served, path = "/models/a/predict"): Promise<string> {
  const { status, json } = await server.send(path, rows);
  if (status !== 200) return `${status} ${String(json.code)}`;
  return isBy(irisPosterior, json.predictions) ? "first" : isBy(others, json.predictions) ? "second" : "neither";
}

describe("a file that changes", () => {
  test("is loaded when it is asked for, and replaced when it has changed", async () => {
    writeModel(folder, "a.json", irisPosterior);
    const server = await serving();
    expect((await server.ask("/models")).json.models).toEqual([{ name: "a", version: "1", state: "not loaded" }]);
    expect(await predictedBy(server)).toBe("first");
    const [before] = (await server.ask("/models")).json.models;
    writeModel(folder, "new", others);
    renameSync(join(folder, "new"), join(folder, "a.json"));
    await lookTwice(server);
    expect(await predictedBy(server)).toBe("second");
    const [after] = (await server.ask("/models")).json.models;
    expect(after.hash).not.toBe(before.hash);
    expect((await server.ask("/metrics")).text).toContain(
      'kernelbayes_model_reloads_total{model="a",result="replaced"} 1',
    );
  });

  test("is refused with the reason when it is bad, the former one serves on, and the next good one is taken", async () => {
    const path = writeModel(folder, "a.json", irisPosterior);
    const server = await serving({ models: [{ name: "named", path }] });
    await server.ask("/models/a");
    const text = JSON.stringify(others.toDocument());
    for (const bad of [
      text.slice(0, text.length / 2),
      "{}",
      "",
      text.replace('"classes":["setosa"', '"classes":["versicolor"'),
    ]) {
      writeFileSync(path, bad);
      await lookTwice(server);
      expect(await predictedBy(server)).toBe("first");
      const models = (await server.ask("/models")).json.models;
      expect(models).toMatchObject([
        { name: "named", state: "ready", problem: { code: "invalid-document" } },
        { name: "a", state: "ready", problem: { code: "invalid-document" } },
      ]);
    }
    writeFileSync(path, text);
    await lookTwice(server);
    expect(await predictedBy(server)).toBe("second");
    expect(await predictedBy(server, "/models/named/predict")).toBe("second");
    expect((await server.ask("/models")).json.models.every((model) => !("problem" in model))).toBe(true);
    expect(server.log.filter(({ msg }) => msg === "model refused")).toHaveLength(8);
  });

  test("that is being written is left alone until it stays as it is", async () => {
    const path = writeModel(folder, "a.json", irisPosterior);
    const server = await serving();
    await server.ask("/models/a");
    const text = JSON.stringify(others.toDocument());
    for (const share of [0.2, 0.5, 0.8, 1]) {
      writeFileSync(path, text.slice(0, Math.ceil(share * text.length)));
      await server.look();
    }
    expect(server.log.filter(({ msg }) => msg === "model refused")).toEqual([]);
    await server.look();
    expect(await predictedBy(server)).toBe("second");
  });

  test("with the same content keeps its model and what was counted of drift", async () => {
    const path = writeModel(folder, "a.json", irisPosterior);
    const server = await serving();
    await predictedBy(server);
    writeModel(folder, "a.json", irisPosterior);
    await lookTwice(server);
    expect((await server.ask("/models/a/drift")).json.rows).toBe(3);
    expect(path).toContain("a.json");
  });

  test("loses no request while it is replaced under load", async () => {
    writeModel(folder, "a.json", irisPosterior);
    const server = await serving();
    await predictedBy(server);
    const load = { isDone: false };
    const seen = new Set<string>();
    const client = async (): Promise<number> => {
      let answers = 0;
      for (; !load.isDone; answers++) seen.add(await predictedBy(server));
      return answers;
    };
    const clients = Promise.all([client(), client(), client(), client()]);
    for (let turn = 0; turn < 6; turn++) {
      writeModel(folder, "new", turn % 2 === 0 ? others : irisPosterior);
      renameSync(join(folder, "new"), join(folder, "a.json"));
      await lookTwice(server);
    }
    load.isDone = true;
    expect((await clients).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(20);
    expect([...seen].toSorted()).toEqual(["first", "second"]);
  });
});

describe("versions", () => {
  test("are asked for by name, the last one by default; new ones and removed ones are noticed", async () => {
    mkdirSync(join(folder, "a/2"), { recursive: true });
    writeModel(folder, "a/1.json", irisPosterior);
    writeModel(folder, "a/2/model.json", others);
    const server = await serving();
    expect(await predictedBy(server)).toBe("second");
    expect(await predictedBy(server, "/models/a/versions/1/predict")).toBe("first");
    writeModel(folder, "a/10.json", irisPosterior);
    await server.look();
    expect(await predictedBy(server)).toBe("first");
    expect((await server.ask("/v2/models/a")).json.versions).toEqual(["1", "2", "10"]);
    rmSync(join(folder, "a/10.json"));
    await server.look();
    expect(await predictedBy(server)).toBe("second");
    expect(await predictedBy(server, "/models/a/versions/10/predict")).toBe("404 unknown-version");
    rmSync(join(folder, "a"), { recursive: true });
    await server.look();
    expect(await predictedBy(server)).toBe("404 unknown-model");
  });

  test("that were never good are answered with the reason, until they are", async () => {
    writeFileSync(join(folder, "a.json"), "{}");
    const server = await serving();
    expect(await predictedBy(server)).toBe("503 model-unusable");
    const { json } = await server.ask("/v2/models/a/ready");
    expect(json).toMatchObject({ status: 503, code: "model-unusable", reason: "invalid-document" });
    expect(JSON.stringify(json)).not.toContain(folder);
    writeModel(folder, "a.json", others);
    await lookTwice(server);
    expect(await predictedBy(server)).toBe("second");
  });

  test("stay while the folder cannot be read for a moment", async () => {
    writeModel(folder, "a.json", irisPosterior);
    const server = await serving();
    await predictedBy(server);
    renameSync(folder, `${folder}.away`);
    await server.look();
    expect(await predictedBy(server)).toBe("first");
    renameSync(`${folder}.away`, folder);
    await server.look();
    expect(await predictedBy(server)).toBe("first");
  });
});

describe("the memory for models", () => {
  test("holds the last used ones, and the others again when they are asked for", async () => {
    for (const name of ["a", "b", "c"]) writeModel(folder, `${name}.json`, irisPosterior);
    const bytes = JSON.stringify(irisPosterior.toDocument()).length;
    // Room for two models with their copies in four places: the file, the serving thread, the worker, and the thread that explains.
    const server = await serving({ modelMemory: Math.round(4 * 2.5 * bytes) });
    const states = async (): Promise<unknown[]> => (await server.ask("/models")).json.models.map(({ state }) => state);
    for (const name of ["a", "b"]) await predictedBy(server, `/models/${name}/predict`);
    expect(await states()).toEqual(["ready", "ready", "not loaded"]);
    await predictedBy(server, "/models/a/predict");
    await predictedBy(server, "/models/c/predict");
    expect(await states()).toEqual(["ready", "not loaded", "ready"]);
    expect(await predictedBy(server, "/models/b/predict")).toBe("first");
    expect(await states()).toEqual(["not loaded", "ready", "ready"]);
    const { text } = await server.ask("/metrics");
    expect(Number(/^kernelbayes_model_bytes (\d+)$/m.exec(text)![1])).toBe(8 * bytes);
  });

  test("refuses a model that is larger than all of it", async () => {
    writeModel(folder, "a.json", irisPosterior);
    const server = await serving({ modelMemory: 1000 });
    expect(await server.send("/models/a/predict", rows)).toMatchObject({
      status: 503,
      json: { code: "model-unusable", reason: "model-too-large" },
    });
  });
});

describe("a server does not start", () => {
  const failing = async (options: ServerOptions): Promise<unknown> => {
    await expect(served(options).then((server) => server.close())).rejects.toHaveProperty("code");
    return served(options).catch(({ code, message }: { code: string; message: string }) => `${code}: ${message}`);
  };

  test("with a model that is bad or not there, a folder that is not there, or a port in use", async () => {
    writeFileSync(join(folder, "bad.json"), "{}");
    expect(await failing({ models: [{ name: "a", path: join(folder, "bad.json") }] })).toMatch(
      /^invalid-document: .*bad\.json/,
    );
    expect(await failing({ models: [{ name: "a", path: join(folder, "no.json") }] })).toMatch(
      /^unreadable-file: .*no\.json/,
    );
    expect(await failing({ folder: join(folder, "no") })).toMatch(/^unreadable-folder: /);
    const server = await serving();
    const port = Number(new URL(server.url).port);
    expect(await failing({ folder, port })).toMatch(/^port-in-use: /);
  });
});
