import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import type { ServedModel } from "../../src/models/servedModel.ts";
import { scheduler, type Scheduler } from "../../src/work/scheduler.ts";
import type { Job, WorkerPool } from "../../src/work/workerPool.ts";

const never = (): boolean => false;
const model = { id: 1, bytes: new Uint8Array() } as ServedModel;

/** A scheduler over a pool that only keeps jobs. */
function over(jobs: Job[], { queue = 2, timeLimit = 10 } = {}): Scheduler {
  const pool = {
    run: (job: Job) => void jobs.push(job),
    endForgotten: () => undefined,
    idle: 0,
  } as unknown as WorkerPool;
  return scheduler({
    pool,
    explainers: () => pool,
    queue,
    timeLimit,
    batchWait: 0,
    batchRows: 256,
    onBatch: () => undefined,
  });
}

const predict = (to: Scheduler): Promise<unknown> =>
  to.predict(
    { ...model, costs: { plain: { of: () => 1000, correct: () => undefined }, withIntervals: undefined } },
    matrix(1, 2),
    { intervals: false, level: 0.9 },
    never,
  );

test("models are loaded however many requests wait, since these may wait for one of them", async () => {
  const jobs: Job[] = [];
  const full = over(jobs);
  const waiting = [predict(full), predict(full)];
  await expect(async () => predict(full)).rejects.toMatchObject({ problem: { code: "busy" }, retryAfter: 1 });
  const loaded = full.load(model, undefined);
  expect(full.waiting).toBe(2);
  jobs.at(-1)!.done("the model" as never);
  expect(await loaded).toBe("the model");
  for (const job of jobs) job.failed(new Error("the end"));
  expect(await Promise.allSettled(waiting)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  expect(full.waiting).toBe(0);
});

test("requests for a model that is being loaded take places in the queue, and give up in time", async () => {
  const asked = over([], { timeLimit: 0.05 });
  let load: (loaded: ServedModel) => void = () => undefined;
  const loading = new Promise<ServedModel>((resolve) => (load = resolve));
  const requests = [asked.loaded(loading), asked.loaded(loading)];
  await expect(async () => asked.loaded(loading)).rejects.toMatchObject({ problem: { code: "busy" } });
  for (const request of requests) {
    await expect(request).rejects.toMatchObject({
      problem: { code: "time-limit", detail: "The model was not loaded within 0.05 s." },
      retryAfter: 1,
    });
  }
  load(model);
  expect(await asked.loaded(loading)).toBe(model);
});
