import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crossValidate, EnvironmentError, InputError, iris, linearDiscriminant, NumericalError } from "kernelbayes";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { clusterAddress } from "../../src/address.ts";
import { clusterStatus } from "../../src/clusterStatus.ts";
import {
  clusterExecutor,
  type ClusterExecutor,
  type ClusterExecutorOptions,
} from "../../src/coordinator/clusterExecutor.ts";
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
/** Tasks that show how a cluster treats them; what happens is noted in files. */
const jobTasks = `{
  *square(input) { return input ** 2; },
  *sum({ rows, note }) {
    appendFileSync(note, "x");
    return rows.data.reduce((sum, value) => sum + value, 0);
  },
  *large(length) { return new Float64Array(length).fill(7); },
  *slow({ milliseconds, note }) {
    for (let step = 0; step < 10; step++) {
      yield progress("slow", step, 10);
      appendFileSync(note, "x");
      wait(milliseconds / 10);
    }
    return "done";
  },
  *wrong() { throw new InputError("wrong", "It is wrong.", { row: 3 }); },
  *odd() { return new Map(); },
  *fault() { return null.length; },
  *lack({ note, times }) {
    appendFileSync(note, "x");
    if (readFileSync(note, "utf8").length <= times) throw new EnvironmentError("no-memory", "There is no memory.");
    return "found";
  },
  *crash({ note, times }) {
    appendFileSync(note, "x");
    if (readFileSync(note, "utf8").length <= times) process.kill(process.pid, "SIGKILL");
    return "survived";
  },
}`;

let redis: RedisServer;
let notes: string;
let script: string;
const open: ClusterExecutor[] = [];

beforeAll(async () => {
  notes = temporaryFolder();
  script = jobScript(jobTasks);
  if (hasRedis) redis = await redisServer();
});
afterEach(async () => {
  for (const executor of open.splice(0)) await executor.close();
  await killWorkers();
});
afterAll(async () => {
  await cleanUp();
  await redis?.stop();
});

let projects = 0;
/** An executor over workers that nobody else uses. */
async function cluster(
  workers: readonly Partial<WorkerProcessOptions>[] = [{}],
  options: Partial<ClusterExecutorOptions> = {},
): Promise<{ executor: ClusterExecutor; url: string }> {
  const url = `${redis.url}?prefix=p${++projects}`;
  await Promise.all(workers.map((one) => workerProcess({ url, service, script, ...one })));
  const executor = await clusterExecutor({ address: clusterAddress(url), service, ...options });
  open.push(executor);
  return { executor, url };
}

let files = 0;
const noteFile = (): string => join(notes, `note-${++files}`);
const noted = (file: string): number => (existsSync(file) ? readFileSync(file, "utf8").length : 0);

/** Whether a promise is still to be kept. */
function isPending(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), new Promise<true>((resolve) => setTimeout(() => resolve(true), 10))]);
}

describe.skipIf(!hasRedis)("results of a cluster", () => {
  test("are those of one machine, to the last bit, and say who made them", async () => {
    const { executor } = await cluster([{ machine: "a" }, { machine: "b" }]);
    expect(executor.engine).toBe(process.env.KERNELBAYES_ENGINE);
    expect(executor.workers).toBe(4);
    const options = { target: "species", folds: 5, seed: 2 };
    const here = await crossValidate(linearDiscriminant(), iris(), options);
    const there = await crossValidate(linearDiscriminant(), iris(), { ...options, executor });
    expect(there).toEqual(here);
    const { machines, ...rest } = executor.record;
    expect(["a", "b"]).toEqual(expect.arrayContaining([...machines]));
    expect(rest).toEqual({ engine: executor.engine, isMixed: false });
  });

  test("stand in the order of the inputs; equal inputs are computed once", async () => {
    const { executor } = await cluster([{ slots: 2 }]);
    expect(await executor.map("square", [3, 1, 2])).toEqual([9, 1, 4]);
    expect(await executor.map("square", [])).toEqual([]);
    const note = noteFile();
    const input = { milliseconds: 50, note };
    expect(await executor.map("slow", [input, input])).toEqual(["done", "done"]);
    expect(noted(note)).toBe(10);
    // Also later, as long as the result is there, but not for an executor that wants everything anew.
    expect(await executor.map("slow", [input])).toEqual(["done"]);
    expect(noted(note)).toBe(10);
  });

  test("are computed anew where that is asked for", async () => {
    const note = noteFile();
    const input = { milliseconds: 10, note };
    const { executor, url } = await cluster();
    await executor.map("slow", [input]);
    const fresh = await clusterExecutor({ address: clusterAddress(url), service, fresh: true });
    open.push(fresh);
    await fresh.map("slow", [input]);
    expect(noted(note)).toBe(20);
  });

  test.each(["redis", "folder", "http"])(
    "may be large, and inputs too, which go once to each machine: %s",
    async (kind) => {
      const folder = temporaryFolder();
      const { freePort } = await import("../redisServer.ts");
      const blobs = { redis: "redis", folder: `file://${folder}`, http: `http://127.0.0.1:${await freePort()}` }[kind]!;
      const url = `${redis.url}?prefix=blobs-${kind}&blobs=${blobs}`;
      const cache = temporaryFolder();
      await Promise.all([1, 2].map(() => workerProcess({ url, service, script, cache, slots: 2 })));
      const executor = await clusterExecutor({ address: clusterAddress(url), service });
      open.push(executor);
      const [large] = (await executor.map("large", [100_000])) as Float64Array[];
      expect(large).toEqual(new Float64Array(100_000).fill(7));
      const rows = { data: new Float64Array(200_000).fill(0.5) };
      const inputs = Array.from({ length: 12 }, (_, at) => ({
        rows: { data: rows.data.slice() },
        note: `${noteFile()}-${at}`,
      }));
      expect(await executor.map("sum", inputs, { shared: ["rows"] })).toEqual(inputs.map(() => 100_000));
      // Both workers of the machine have found the one file.
      const { readdirSync } = await import("node:fs");
      expect(readdirSync(cache).filter((name) => name.length === 64)).toHaveLength(1);
    },
  );
});

describe.skipIf(!hasRedis)("errors on a cluster", () => {
  test("of the data keep their kind, code and place, and are not tried again", async () => {
    const { executor } = await cluster();
    const error: unknown = await executor.map("wrong", [1]).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "wrong", place: { row: 3 } });
    await expect(executor.map("cube", [1])).rejects.toThrow(new RangeError('There is no task "cube".'));
    await expect(executor.map("fault", [1])).rejects.toThrow(TypeError);
    await expect(executor.map("odd", [1])).rejects.toMatchObject({ code: "not-plain-data" });
    // The worker is as good as new.
    expect(await executor.map("square", [2])).toEqual([4]);
  });

  test("of machines are tried again, on others if there are any", async () => {
    const { executor } = await cluster([{ machine: "a" }, { machine: "b" }]);
    const note = noteFile();
    expect(await executor.map("lack", [{ note, times: 1 }])).toEqual(["found"]);
    expect(noted(note)).toBe(2);
  });

  test("of machines that stay are the result after five tries", async () => {
    const { executor } = await cluster();
    const note = noteFile();
    const error: unknown = await executor.map("lack", [{ note, times: 100 }]).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error).toMatchObject({ code: "no-memory" });
    expect(noted(note)).toBe(5);
  });

  test("a process that ends is replaced, and its job done by another", async () => {
    const { executor } = await cluster();
    const note = noteFile();
    expect(await executor.map("crash", [{ note, times: 2 }])).toEqual(["survived"]);
    expect(noted(note)).toBe(3);
  });

  test("a job that takes down its processes on three machines is set aside with its reason; the others go on", async () => {
    const { executor, url } = await cluster(["a", "b", "c"].map((machine) => ({ machine })));
    const note = noteFile();
    const [crashed, squares] = await Promise.all([
      executor.map("crash", [{ note, times: 100 }]).catch((e: unknown) => e),
      executor.map("square", [1, 2, 3]),
    ]);
    expect(squares).toEqual([1, 4, 9]);
    expect(crashed).toBeInstanceOf(NumericalError);
    expect(crashed).toMatchObject({ code: "job-set-aside" });
    const { message } = crashed as Error;
    for (const machine of ["a", "b", "c"]) expect(message).toContain(`on ${machine}: its process was ended by SIGKILL`);
    expect(noted(note)).toBe(3);
    const { aside } = await clusterStatus(clusterAddress(url));
    expect(aside).toMatchObject([{ task: "crash" }]);
  });

  test("no worker is an error that says so", async () => {
    const address = clusterAddress(`${redis.url}?prefix=nobody`);
    await expect(clusterExecutor({ address, patience: { first: 0.3 } })).rejects.toMatchObject({
      name: "EnvironmentError",
      code: "no-workers",
    });
  });

  test("workers that go away for good are an error that says so", async () => {
    const url = `${redis.url}?prefix=leaving`;
    const worker = await workerProcess({ url, service, script });
    const executor = await clusterExecutor({ address: clusterAddress(url), service, patience: { others: 3 } });
    open.push(executor);
    const running = executor.map("slow", [{ milliseconds: 60_000, note: noteFile() }]).catch((e: unknown) => e);
    await worker.kill();
    expect(await running).toMatchObject({ code: "no-workers" });
  });
});

describe.skipIf(!hasRedis)("a run on a cluster", () => {
  test("shows how far its jobs have come", async () => {
    const { executor } = await cluster();
    const seen: number[] = [];
    let done = 0;
    await executor.map("slow", [{ milliseconds: 2000, note: noteFile() }], {
      onFraction: (_, fraction) => seen.push(fraction),
      onProgress: ({ step }) => (done = step),
    });
    expect(done).toBe(1);
    expect(seen.at(-1)).toBe(1);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.filter((fraction) => fraction > 0 && fraction < 1).length).toBeGreaterThan(4);
  });

  test("that is aborted ends its jobs within a second, and leaves the workers usable", async () => {
    const { executor } = await cluster([{ slots: 2 }]);
    const notesOf = [noteFile(), noteFile(), noteFile()];
    const controller = new AbortController();
    const reason = new Error("enough");
    const inputs = notesOf.map((note) => ({ milliseconds: 30_000, note }));
    const running = executor.map("slow", inputs, { signal: controller.signal }).catch((e: unknown) => e);
    await expect.poll(() => noted(notesOf[0]) + noted(notesOf[1]), { timeout: 10_000 }).toBeGreaterThan(1);
    controller.abort(reason);
    expect(await running).toBe(reason);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const before = notesOf.map(noted);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(notesOf.map(noted)).toEqual(before);
    expect(await executor.map("square", [5])).toEqual([25]);
  });

  test("puts no more into the queue than its window", async () => {
    const { executor, url } = await cluster([{}], { window: 3 });
    const running = executor.map(
      "slow",
      Array.from({ length: 12 }, () => ({ milliseconds: 300, note: noteFile() })),
    );
    const seen: number[] = [];
    while (await isPending(running)) {
      const { queues } = await clusterStatus(clusterAddress(url));
      seen.push(...queues.map(({ waiting, active, delayed }) => waiting + active + delayed));
    }
    const most = Math.max(...seen);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
  });

  test("ends with an error of its listener", async () => {
    const { executor } = await cluster();
    const onFraction = (): void => {
      throw new Error("closed the window");
    };
    const input = { milliseconds: 3000, note: noteFile() };
    await expect(executor.map("slow", [input], { onFraction })).rejects.toThrow("closed the window");
    expect(await executor.map("square", [3])).toEqual([9]);
  });

  test("closed, takes no more work and rejects what is under way", async () => {
    const { executor } = await cluster();
    const running = executor.map("slow", [{ milliseconds: 30_000, note: noteFile() }]).catch((e: unknown) => e);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await executor.close();
    expect(String(await running)).toContain("closed before its jobs were done");
    await expect(executor.map("square", [1])).rejects.toThrow("closed");
  });
});
