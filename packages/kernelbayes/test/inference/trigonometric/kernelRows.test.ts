import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { cachedRows, combineRows, denseRows, scaledBlock } from "../../../src/inference/trigonometric/kernelRows.ts";

const K = matrix(
  6,
  6,
  Float64Array.from({ length: 36 }, (_, at) => 10 * Math.floor(at / 6) + (at % 6)),
);

test("the rows used last are kept", () => {
  const asked: number[] = [];
  const rows = cachedRows(
    6,
    (i) => {
      asked.push(i);
      return K.data.slice(6 * i, 6 * i + 6);
    },
    2,
  );
  for (const i of [0, 1, 0, 2, 0, 1]) expect(rows.row(i)[3]).toBe(10 * i + 3);
  expect(asked).toEqual([0, 1, 2, 1]);
});

test("combinations of any number of rows are their weighted sums", () => {
  for (const count of [0, 1, 4, 6]) {
    const chosen = Int32Array.from({ length: count }, (_, a) => 5 - a);
    const coefficients = Float64Array.from(chosen, (i) => i - 2);
    const sum = combineRows(denseRows(K), chosen, coefficients);
    sum.forEach((value, j) => {
      expect(value).toBe(chosen.reduce((total, i) => total + (i - 2) * K.data[6 * i + j], 0));
    });
  }
});

test("a block is scaled on both sides, in its lower triangle", () => {
  const block = scaledBlock(denseRows(K), Int32Array.of(1, 4), Float64Array.of(2, 3), 1, new Float64Array(9));
  expect([block[0], block[2], block[3]]).toEqual([4 * 11 + 1, 6 * 41, 9 * 44 + 1]);
});
