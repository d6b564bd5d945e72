import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { chosenRows } from "../../../../src/models/process/latent/chosenRows.ts";
import { rowSample } from "../../../../src/rows/rowSample.ts";

const n = 1000;
const signs = Float64Array.from({ length: n }, (_, i) => (i % 50 === 0 ? 1 : -1));
const rows = {
  X: matrix(
    n,
    1,
    Float64Array.from({ length: n }, (_, i) => i),
  ),
  signs,
  weights: Float64Array.from({ length: n }, (_, i) => i + 0.5),
  squaredDistance: 7,
};

test("chosen rows keep their own values, signs and weights, in the order of the choice", () => {
  expect(chosenRows(rows, Int32Array.of(50, 3, 999))).toEqual({
    X: matrix(3, 1, Float64Array.of(50, 3, 999)),
    signs: Float64Array.of(1, -1, -1),
    weights: Float64Array.of(50.5, 3.5, 999.5),
    squaredDistance: 7,
  });
});

test("a sample of 100 among 1000 rows has ten of the twenty rows of a rare sign", () => {
  const part = chosenRows(rows, rowSample(signs, 100, 3));
  expect(part.signs.filter((sign) => sign === 1)).toHaveLength(10);
  expect(part.signs.filter((sign) => sign === -1)).toHaveLength(90);
});
