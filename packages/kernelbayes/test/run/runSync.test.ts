import { expect, test, vi } from "vitest";
import { findTask, runSync } from "../../src/run/runSync.ts";
import type { Progress } from "../../src/run/work.ts";
import { asking, endless, example, forgiving, tasks } from "./works.ts";

test("outputs of parallel requests, also of nested ones, stand in the order of the inputs", () => {
  expect(runSync(example(), { tasks })).toEqual({ squares: [1, 4, 9, 16], sums: [5, 0, 9] });
});

test("progress is told of the work and of each finished input, not of what goes on inside a task", () => {
  const seen: Progress[] = [];
  runSync(example(), { tasks, onProgress: (step) => seen.push(step) });
  expect(seen.map(({ stage, step, of }) => `${stage} ${step}/${of}`)).toEqual([
    "begin 0/1",
    ...[1, 2, 3, 4].map((step) => `square ${step}/4`),
    "begin 1/1",
    ...[1, 2, 3].map((step) => `sumOfSquares ${step}/3`),
  ]);
  expect(seen[5].objective).toBe(7);
});

test("the error of a task is thrown where the work asked for it, and comes out as it was", () => {
  const left = vi.fn<() => void>();
  expect(() => runSync(asking("refuse", [3], left), { tasks })).toThrow(
    expect.objectContaining({ name: "InputError", code: "bad-row", place: { row: 3, column: "height" } }),
  );
  expect(left).toHaveBeenCalledOnce();
});

test("work may catch the error of a task and go on", () => {
  expect(runSync(forgiving(), { tasks })).toBe("bad-row");
});

test("an onProgress that throws ends the work through its finally blocks", () => {
  const left = vi.fn<() => void>();
  const onProgress = (): void => {
    throw new Error("no more");
  };
  expect(() => runSync(endless(left), { onProgress })).toThrow("no more");
  expect(left).toHaveBeenCalledOnce();
});

test("an unknown task is a mistake in the program, also if its name is that of an inherited property", () => {
  const left = vi.fn<() => void>();
  expect(() => runSync(asking("cube", [1], left), { tasks })).toThrow(new RangeError('There is no task "cube".'));
  expect(left).toHaveBeenCalledOnce();
  expect(() => findTask(tasks, "toString")).toThrow(RangeError);
});
