import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { wholeKernelRows } from "../../../../src/rows/kernel/kernelRows.ts";
import { combineRows, scaledBlock } from "../../../../src/models/process/margin/combineRows.ts";

const K = matrix(
  6,
  6,
  Float64Array.from({ length: 36 }, (_, at) => 10 * Math.floor(at / 6) + (at % 6)),
);

test("combinations of any number of rows are their weighted sums", () => {
  for (const count of [0, 1, 4, 6]) {
    const chosen = Int32Array.from({ length: count }, (_, a) => 5 - a);
    const coefficients = Float64Array.from(chosen, (i) => i - 2);
    const sum = combineRows(wholeKernelRows(K), chosen, coefficients);
    sum.forEach((value, j) => {
      expect(value).toBe(chosen.reduce((total, i) => total + (i - 2) * K.data[6 * i + j], 0));
    });
  }
});

test("a block is scaled on both sides, in its lower triangle", () => {
  const block = scaledBlock(wholeKernelRows(K), Int32Array.of(1, 4), Float64Array.of(2, 3), 1, new Float64Array(9));
  expect([block[0], block[2], block[3]]).toEqual([4 * 11 + 1, 6 * 41, 9 * 44 + 1]);
});
