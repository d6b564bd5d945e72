import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { iris } from "../../src/data/index.ts";
import { InputError, NumericalError } from "../../src/errors.ts";
import { crossValidate, fit, fitSync } from "../../src/fit.ts";
import { linearDiscriminant } from "../../src/models/linearDiscriminant.ts";
import { pairwise } from "../../src/models/pairwise.ts";
import { workerExecutor, type WorkerExecutorOptions } from "../../src/node/workerExecutor.ts";
import type { Executor } from "../../src/run/executor.ts";
import type { Progress } from "../../src/run/work.ts";
import { clouds, target, twoClassModel, withTexts } from "../fit/samples.ts";
import { thrown } from "../thrown.ts";
import { builtWorker } from "./builtWorker.ts";

const lda = linearDiscriminant();
const open: Executor[] = [];
const folder = mkdtempSync(join(tmpdir(), "workers-"));

function workers(options: WorkerExecutorOptions = {}): Executor {
  const executor = workerExecutor({ workers: 2, script: builtWorker(), ...options });
  open.push(executor);
  return executor;
}

/** Worker threads that answer by a function of their own, given as the text of a program. */
function workersRunning(body: string, count = 1): Executor {
  const library = import.meta.resolve("workerpool");
  const script = join(folder, `worker-${open.length}.mjs`);
  writeFileSync(
    script,
    `import workerpool from ${JSON.stringify(library)};
     const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
     workerpool.worker({ runTask: (task, input) => { ${body} } });`,
  );
  return workers({ script, workers: count });
}

afterEach(async () => {
  for (const executor of open.splice(0)) await executor.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test("outputs are handed over as they are done, each with the index of its input", async () => {
  const executor = workersRunning("wait(input); return { ok: true, output: input };", 2);
  const handed: unknown[] = [];
  const onOutput = (output: unknown, index: number): void => void handed.push([index, output]);
  expect(await executor.map("any", [400, 1], { onOutput })).toEqual([400, 1]);
  expect(handed).toEqual([
    [1, 1],
    [0, 400],
  ]);
});

test("a map ends when an output cannot be handed over", async () => {
  const executor = workersRunning("return { ok: true, output: input };");
  const onOutput = async (): Promise<void> => {
    throw new Error("The disk is full.");
  };
  await expect(executor.map("any", [1, 2], { onOutput })).rejects.toThrow("The disk is full.");
});

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

  test("are computed in other threads", async () => {
    const executor = workersRunning(
      "return { ok: true, output: [process.pid, typeof window, workerpool.isMainThread] };",
    );
    expect(await executor.map("any", [0])).toEqual([[process.pid, "undefined", false]]);
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
      `if (input < 0) return { ok: false, name: "InputError", message: "negative", code: "negative", place: {} };
       wait(input); return { ok: true, output: input };`,
      2,
    );
    const begin = process.hrtime.bigint();
    await expect(executor.map("any", [30_000, -1, 30_000])).rejects.toMatchObject({ code: "negative" });
    expect(await executor.map("any", [1, 2, 3])).toEqual([1, 2, 3]);
    expect(Number(process.hrtime.bigint() - begin) / 1e9).toBeLessThan(20);
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
    const begin = process.hrtime.bigint();
    await expect(executor.map("any", [30_000, 30_000, 30_000], { signal: controller.signal })).rejects.toBe(reason);
    expect(Number(process.hrtime.bigint() - begin) / 1e9).toBeLessThan(20);
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
    const executor = workersRunning("process.exit(3);");
    await expect(executor.map("any", [1], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a worker that dies", () => {
  test("gives an error that says so and does not hang, and another takes its place", async () => {
    const executor = workersRunning("if (input === 0) process.exit(3); return { ok: true, output: input };");
    await expect(executor.map("any", [0])).rejects.toThrow(/^A worker thread ended before its task was done/);
    expect(await executor.map("any", [1, 2])).toEqual([1, 2]);
  });

  test("on loading, because its script is missing or broken, gives an error too", async () => {
    await expect(workers({ script: join(folder, "nowhere.js") }).map("fold", [0])).rejects.toThrow(/nowhere\.js/);
    const broken = join(folder, "broken.mjs");
    writeFileSync(broken, "throw new Error('cannot begin');");
    await expect(workers({ script: broken }).map("fold", [0])).rejects.toThrow(/cannot begin/);
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

  test("lets the process end", () => {
    const program = `
      import { crossValidate, iris, linearDiscriminant } from "kernelbayes";
      import { workerExecutor } from "kernelbayes/node";
      const executor = workerExecutor({ workers: 2 });
      const { scores } = await crossValidate(linearDiscriminant(), iris(), { target: "species", folds: 3, executor });
      await executor.close();
      console.log(scores.rows);
    `;
    builtWorker();
    const { stdout, stderr, status, signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
      timeout: 30_000,
    });
    expect({ stdout, stderr, status, signal }).toEqual({ stdout: "150\n", stderr: "", status: 0, signal: null });
  });
});

test.each([0, -1, 1.5, Number.NaN, "2"])("%j workers are refused", (count) => {
  expect(thrown(() => workerExecutor({ workers: count as number })).code).toBe("invalid-option");
});
