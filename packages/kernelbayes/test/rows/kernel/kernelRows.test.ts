import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { cachedKernelRows, kernelRows, wholeKernelRows, recentRows } from "../../../src/rows/kernel/kernelRows.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { nugget } from "../../../src/kernels/nugget.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { cloudRows } from "../../models/supportVector/trainingRows.ts";

test("rows are computed as they are asked for, and all at once when many were", () => {
  const engine = selectEngine();
  const { X } = cloudRows(40);
  const plain = sum(gaussian(), nugget({ variance: 0.5 }));
  let [single, all] = [0, 0];
  const kernel = {
    ...plain,
    cross: (...given: Parameters<typeof plain.cross>) => (single++, plain.cross(...given)),
    matrix: (...given: Parameters<typeof plain.matrix>) => (all++, plain.matrix(...given)),
  };
  const rows = kernelRows(engine, kernel, X);
  const whole = wholeKernelRows(plain.matrix(engine, X));
  for (const i of [3, 3, 7, 3]) expect(rows.row(i)).toEqual(whole.row(i));
  expect([single, all]).toEqual([2, 0]);
  for (let i = 0; i < 40; i++) expect(rows.row(i)).toEqual(whole.row(i));
  expect([single, all]).toEqual([10, 1]);
});

test("rows one at a time are those of the whole matrix, nugget included", () => {
  const engine = selectEngine();
  const { X } = cloudRows(20);
  const kernel = sum(gaussian(), nugget({ variance: 0.5 }));
  const whole = wholeKernelRows(kernel.matrix(engine, X));
  const cached = cachedKernelRows(engine, kernel, X, 1000);
  expect(cached.diagonal).toEqual(whole.diagonal);
  for (let i = 0; i < 20; i++) cached.row(i).forEach((k, j) => expect(k).toBeCloseTo(whole.row(i)[j], 14));
});

test("the rows that were used last are kept, the others computed again", () => {
  const computed: number[] = [];
  const row = recentRows(4, 2 * 8 * 4, (i) => {
    computed.push(i);
    return new Float64Array(4).fill(i);
  });
  for (const i of [0, 1, 0, 2, 0, 1]) expect(row(i)[3]).toBe(i);
  expect(computed).toEqual([0, 1, 2, 1]);
});
