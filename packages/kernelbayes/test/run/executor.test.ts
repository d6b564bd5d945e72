import { expect, test, vi } from "vitest";
import { serialExecutor } from "../../src/run/executor.ts";
import type { Progress } from "../../src/run/work.ts";
import { tasks } from "./works.ts";

test("a serial executor maps in order and tells each finished input", async () => {
  const onProgress = vi.fn<(progress: Progress) => void>();
  const executor = serialExecutor(tasks);
  expect(executor.workers).toBe(1);
  expect(await executor.map("sumOfSquares", [[1, 2], [3]], { onProgress })).toEqual([5, 9]);
  expect(onProgress.mock.calls.map(([{ stage, step, of }]) => [stage, step, of])).toEqual([
    ["sumOfSquares", 1, 2],
    ["sumOfSquares", 2, 2],
  ]);
  expect(await executor.map("square", [])).toEqual([]);
});

test("a serial executor reports how far each input has come", async () => {
  const seen: string[] = [];
  await serialExecutor(tasks).map("square", [8, 9], {
    onFraction: (input, fraction) => seen.push(`${input}: ${fraction}`),
    onProgress: ({ step }) => seen.push(`done: ${step}`),
  });
  expect(seen).toEqual(["0: 0.5", "0: 1", "0: 1", "done: 1", "1: 1", "1: 1", "done: 2"]);
});

test("a serial executor hands data on as they are, shared or not", async () => {
  const table = { rows: new Float64Array(5000) };
  let seen: unknown;
  const executor = serialExecutor({
    // oxlint-disable-next-line require-yield
    *look(input: { table: unknown }) {
      seen = input.table;
    },
  });
  const shared = await executor.share?.(table);
  await executor.map("look", [{ table }], { shared: ["table"] });
  shared?.release();
  expect(seen).toBe(table);
});

test("a closed executor takes no more work, and may be closed twice", async () => {
  const executor = serialExecutor(tasks);
  await executor.close();
  await executor.close();
  await expect(executor.map("square", [1])).rejects.toThrow("closed");
});
