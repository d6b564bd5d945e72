import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serialExecutor, tasks, type Executor, type Job } from "kernelbayes";
import { workerExecutor } from "kernelbayes/node";
import { expect, test } from "vitest";
import type { Experiment } from "../../src/experiment/experiment.ts";
import { chosenProblems, modelJobs } from "../../src/experiment/experimentJobs.ts";
import { experimentTask } from "../../src/experiment/experimentTask.ts";
import { methodOf } from "../../src/experiment/method.ts";
import { openResultStore } from "../../src/experiment/resultStore.ts";
import { parseResults, timeless } from "../../src/experiment/resultTable.ts";
import { routedExecutor } from "../../src/experiment/routedExecutor.ts";
import { runExperiments } from "../../src/experiment/runExperiments.ts";
import { sampleData, temporaryFolder } from "./folders.ts";
import { measured } from "./samples.ts";

const stream = { write: (): void => {} };

function sampleJobs(directory: string): Job<Experiment>[] {
  return chosenProblems(directory, undefined).flatMap((problem) =>
    // The quadratic discriminant needs more rows of each class than twonorm has columns, and fails on some partitions.
    ["lda", "qda", "lda:shrinkage=0.3"].flatMap((method) =>
      modelJobs(problem, methodOf(method), { directory, seed: 1, partitions: 3 }),
    ),
  );
}

function here(): Executor {
  return serialExecutor({ ...tasks, experiment: experimentTask });
}

/** Worker threads as the benchmark has them. */
function workers(count: number): Executor {
  const script = new URL("../../dist/experimentWorker.js", import.meta.url);
  if (!existsSync(script)) throw new Error("The package is not built. Run `npm run setup` first.");
  return workerExecutor({ workers: count, script });
}

function rowsOf(directory: string): unknown[] {
  return parseResults(readFileSync(join(directory, "results.parquet"))).map(timeless);
}

test("the store is the same for any number of workers, failures included", async () => {
  const directory = sampleData();
  const jobs = sampleJobs(directory);
  const stores: unknown[][] = [];
  for (const executor of [here(), workers(1), workers(3)]) {
    const store = temporaryFolder();
    const { rows, counts } = await runExperiments({ title: "", jobs, executor, directory: store, stream });
    expect(counts).toMatchObject({ of: 18, done: 18, resumed: 0 });
    expect(rows).toHaveLength(18);
    stores.push(rowsOf(store));
  }
  expect(stores[1]).toEqual(stores[0]);
  expect(stores[2]).toEqual(stores[0]);
  const statuses = stores[0].map((row) => (row as { status: string }).status);
  expect(statuses.filter((status) => status === "failed").length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === "done").length).toBeGreaterThanOrEqual(12);
});

test("results of other jobs stay in the store and are not returned; those that are there are not computed again", async () => {
  const directory = sampleData();
  const store = temporaryFolder();
  const jobs = sampleJobs(directory);
  const some = { title: "", jobs: jobs.slice(0, 5), directory: store, stream };
  await runExperiments({ ...some, executor: here() });
  const more = await runExperiments({ ...some, jobs: jobs.slice(3, 9), executor: here() });
  expect(more.counts).toEqual({ of: 6, done: 6, resumed: 2, failed: more.counts.failed });
  expect(more.rows.map(({ key }) => key).toSorted()).toEqual(
    jobs
      .slice(3, 9)
      .map(({ key }) => key)
      .toSorted(),
  );
  expect(rowsOf(store)).toHaveLength(9);
  expect(more.notices).toEqual([]);
});

test("an interruption keeps what was finished, says how to go on, and leaves the folder free", async () => {
  const directory = sampleData();
  const store = temporaryFolder();
  const jobs = sampleJobs(directory);
  const controller = new AbortController();
  let lines = 0;
  const writing = { isTTY: true, write: () => (++lines === 4 ? controller.abort() : undefined) };
  const options = { title: "", jobs, directory: store };
  await expect(
    runExperiments({ ...options, executor: here(), stream: writing, signal: controller.signal }),
  ).rejects.toThrow(/^\nStopped\. \d+ results are kept in .*; the same command goes on from there\.$/);
  const kept = rowsOf(store).length;
  expect(kept).toBeGreaterThanOrEqual(3);
  expect(kept).toBeLessThan(18);
  expect(readdirSync(store)).toEqual(["results.parquet"]);
  const { counts } = await runExperiments({ ...options, executor: here(), stream });
  expect(counts).toMatchObject({ done: 18, resumed: kept });
});

test("whoever goes on with results of another state of the library is told, and may begin anew", async () => {
  const directory = sampleData();
  const store = temporaryFolder();
  const jobs = sampleJobs(directory).slice(0, 3);
  const old = await openResultStore(store, { code: "older" });
  await old.append([{ status: "done", job: jobs[0], output: { ...measured, errorRate: 0.75 } }]);
  await old.close();
  const options = { title: "", jobs, directory: store, stream };
  const mixed = await runExperiments({ ...options, executor: here() });
  expect(mixed.counts).toMatchObject({ resumed: 1 });
  expect(mixed.rows.some(({ errorRate }) => errorRate === 0.75)).toBe(true);
  expect(mixed.notices.join()).toMatch(/^1 of 3 results were computed by another state of the library/);
  const fresh = await runExperiments({ ...options, executor: here(), fresh: true });
  expect(fresh).toMatchObject({ counts: { resumed: 0 }, notices: [] });
  expect(fresh.rows.some(({ errorRate }) => errorRate === 0.75)).toBe(false);
});

test("Ctrl-C is such an interruption", async () => {
  const directory = sampleData();
  let lines = 0;
  const writing = { write: () => (++lines === 1 ? process.emit("SIGINT") : undefined) };
  const listeners = process.listenerCount("SIGINT");
  const options = { title: "", jobs: sampleJobs(directory), directory: temporaryFolder() };
  const running = runExperiments({ ...options, executor: here(), stream: writing, fresh: true });
  await expect(running).rejects.toMatchObject({ code: "interrupted" });
  await expect(running).rejects.toThrow("the same command without --fresh goes on from there");
  expect(process.listenerCount("SIGINT")).toBe(listeners);
});

test("a data set that there is not is named with those that there are", () => {
  expect(() => chosenProblems(sampleData(), ["banana", "hart"])).toThrow(
    'no data set "hart". There are banana, twonorm.',
  );
});

test("tasks go to the executor of their name", async () => {
  const [one, two] = [here(), serialExecutor({ *peer() {} })]; // oxlint-disable-line require-yield
  const executor = routedExecutor({ experiment: one, peer: two });
  expect(executor.workers).toBe(1);
  expect(await executor.map("peer", [1])).toEqual([undefined]);
  await expect(executor.map("elsewhere", [1])).rejects.toThrow(RangeError);
  await executor.close();
  await expect(two.map("peer", [1])).rejects.toThrow("closed");
});
