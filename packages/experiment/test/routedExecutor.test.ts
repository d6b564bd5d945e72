import { serialExecutor } from "kernelbayes/executors";
import { expect, test } from "vitest";
import { routedExecutor } from "../src/routedExecutor.ts";
import { tasks } from "./works.ts";

test("tasks go to the executor of their name", async () => {
  const [one, two] = [serialExecutor(tasks), serialExecutor({ *peer() {} })]; // oxlint-disable-line require-yield
  const executor = routedExecutor({ square: one, peer: two });
  expect(executor.workers).toBe(1);
  expect(await executor.map("peer", [1])).toEqual([undefined]);
  expect(await executor.map("square", [3])).toEqual([9]);
  await expect(executor.map("elsewhere", [1])).rejects.toThrow(RangeError);
  await executor.close();
  await expect(two.map("peer", [1])).rejects.toThrow("closed");
});
