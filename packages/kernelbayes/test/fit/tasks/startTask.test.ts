import { expect, test } from "vitest";
import { startTask } from "../../../src/fit/tasks/startTask.ts";
import { gaussian } from "../../../src/kernels/index.ts";

test("a family that does not exist is refused with the names of those that do", () => {
  const request = { family: "none", kernel: gaussian().toDocument(), rows: {}, limits: {}, engine: "wasm" };
  expect(() => startTask(request)).toThrow(/"none".*fisher, leastSquares, process/);
});
