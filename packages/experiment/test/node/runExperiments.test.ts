import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Executor } from "kernelbayes";
import { serialExecutor, tasks } from "kernelbayes/executors";
import { workerExecutor } from "kernelbayes/node";
import { expect, test } from "vitest";
import type { Job } from "../../src/job.ts";
import type { Experiment } from "../../src/node/experiment.ts";
import { chosenProblems, modelJobs } from "../../src/node/experimentJobs.ts";
import { experimentTask } from "../../src/node/experimentTask.ts";
import { methodOf } from "../../src/method.ts";
import { openResultStore } from "../../src/node/resultStore.ts";
import { parseResults, timeless } from "../../src/node/resultTable.ts";
import { runExperiments } from "../../src/node/runExperiments.ts";
import { sampleData, temporaryFolder } from "./folders.ts";
import { measured } from "./samples.ts";

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
    const { rows, counts } = await runExperiments({ jobs, executor, directory: store });
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
  const some = { jobs: jobs.slice(0, 5), directory: store };
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

test("a run that is aborted keeps what was finished, rejects with the reason, and is resumed by the same call", async () => {
  const directory = sampleData();
  const store = temporaryFolder();
  const jobs = sampleJobs(directory);
  const controller = new AbortController();
  const reason = new Error("enough");
  const onProgress = ({ done }: { readonly done: number }): void => (done === 3 ? controller.abort(reason) : undefined);
  const executor = here();
  const running = runExperiments({ jobs, directory: store, executor, onProgress, signal: controller.signal });
  await expect(running).rejects.toBe(reason);
  await expect(executor.map("experiment", [])).rejects.toThrow("closed");
  const kept = rowsOf(store).length;
  expect(kept).toBeGreaterThanOrEqual(3);
  expect(kept).toBeLessThan(18);
  expect(readdirSync(store)).toEqual(["results.parquet"]);
  const { counts } = await runExperiments({ jobs, directory: store, executor: here() });
  expect(counts).toMatchObject({ done: 18, resumed: kept });
});

test("signals of the process are left to the program that calls it", async () => {
  const directory = sampleData();
  const names = ["SIGINT", "SIGTERM"] as const;
  const listeners = (): number[] => names.map((name) => process.listenerCount(name));
  const before = listeners();
  const seen: number[][] = [];
  const jobs = sampleJobs(directory).slice(0, 2);
  const onProgress = (): unknown => seen.push(listeners());
  await runExperiments({ jobs, directory: temporaryFolder(), executor: here(), onProgress });
  expect(seen).toEqual([before, before, before]);
});

test("notices about the store come before the first job, and with the results", async () => {
  const directory = sampleData();
  const store = temporaryFolder();
  const jobs = sampleJobs(directory).slice(0, 1);
  const damaged = "part-000001-0123456789abcdef.parquet";
  writeFileSync(join(store, damaged), "");
  const heard: unknown[] = [];
  const { notices } = await runExperiments({
    jobs,
    directory: store,
    executor: here(),
    onNotice: (notice) => heard.push(notice),
    onProgress: ({ done }) => heard.push(done),
  });
  expect(heard).toEqual([expect.stringContaining(damaged), 0, 1]);
  expect(notices).toEqual(heard.slice(0, 1));
});

test("whoever goes on with results of another state of the library is told, and may begin anew", async () => {
  const directory = sampleData();
  const store = temporaryFolder();
  const jobs = sampleJobs(directory).slice(0, 3);
  const old = await openResultStore(store, { code: "older" });
  await old.append([{ status: "done", job: jobs[0], output: { ...measured, errorRate: 0.75 } }]);
  await old.close();
  const options = { jobs, directory: store };
  const mixed = await runExperiments({ ...options, executor: here() });
  expect(mixed.counts).toMatchObject({ resumed: 1 });
  expect(mixed.rows.some(({ errorRate }) => errorRate === 0.75)).toBe(true);
  expect(mixed.notices.join()).toMatch(/^1 of 3 results were computed by another state of the library/);
  const fresh = await runExperiments({ ...options, executor: here(), fresh: true });
  expect(fresh).toMatchObject({ counts: { resumed: 0 }, notices: [] });
  expect(fresh.rows.some(({ errorRate }) => errorRate === 0.75)).toBe(false);
});

test("a data set that there is not is named with those that there are", () => {
  expect(() => chosenProblems(sampleData(), ["banana", "hart"])).toThrow(
    'no data set "hart". There are banana, twonorm.',
  );
});
