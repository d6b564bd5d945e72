import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isRunning, startOfProcess } from "../../src/node/runningProcess.ts";

test("a process runs until it has ended, and another one with its number is not taken for it", () => {
  const started = startOfProcess(process.pid);
  expect(isRunning(process.pid, started)).toBe(true);
  expect(isRunning(process.pid, `${started}, but later`)).toBe(false);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  expect(isRunning(pid, startOfProcess(pid))).toBe(false);
});
