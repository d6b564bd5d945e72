import { gaussianProcess, fitSync, iris } from "kernelbayes";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ServerOptions } from "@kernelbayes/server";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Answered, type Served } from "./served.ts";

const slow = fitSync(gaussianProcess(), iris(), { target: "species" });
let folder: string;
beforeAll(() => {
  writeModel(folder, "iris.json", irisPosterior);
  writeModel(folder, "slow.json", slow);
});
folder = folderOfFile();
afterAll(() => undefined);

async function serving(options: Partial<ServerOptions> = {}): Promise<Served> {
  const server = await served({ folder, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Rows that keep a worker busy for a while. */
const heavy = { rows: Array.from({ length: 4000 }, (_, at) => flower(at % 150)), intervals: true };
const light = { rows: [flower(7)] };
const path = "/models/slow/predict";

const codes = (answers: readonly Answered[]): unknown[] =>
  answers.map(({ status, json }) => (status === 200 ? 200 : json.code));

describe("a worker that ends", () => {
  test("is replaced, and what it was doing is done again", async () => {
    const server = await serving();
    await server.send(path, light);
    const [thread] = server.threads;
    const answers = Promise.all([
      server.send(path, heavy),
      server.send(path, { ...heavy, sets: 0.9 }),
      server.send(path, light),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await thread.terminate();
    expect(codes(await answers)).toEqual([200, 200, 200]);
    expect((await answers)[0].json.predictions).toHaveLength(4000);
    expect(server.threads).toHaveLength(1);
    expect(server.threads[0]).not.toBe(thread);
    expect((await server.ask("/metrics")).text).toContain("kernelbayes_workers_lost_total 1");
    expect(server.log.filter(({ msg }) => msg === "worker replaced")).toHaveLength(1);
  });

  test("time and again fails its requests with 503, and others are answered after it", async () => {
    const server = await serving();
    await server.send(path, light);
    const answer = server.send(path, heavy);
    for (let time = 0; time < 2; time++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await server.threads[0]?.terminate();
    }
    const { status, json, headers } = await answer;
    // A machine that had been done by then has answered.
    if (status !== 200) {
      expect([status, json.code]).toEqual([503, "worker-lost"]);
      expect(headers.get("retry-after")).toBe("1");
    }
    expect((await server.send(path, heavy)).status).toBe(200);
  });
});

describe("limits", () => {
  test("requests beyond the queue are refused at once, with the time after which to come again", async () => {
    const server = await serving({ queue: 2 });
    await server.send(path, light);
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.send(path, heavy)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const { json, headers } of refused) {
      expect(json.code).toBe("busy");
      expect(headers.get("retry-after")).toBe("1");
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect((await server.send(path, light)).status).toBe(200);
  });

  test("a request that takes too long is given up, its worker is freed, and others are answered", async () => {
    const server = await serving({ timeLimit: 0.15 });
    // To load a model may take longer than the limit; then it is there for a later request.
    for (const name of ["iris", "slow"]) {
      await expect.poll(async () => (await server.ask(`/models/${name}`)).status, { timeout: 20_000 }).toBe(200);
    }
    const longest = { ...heavy, rows: Array.from({ length: 20 }, () => heavy.rows).flat() };
    const { status, json, headers } = await server.send(path, longest);
    expect([status, json.code]).toEqual([503, "time-limit"]);
    expect(headers.get("retry-after")).toBe("1");
    // Whatever a cheap model needs is done in the serving thread.
    expect((await server.send("/models/iris/predict", light)).status).toBe(200);
    await expect
      .poll(async () => (await server.ask("/metrics")).text, { timeout: 5000 })
      .toMatch(/workers_lost_total [1-9]/);
    await expect
      .poll(async () => (await server.send(path, light)).status, { timeout: 20_000, interval: 100 })
      .toBe(200);
  });

  test("a client that goes away takes its request out of the queue", async () => {
    const server = await serving();
    await server.send(path, light);
    const first = server.send(path, heavy);
    const stop = new AbortController();
    const gone = Array.from({ length: 5 }, () =>
      server
        .ask(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(heavy),
          signal: stop.signal,
        })
        .catch(() => "gone"),
    );
    await new Promise((resolve) => setTimeout(resolve, 40));
    stop.abort();
    expect(await Promise.all(gone)).toEqual(new Array(5).fill("gone"));
    expect((await first).status).toBe(200);
    expect((await server.send(path, light)).status).toBe(200);
    const { text } = await server.ask("/metrics");
    expect(text).toContain("kernelbayes_queue_requests 0");
  });
});

test("without workers the serving thread predicts everything", async () => {
  const server = await serving({ workers: 0 });
  const answers = await Promise.all([
    server.send(path, heavy),
    server.send("/models/iris/predict", { ...heavy, sets: 0.9 }),
  ]);
  expect(codes(answers)).toEqual([200, 200]);
  expect(answers[0].json.predictions.slice(0, 3)).toEqual(slow.predict(heavy.rows.slice(0, 3)).toRows());
  expect(server.threads).toEqual([]);
});

test("batches can be switched off", async () => {
  const server = await serving({ batchWait: 0 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.send(path, light)));
  expect(codes(answers)).toEqual(new Array(20).fill(200));
  const { text } = await server.ask("/metrics");
  expect(text).toContain('kernelbayes_batch_requests_bucket{le="1"} 20');
});
