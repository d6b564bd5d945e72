import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { workerExecutor } from "../../src/node/workerExecutor.ts";
import type { Executor } from "../../src/run/executor.ts";
import { nodePlatform } from "../workers/nodePlatform.ts";
import { builtWorker } from "./builtWorker.ts";

// What workers do in Node and in pages alike is tested in test/workers.

const open: Executor[] = [];

/** A worker thread that answers by a function of its own, given as the text of its body. */
function workerRunning(script: string): Executor {
  const executor = workerExecutor({ workers: 1, script });
  open.push(executor);
  return executor;
}

afterEach(async () => {
  for (const executor of open.splice(0)) await executor.close();
});
afterAll(() => nodePlatform.removeScripts());

test("results are computed in other threads of the process", async () => {
  const executor = workerRunning(
    nodePlatform.scriptOf("return { ok: true, output: [process.pid, typeof window, workerpool.isMainThread] };"),
  );
  expect(await executor.map("any", [0])).toEqual([[process.pid, "undefined", false]]);
});

describe("a thread that ends", () => {
  test("by itself gives an error that says so and does not hang, and another takes its place", async () => {
    const executor = workerRunning(
      nodePlatform.scriptOf("if (input === 0) process.exit(3); return { ok: true, output: input };"),
    );
    await expect(executor.map("any", [0])).rejects.toThrow(/^A worker thread ended before its task was done/);
    expect(await executor.map("any", [1, 2])).toEqual([1, 2]);
  });

  test("on loading says why", async () => {
    await expect(workerRunning(nodePlatform.missingScript).map("fold", [0])).rejects.toThrow(/nowhere\.js/);
    const broken = nodePlatform.scriptWith("throw new Error('cannot begin');");
    await expect(workerRunning(broken).map("fold", [0])).rejects.toThrow(/cannot begin/);
  });
});

test("an input that cannot be sent is refused with its place, by a cold pool and a warm one, and later calls do not hang", async () => {
  const executor = workerRunning(nodePlatform.scriptOf("return { ok: true, output: input };"));
  const model = { name: "lda", options: [1, () => 2] };
  for (let call = 0; call < 2; call++) {
    await expect(executor.map("fold", [1, { model }])).rejects.toMatchObject({
      name: "InputError",
      code: "not-plain-data",
      problem:
        'Input 2 of the task "fold" cannot be sent to another thread: model.options[1] is a function that cannot be copied.',
    });
    expect(await executor.map("fold", [3, 4])).toEqual([3, 4]);
  }
});

test("closing lets the process end", () => {
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
