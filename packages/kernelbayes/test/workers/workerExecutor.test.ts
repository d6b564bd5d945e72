import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { iris } from "../../src/data/index.ts";
import { InputError, NumericalError } from "../../src/errors.ts";
import { crossValidate, fit, fitSync } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { pairwise } from "../../src/models/coupled/pairwise.ts";
import type { Executor } from "../../src/run/executor.ts";
import type { WorkerExecutorOptions } from "../../src/run/poolExecutor.ts";
import type { Progress } from "../../src/run/work.ts";
import { clouds, target, twoClassModel, withTexts } from "../fit/samples.ts";
import { thrown } from "../thrown.ts";
import { platform } from "./platform.ts";

const lda = linearDiscriminant();
const open: Executor[] = [];

function workers(options: WorkerExecutorOptions = {}): Executor {
  const executor = platform.workerExecutor({ workers: 2, script: platform.builtWorker(), ...options });
  open.push(executor);
  return executor;
}

/** Workers that answer by a function of their own, given as the text of its body. */
function workersRunning(body: string, count = 1): Executor {
  return workers({ script: platform.scriptOf(body), workers: count });
}

afterEach(async () => {
  for (const executor of open.splice(0)) await executor.close();
});
afterAll(() => platform.removeScripts());

describe("results", () => {
  test.each([1, 2, 3])("of cross-validation by %i workers are those of none, to the last bit", async (count) => {
    const executor = workers({ workers: count });
    expect(executor.workers).toBe(count);
    const options = { target: "species", folds: 5, seed: 2 };
    const here = await crossValidate(lda, iris(), options);
    const there = await crossValidate(lda, iris(), { ...options, executor });
    expect(there).toEqual(here);
  });

  test("of coupled models, also within folds, are those of none", async () => {
    const executor = workers();
    for (const model of [twoClassModel, pairwise(lda)]) {
      const there = await fit(model, clouds(3), { target, executor });
      expect(there.toDocument()).toEqual(fitSync(model, clouds(3), { target }).toDocument());
    }
    const options = { target, folds: 3 };
    const here = await crossValidate(pairwise(lda), clouds(3), options);
    expect(await crossValidate(pairwise(lda), clouds(3), { ...options, executor })).toEqual(here);
  });

  test("stand in the order of the inputs, though the first takes longest, and progress counts them as they come", async () => {
    const executor = workersRunning("wait(input); return { ok: true, output: input };", 3);
    const seen: Progress[] = [];
    const outputs = await executor.map("any", [120, 60, 1], { onProgress: (step) => seen.push(step) });
    expect(outputs).toEqual([120, 60, 1]);
    expect(seen.map(({ stage, step, of }) => `${stage} ${step}/${of}`)).toEqual(["any 1/3", "any 2/3", "any 3/3"]);
    expect(await executor.map("any", [])).toEqual([]);
  });
});

describe("data that inputs share", () => {
  /** Answers whether the data of a place in the input are those of the call before, and their sum. */
  const asking = (count: number): Executor =>
    workers({
      workers: count,
      script: platform.scriptServing(`{
        *sum({ rows, milliseconds }) {
          const end = performance.now() + milliseconds;
          while (performance.now() < end);
          const isKept = globalThis.before === rows.data;
          globalThis.before = rows.data;
          return { isKept, sum: rows.data.reduce((sum, value) => sum + value, 0) };
        },
      }`),
    });
  const rowsOf = (value: number): { readonly data: Float64Array } => ({ data: new Float64Array(5000).fill(value) });
  const inputsOf = (value: number, count: number): unknown[] =>
    Array.from({ length: count }, () => ({ rows: rowsOf(value), milliseconds: 20 }));

  test("reach each worker once, and further inputs and calls with the same content find them there", async () => {
    const executor = asking(2);
    const shared = ["rows"];
    const first = (await executor.map("sum", inputsOf(2, 8), { shared })) as { isKept: boolean; sum: number }[];
    expect(first.map(({ sum }) => sum)).toEqual(Array.from({ length: 8 }, () => 10_000));
    expect(first.filter(({ isKept }) => !isKept).length).toBeLessThanOrEqual(2);
    const again = (await executor.map("sum", inputsOf(2, 4), { shared })) as typeof first;
    expect(again.every(({ isKept }) => isKept)).toBe(true);
    const other = (await executor.map("sum", inputsOf(3, 2), { shared })) as typeof first;
    expect(other).toEqual([
      { isKept: false, sum: 15_000 },
      { isKept: false, sum: 15_000 },
    ]);
    // Without a word about what is shared, everything goes along.
    const sent = (await executor.map("sum", inputsOf(3, 2))) as typeof first;
    expect(sent.every(({ isKept, sum }) => !isKept && sum === 15_000)).toBe(true);
  });

  test("are sent again to a worker that takes the place of one that was ended", async () => {
    const executor = asking(1);
    const shared = ["rows"];
    await executor.map("sum", inputsOf(2, 1), { shared });
    const controller = new AbortController();
    const slow = executor.map("sum", [{ rows: rowsOf(2), milliseconds: 30_000 }], {
      shared,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 100);
    await expect(slow).rejects.toMatchObject({ name: "AbortError" });
    expect(await executor.map("sum", inputsOf(2, 2), { shared })).toEqual([
      { isKept: false, sum: 10_000 },
      { isKept: true, sum: 10_000 },
    ]);
  });

  test("may be announced, and calls at the same time keep theirs apart", async () => {
    const executor = asking(2);
    const tables = [rowsOf(1), rowsOf(2), rowsOf(3)];
    const shared = await executor.share?.(tables[0]);
    const sums = await Promise.all(
      [0, 1, 2, 0, 1, 2].map(async (at) => {
        const inputs = [{ rows: tables[at], milliseconds: 5 }];
        const [output] = (await executor.map("sum", inputs, { shared: ["rows"] })) as { sum: number }[];
        return output.sum;
      }),
    );
    shared?.release();
    expect(sums).toEqual([5000, 10_000, 15_000, 5000, 10_000, 15_000]);
  });

  test("that cannot be sent are refused with their place", async () => {
    const inputs = [{ rows: { ...rowsOf(1), read: () => 1 } }];
    await expect(asking(1).map("sum", inputs, { shared: ["rows"] })).rejects.toMatchObject({ code: "not-plain-data" });
  });
});

describe("errors", () => {
  test("of the input keep their kind, code and place", async () => {
    const table = withTexts(clouds(2), "soil", (row) => (row === 29 ? "peat" : row % 3 === 0 ? "clay" : "sand"));
    const options = { target, folds: 4 };
    const error: unknown = await crossValidate(lda, table, { ...options, executor: workers() }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "unseen-level", place: { row: 30, column: "soil" } });
    const serial: unknown = await crossValidate(lda, table, options).catch((e: unknown) => e);
    expect((error as Error).message).toBe((serial as Error).message);
  });

  test("of the arithmetic keep their kind and code", async () => {
    const executor = workersRunning(
      `return { ok: false, name: "NumericalError", message: "It diverged.", code: "diverged", place: {} };`,
    );
    const error: unknown = await executor.map("any", [0]).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(NumericalError);
    expect(error).toMatchObject({ code: "diverged", message: "It diverged." });
  });

  test("of the program keep their kind: an unknown task is a RangeError", async () => {
    await expect(workers().map("cube", [1])).rejects.toThrow(new RangeError('There is no task "cube".'));
  });

  test("in one input end the others, and the workers can be used again", async () => {
    const executor = workersRunning(
      `if (input < 0) return { ok: false, name: "InputError", code: "negative", problem: "negative", place: {} };
       wait(input); return { ok: true, output: input };`,
      2,
    );
    const begin = performance.now();
    await expect(executor.map("any", [30_000, -1, 30_000])).rejects.toMatchObject({ code: "negative" });
    expect(await executor.map("any", [1, 2, 3])).toEqual([1, 2, 3]);
    expect((performance.now() - begin) / 1000).toBeLessThan(20);
  });

  test("of an onProgress come out as they are", async () => {
    const executor = workersRunning("return { ok: true, output: input };");
    const onProgress = (): void => {
      throw new Error("closed the window");
    };
    await expect(executor.map("any", [1, 2], { onProgress })).rejects.toThrow("closed the window");
    expect(await executor.map("any", [3])).toEqual([3]);
  });
});

describe("an abort", () => {
  test("ends running tasks at once with the reason, and leaves the workers usable", async () => {
    const executor = workersRunning("wait(input); return { ok: true, output: input };", 2);
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 150);
    const begin = performance.now();
    await expect(executor.map("any", [30_000, 30_000, 30_000], { signal: controller.signal })).rejects.toBe(reason);
    expect((performance.now() - begin) / 1000).toBeLessThan(20);
    expect(await executor.map("any", [1, 2, 3])).toEqual([1, 2, 3]);
  });

  test("of a cross-validation is an AbortError, and the next one is as good as new", async () => {
    const executor = workers();
    const controller = new AbortController();
    const onProgress = vi.fn<() => void>(() => controller.abort());
    const options = { target, folds: 4, executor };
    await expect(
      crossValidate(lda, clouds(2), { ...options, signal: controller.signal, onProgress }),
    ).rejects.toMatchObject({ name: "AbortError" });
    expect(onProgress).toHaveBeenCalledOnce();
    const here = await crossValidate(lda, clouds(2), { target, folds: 4 });
    expect(await crossValidate(lda, clouds(2), options)).toEqual(here);
  });

  test("before the start sends nothing to the workers", async () => {
    const executor = workersRunning("throw new Error('asked');");
    await expect(executor.map("any", [1], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a worker that dies", () => {
  test("gives an error that says so and does not hang, and another takes its place", async () => {
    const executor = workersRunning(
      `if (input !== 0) return { ok: true, output: input };
       setTimeout(() => { throw new Error("gone"); });
       return new Promise(() => {});`,
    );
    await expect(executor.map("any", [0])).rejects.toThrow(/^A worker thread ended before its task was done/);
    expect(await executor.map("any", [1, 2])).toEqual([1, 2]);
  });

  test("on loading, because its script is missing or broken, gives an error too", async () => {
    await expect(workers({ script: platform.missingScript }).map("fold", [0])).rejects.toThrow(/nowhere\.js/);
    const broken = platform.scriptWith("throw new Error('cannot begin');");
    await expect(workers({ script: broken }).map("fold", [0])).rejects.toThrow(/ended before its task/);
  });
});

describe("closing", () => {
  test("ends running tasks, and the executor takes no more work", async () => {
    const executor = workersRunning("wait(input); return { ok: true, output: input };");
    const outcome = executor.map("any", [30_000, 30_000]).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await executor.close();
    expect(String(await outcome)).toContain("A worker thread ended before its task was done");
    await expect(executor.map("any", [1])).rejects.toThrow("closed");
    await executor.close();
  });
});

test.each([0, -1, 1.5, Number.NaN, "2"])("%j workers are refused", (count) => {
  expect(thrown(() => platform.workerExecutor({ workers: count as number })).code).toBe("invalid-option");
});
