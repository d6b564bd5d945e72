import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/select.ts";
import { cachedKernelRows, wholeKernelRows } from "../../../src/inference/kernelRows/kernelRows.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { nugget } from "../../../src/kernels/nugget.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { cloudRows } from "../supportVector/trainingRows.ts";

test("rows one at a time are those of the whole matrix, nugget included", () => {
  const engine = selectEngine();
  const { X } = cloudRows(20);
  const kernel = sum(gaussian(), nugget({ variance: 0.5 }));
  const whole = wholeKernelRows(kernel.matrix(engine, X));
  const cached = cachedKernelRows(engine, kernel, X, 1000);
  expect(cached.diagonal).toEqual(whole.diagonal);
  for (let i = 0; i < 20; i++) cached.row(i).forEach((k, j) => expect(k).toBeCloseTo(whole.row(i)[j], 14));
});
