import { EnvironmentError, InputError, NumericalError, type Executor } from "kernelbayes";
import { serialExecutor } from "kernelbayes/executors";
import { describe, expect, test, vi } from "vitest";
import { jobOf, type Job } from "../src/job.ts";
import type { JobOutcome, JobStore } from "../src/jobStore.ts";
import { runJobs, type JobProgress } from "../src/runJobs.ts";
import { tasks } from "./works.ts";

const clock = (): number => 0;

function jobs(...numbers: number[]): Job<number>[] {
  return numbers.map((number) => jobOf(number, { task: "square" }));
}

interface Memory extends JobStore<number> {
  readonly kept: JobOutcome<number>[];
}

/** A store that forgets at the end of the program, and takes a turn of the event loop to write. */
function memory(kept: JobOutcome<number>[] = []): Memory {
  return {
    kept,
    finished: async () => new Set(kept.map(({ job }) => job.key)),
    async append(outcomes) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      kept.push(...outcomes);
    },
  };
}

/** What was kept, in an order of its own. */
function outputs({ kept }: Memory): unknown[] {
  return kept
    .toSorted((a, b) => a.job.identity - b.job.identity)
    .map((outcome) => (outcome.status === "done" ? outcome.output : outcome.code));
}

/** Workers that end their inputs when told, in any order. */
function manual(workers: number): Executor & {
  readonly begun: unknown[];
  readonly end: Map<unknown, (value: unknown) => void>;
  readonly fail: Map<unknown, (error: unknown) => void>;
} {
  const begun: unknown[] = [];
  const end = new Map<unknown, (value: unknown) => void>();
  const fail = new Map<unknown, (error: unknown) => void>();
  return {
    workers,
    begun,
    end,
    fail,
    async map(_, [input], { signal } = {}) {
      begun.push(input);
      return [
        await new Promise<unknown>((resolve, reject) => {
          end.set(input, resolve);
          fail.set(input, reject);
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
      ];
    },
    close: async () => {},
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test("every job is run, and its outcome kept", async () => {
  const store = memory();
  const counts = await runJobs({ jobs: jobs(1, 2, 3), store, executor: serialExecutor(tasks), clock });
  expect(outputs(store)).toEqual([1, 4, 9]);
  expect(counts).toEqual({ of: 3, done: 3, resumed: 0, failed: 0 });
});

test("jobs that the store knows are not run again, failures neither", async () => {
  const [first, second] = jobs(1, 2);
  const store = memory([
    { status: "done", job: first, output: "from before" },
    { status: "failed", job: second, code: "failed before", message: "" },
  ]);
  const counts = await runJobs({ jobs: jobs(1, 2, 3), store, executor: serialExecutor(tasks), clock });
  expect(outputs(store)).toEqual(["from before", "failed before", 9]);
  expect(counts).toEqual({ of: 3, done: 3, resumed: 2, failed: 0 });
});

test("a job that fails by its data is an outcome, and the others go on", async () => {
  const store = memory();
  const failing = [jobOf(10, { task: "refuse", input: 3 }), jobOf(11, { task: "diverge" })];
  const executor = serialExecutor(tasks);
  const counts = await runJobs({ jobs: [...failing, ...jobs(2)], store, executor, clock });
  expect(counts).toEqual({ of: 3, done: 3, resumed: 0, failed: 2 });
  expect(outputs(store)).toEqual([4, "bad-row", "no-convergence"]);
  expect(store.kept[0]).toMatchObject({ status: "failed", message: "Row 3 is bad." });
});

describe("a machine that lacks something", () => {
  const lack = new EnvironmentError("engine-not-supported", "This runtime cannot run the relaxed-simd build.");

  /** Workers whose machine fails at these tries, counted over all of them from 1. */
  function failingAt(isFailing: (attempt: number) => boolean, workers = 1): Executor & { readonly begun: unknown[] } {
    const begun: unknown[] = [];
    const executor = serialExecutor(tasks);
    return {
      ...executor,
      workers,
      begun,
      async map(task, inputs, options) {
        begun.push(...inputs);
        if (isFailing(begun.length)) throw lack;
        return executor.map(task, inputs, options);
      },
    };
  }

  test("is no failure of the job, which is tried again after the others", async () => {
    const store = memory();
    const executor = failingAt((attempt) => attempt === 1 || attempt === 4);
    const seconds: (number | undefined)[] = [];
    const counts = await runJobs({
      jobs: jobs(1, 2, 3),
      store,
      executor,
      clock,
      onProgress: ({ secondsLeft }) => seconds.push(secondsLeft),
    });
    expect(executor.begun).toEqual([1, 2, 3, 1, 1]);
    expect(outputs(store)).toEqual([1, 4, 9]);
    expect(counts).toEqual({ of: 3, done: 3, resumed: 0, failed: 0 });
    expect(seconds).toEqual([undefined, 0, 0, 0]);
  });

  test.each([1, 2])("ends the run when %i workers have failed three times each without success", async (workers) => {
    const store = memory();
    const executor = failingAt(() => true, workers);
    await expect(runJobs({ jobs: jobs(1, 2), store, executor, clock })).rejects.toBe(lack);
    expect(executor.begun.length).toBeGreaterThanOrEqual(3 * workers);
    expect(executor.begun.length).toBeLessThan(4 * workers);
    expect(store.kept).toEqual([]);
  });

  test("leaves nothing behind that a good machine would take for done", async () => {
    const store = memory();
    await expect(runJobs({ jobs: jobs(1), store, executor: failingAt(() => true), clock })).rejects.toBe(lack);
    const counts = await runJobs({ jobs: jobs(1), store, executor: serialExecutor(tasks), clock });
    expect(counts).toEqual({ of: 1, done: 1, resumed: 0, failed: 0 });
    expect(outputs(store)).toEqual([1]);
  });
});

describe("what ends a run", () => {
  test("is an error of the program; what was finished is kept, and nothing is left under way", async () => {
    const store = memory();
    const executor = manual(2);
    const running = runJobs({ jobs: jobs(1, 2, 3, 4), store, executor, clock });
    running.catch(() => {});
    await settled();
    executor.end.get(1)!("one");
    await settled();
    executor.fail.get(3)!(new TypeError("x is not a function"));
    await expect(running).rejects.toThrow("x is not a function");
    expect(outputs(store)).toEqual(["one"]);
    expect(executor.begun).toEqual([1, 2, 3]);
  });

  test("is an unknown task", async () => {
    const running = runJobs({
      jobs: [jobOf(1, { task: "cube" })],
      store: memory(),
      executor: serialExecutor(tasks),
      clock,
    });
    await expect(running).rejects.toThrow(new RangeError('There is no task "cube".'));
  });

  test.each([new Error("The disk is full."), new InputError("unwritable-file", "The disk is full.")])(
    "is a store that cannot write (%s), whose error is not taken for one of a job",
    async (error) => {
      const store = memory();
      const append = vi.fn<JobStore<number>["append"]>().mockRejectedValue(error);
      const executor = manual(2);
      const running = runJobs({ jobs: jobs(1, 2, 3, 4), store: { ...store, append }, executor, clock });
      running.catch(() => {});
      await settled();
      executor.end.get(1)!(1);
      await expect(running).rejects.toBe(error);
      expect(append).toHaveBeenCalledOnce();
    },
  );

  test("is an abort, which keeps what was finished and rejects with the reason; the next run goes on from there", async () => {
    const store = memory();
    const controller = new AbortController();
    const reason = new NumericalError("stopped", "enough");
    const onProgress = ({ done }: JobProgress): void => {
      if (done === 2) controller.abort(reason);
    };
    const executor = serialExecutor(tasks);
    const all = { jobs: jobs(1, 2, 3, 4, 5), store, executor, clock };
    await expect(runJobs({ ...all, onProgress, signal: controller.signal })).rejects.toBe(reason);
    const before = store.kept.length;
    expect(before).toBeGreaterThanOrEqual(2);
    expect(before).toBeLessThan(5);
    expect(await runJobs(all)).toEqual({ of: 5, done: 5, resumed: before, failed: 0 });
    expect(outputs(store)).toEqual([1, 4, 9, 16, 25]);
  });

  test("is an onProgress that throws", async () => {
    const onProgress = ({ done }: JobProgress): void => {
      if (done === 1) throw new Error("closed the window");
    };
    const running = runJobs({ jobs: jobs(1, 2), store: memory(), executor: serialExecutor(tasks), clock, onProgress });
    await expect(running).rejects.toThrow("closed the window");
  });
});

test("an aborted signal begins nothing", async () => {
  const executor = manual(1);
  const running = runJobs({ jobs: jobs(1), store: memory(), executor, clock, signal: AbortSignal.abort() });
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(executor.begun).toEqual([]);
});

test("no more inputs are sent than there are workers, and outcomes that come while the store writes are written together", async () => {
  const written: number[][] = [];
  let release: () => void = () => {};
  const store: JobStore<number> = {
    finished: async () => new Set(),
    append(outcomes) {
      written.push(outcomes.map(({ job }) => job.identity));
      return new Promise((resolve) => (release = resolve));
    },
  };
  const executor = manual(3);
  const running = runJobs({ jobs: jobs(1, 2, 3, 4, 5), store, executor, clock });
  await settled();
  expect(executor.begun).toEqual([1, 2, 3]);
  for (const number of [3, 1, 2]) executor.end.get(number)!(number);
  await settled();
  expect(executor.begun).toEqual([1, 2, 3, 4, 5]);
  expect(written).toEqual([[3]]);
  release();
  await settled();
  expect(written).toEqual([[3], [1, 2]]);
  for (const number of [4, 5]) executor.end.get(number)!(number);
  await settled();
  release();
  await settled();
  expect(written).toEqual([[3], [1, 2], [4, 5]]);
  release();
  expect(await running).toMatchObject({ done: 5 });
});

test("a store that is slow holds up the workers before outcomes pile up", async () => {
  const workers = 3;
  const store = memory();
  let begun = 0;
  let most = 0;
  const executor: Executor = {
    workers,
    async map(_, inputs) {
      most = Math.max(most, ++begun - store.kept.length);
      return [...inputs];
    },
    close: async () => {},
  };
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  await runJobs({ jobs: jobs(...numbers), store, executor, clock });
  expect(outputs(store)).toEqual(numbers);
  // So many being computed, being written and waiting.
  expect(most).toBeLessThanOrEqual(3 * workers);
});

test("progress counts from what was found, and estimates the time left by the clock it is given", async () => {
  const [first] = jobs(1);
  const store = memory([{ status: "done", job: first, output: 1 }]);
  let now = 100;
  const executor = serialExecutor({
    // oxlint-disable-next-line require-yield
    *square(input: number) {
      now += 10;
      return input;
    },
  });
  const seen: JobProgress<number>[] = [];
  const onProgress = (progress: JobProgress<number>): void => void seen.push(progress);
  await runJobs({ jobs: jobs(1, 2, 3, 4), store, executor, clock: () => now, onProgress });
  expect(seen.map(({ done, of, resumed }) => [done, of, resumed])).toEqual([1, 2, 3, 4].map((done) => [done, 4, 1]));
  expect(seen.map(({ outcome }) => outcome?.job.identity)).toEqual([undefined, 2, 3, 4]);
  expect(seen[0].secondsLeft).toBeUndefined();
  expect(seen.at(-1)!.secondsLeft).toBe(0);
  expect(seen[1].secondsLeft).toBeGreaterThan(0);
});

test("two jobs of one identity are a mistake of the program", async () => {
  const running = runJobs({ jobs: jobs(1, 1), store: memory(), executor: serialExecutor(tasks), clock });
  await expect(running).rejects.toThrow(RangeError);
});

test("executors learn which data the inputs of jobs share", async () => {
  const told: unknown[] = [];
  const executor: Executor = {
    workers: 1,
    async map(_, inputs, { shared } = {}) {
      told.push(shared);
      return [...inputs];
    },
    close: async () => {},
  };
  const sharing = [1, 2].map((number) => jobOf(number, { task: "t", ...(number === 2 && { shared: ["problem"] }) }));
  await runJobs({ jobs: sharing, store: memory(), executor, clock });
  expect(told).toEqual([undefined, ["problem"]]);
});

test("nothing to do is done at once", async () => {
  const counts = await runJobs({ jobs: [], store: memory(), executor: serialExecutor(tasks), clock });
  expect(counts).toEqual({ of: 0, done: 0, resumed: 0, failed: 0 });
});
