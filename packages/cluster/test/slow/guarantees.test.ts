import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { crossValidate, iris, linearDiscriminant } from "kernelbayes";
import { version } from "kernelbayes/models";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { clusterAddress } from "../../src/address.ts";
import { clusterStatus } from "../../src/clusterStatus.ts";
import {
  clusterExecutor,
  type ClusterExecutor,
  type ClusterExecutorOptions,
} from "../../src/coordinator/clusterExecutor.ts";
import { engineBuilds } from "../../src/engineBuilds.ts";
import { keysOf } from "../../src/keys.ts";
import { announce, type WorkerDescription } from "../../src/registry.ts";
import { hasRedis, redisServer, type RedisServer } from "../redisServer.ts";
import {
  cleanUp,
  jobScript,
  killWorkers,
  temporaryFolder,
  workerProcess,
  type WorkerProcessOptions,
} from "../workers.ts";

const service = "tests";
const jobTasks = `{
  *square(input) { return input ** 2; },
  *sum({ rows, number }) { return number + rows.data.reduce((sum, value) => sum + value, 0); },
  *busy({ milliseconds, note }) {
    appendFileSync(note, "x");
    const end = Date.now() + milliseconds;
    while (Date.now() < end);
    return "done";
  },
}`;

let redis: RedisServer;
let admin: Redis;
let folder: string;
let script: string;
/** Makes a process compute other bits than this one, as another processor or runtime may. */
let otherMath: Readonly<Record<string, string>>;
const open: ClusterExecutor[] = [];

beforeAll(async () => {
  if (!hasRedis) return;
  folder = temporaryFolder();
  script = jobScript(jobTasks);
  const path = join(folder, "otherMath.mjs");
  writeFileSync(path, "const { tanh } = Math;\nMath.tanh = (x) => tanh(x) * (1 + Number.EPSILON);\n");
  otherMath = { NODE_OPTIONS: `--import ${path}` };
  redis = await redisServer();
  admin = new Redis({ port: redis.port });
});
afterEach(async () => {
  for (const executor of open.splice(0)) await executor.close();
  await killWorkers();
});
afterAll(async () => {
  admin?.disconnect();
  await cleanUp();
  await redis?.stop();
});

let projects = 0;
const newUrl = (): string => `${redis.url}?prefix=g${++projects}`;

async function start(url: string, ...workers: readonly Partial<WorkerProcessOptions>[]) {
  return Promise.all(workers.map((one) => workerProcess({ url, service, script, ...one })));
}

async function executorAt(url: string, options: Partial<ClusterExecutorOptions> = {}): Promise<ClusterExecutor> {
  const executor = await clusterExecutor({ address: clusterAddress(url), service, ...options });
  open.push(executor);
  return executor;
}

let files = 0;
const noteFile = (): string => join(folder, `note-${++files}`);
const noted = (file: string): number => (existsSync(file) ? readFileSync(file, "utf8").length : 0);

describe.skipIf(!hasRedis)("a worker", () => {
  test("registers what its machine has", async () => {
    const url = newUrl();
    await start(url, { slots: 3, machine: "lab" });
    const { workers } = await clusterStatus(clusterAddress(url));
    expect(workers).toMatchObject([
      { machine: "lab", slots: 3, memory: totalmem(), node: process.versions.node, library: version, service },
    ]);
    expect(workers[0].engines[0]).toEqual(engineBuilds()[0]);
    expect(workers[0].engines.map(({ name }) => name)).toContain("reference");
    await killWorkers();
    const settings = { slots: undefined as unknown as number };
    await start(url, settings);
    // The one that was killed is listed until it has been silent for long.
    const slots = (await clusterStatus(clusterAddress(url))).workers.map((worker) => worker.slots);
    expect(slots).toContain(availableParallelism());
  });

  test("keeps its job while the processor is busy for longer than a worker may be silent", async () => {
    const url = newUrl();
    await start(url, { machine: "a" }, { machine: "b" });
    const note = noteFile();
    const executor = await executorAt(url);
    expect(await executor.map("busy", [{ milliseconds: 7000, note }])).toEqual(["done"]);
    expect(noted(note)).toBe(1);
  });

  test("that is held up loses its job to another; the job that ran twice is one result", async () => {
    const url = newUrl();
    const [held] = await start(url, { machine: "held" });
    const note = noteFile();
    const executor = await executorAt(url);
    let steps = 0;
    const running = executor.map("busy", [{ milliseconds: 500, note }], { onProgress: () => steps++ });
    await expect.poll(() => noted(note), { timeout: 20_000 }).toBe(1);
    held.child.kill("SIGSTOP");
    await start(url, { machine: "other" });
    expect(await running).toEqual(["done"]);
    expect(held.notices).toEqual([]);
    expect(executor.record.machines).toEqual(["other"]);
    held.child.kill("SIGCONT");
    // It finds a result where it wants to put its own, and is a worker as before.
    expect(await executor.map("square", [1, 2, 3, 4, 5, 6])).toEqual([1, 4, 9, 16, 25, 36]);
    expect([noted(note), steps]).toEqual([2, 1]);
  });
});

describe.skipIf(!hasRedis)("large inputs", () => {
  test("travel once to each machine, whichever number of jobs and workers needs them", async () => {
    const url = newUrl();
    const caches = [temporaryFolder(), temporaryFolder()];
    await start(url, ...caches.flatMap((cache, at) => [1, 2].map(() => ({ cache, machine: `m${at}` }))));
    const executor = await executorAt(url);
    const rows = { data: new Float64Array(500_000).fill(0.5) };
    const table = rows.data.byteLength;
    const figure = async (name: string): Promise<number> =>
      Number(new RegExp(`${name}:(\\d+)`).exec(await admin.info("stats"))?.[1]);
    const before = { in: await figure("total_net_input_bytes"), out: await figure("total_net_output_bytes") };
    const inputs = Array.from({ length: 40 }, (_, number) => ({ rows, number }));
    expect(await executor.map("sum", inputs, { shared: ["rows"] })).toEqual(inputs.map((_, at) => 250_000 + at));
    const moved = {
      in: ((await figure("total_net_input_bytes")) - before.in) / table,
      out: ((await figure("total_net_output_bytes")) - before.out) / table,
    };
    // The rest is jobs, results and signs of life.
    expect(moved.in).toBeGreaterThanOrEqual(1);
    expect(moved.in).toBeLessThan(1.5);
    expect(moved.out).toBeLessThan(2.5);
  });
});

describe.skipIf(!hasRedis)("workers that compute other bits", () => {
  test("are refused by their names, or allowed and recorded", async () => {
    const url = newUrl();
    await start(url, { machine: "odd", env: otherMath });
    const error: unknown = await executorAt(url).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "EnvironmentError", code: "builds-differ" });
    expect(String(error)).toContain("computes other bits on odd than here");
    const mixed = await executorAt(url, { isMixed: true });
    expect(await mixed.map("square", [3])).toEqual([9]);
    expect(mixed.record).toEqual({ machines: ["odd"], engine: mixed.engine, isMixed: true });
  });

  test("take no part where they come later, which is reported", async () => {
    const url = newUrl();
    await start(url, { machine: "good" });
    const notices: string[] = [];
    const executor = await executorAt(url, { onNotice: (notice) => notices.push(notice) });
    await start(url, { machine: "odd", env: otherMath });
    const inputs = Array.from({ length: 8 }, () => ({ milliseconds: 500, note: noteFile() }));
    await executor.map("busy", inputs);
    expect(executor.record).toEqual({ machines: ["good"], engine: executor.engine, isMixed: false });
    expect(notices).toContain(`odd takes no part: its engine "${executor.engine}" computes other bits.`);
  });

  test("share an engine with the others where there is one", async () => {
    const url = newUrl();
    await start(url, { machine: "a", env: { KERNELBAYES_ENGINE: "reference" } }, { machine: "b" });
    const executor = await executorAt(url, { engine: "reference" });
    expect(executor.engine).toBe("reference");
    const options = { target: "species", folds: 4, seed: 2, engine: "reference" };
    const here = await crossValidate(linearDiscriminant(), iris(), options);
    expect(await crossValidate(linearDiscriminant(), iris(), { ...options, executor })).toEqual(here);
    await expect(executorAt(url, { engine: "native" })).rejects.toMatchObject({ code: "builds-differ" });
  });
});

test.skipIf(!hasRedis)("workers of another version are named where there are no others", async () => {
  const url = newUrl();
  const address = clusterAddress(url);
  const old = { id: "old", machine: "old", service, library: "0.0.1", slots: 1, engines: [] };
  await announce(admin, keysOf(address, service), old as unknown as WorkerDescription);
  const error: unknown = await executorAt(url, { patience: { first: 0.2 } }).catch((e: unknown) => e);
  expect(error).toMatchObject({ name: "EnvironmentError", code: "no-workers" });
  expect(String(error)).toContain(`There are workers of version 0.0.1, which cannot do the jobs of ${version}.`);
});
