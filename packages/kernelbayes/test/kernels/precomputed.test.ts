import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { precomputed } from "../../src/kernels/index.ts";
import { engines } from "./engines.ts";
import { thrown } from "../thrown.ts";

const [engine] = engines;
const gram = [
  [2, 1],
  [1, 3],
];

test("rows are known by their number in the Gram matrix, in any order and more than once", () => {
  const kernel = precomputed({ gram });
  const x = matrix(3, 1, Float64Array.of(1, 0, 1));
  expect(kernel.matrix(engine, x).data).toEqual(Float64Array.of(3, 1, 3, 1, 2, 1, 3, 1, 3));
  expect(kernel.cross(engine, x, matrix(1, 1)).data).toEqual(Float64Array.of(1, 2, 1));
  expect(kernel.evaluate([0], [1])).toBe(1);
});

test("a matrix is taken as well as an array of rows, and copied", () => {
  const given = matrix(2, 2, Float64Array.of(2, 1, 1, 3));
  const kernel = precomputed({ gram: given });
  given.data.fill(0);
  expect(kernel.toDocument()).toEqual({ kind: "precomputed", gram });
});

test("differences of rounding between an entry and its mirror image are averaged away", () => {
  const kernel = precomputed({
    gram: [
      [1, 0.5],
      [0.5 + 1e-12, 1],
    ],
  });
  expect(kernel.evaluate([0], [1])).toBe(kernel.evaluate([1], [0]));
});

describe("it refuses", () => {
  test.each([
    [[[1, 2]], "gram must be square; it has 1 rows, and row 0 has 2 numbers."],
    [matrix(1, 2), "gram must be square; got 1 × 2."],
    [
      [
        [1, 2],
        [3, 1],
      ],
      "gram must be symmetric; it has 3 in row 1, column 0, and 2 in row 0, column 1.",
    ],
    [
      [
        [1, 0],
        [0, -1],
      ],
      "gram must not be negative on its diagonal; row 1 has -1.",
    ],
    [[[Number.NaN]], "gram must be finite."],
    [
      [
        [1, Infinity],
        [Infinity, 1],
      ],
      "gram must be finite.",
    ],
  ])("the Gram matrix %j", (gram, message) => {
    expect(thrown(() => precomputed({ gram }))).toMatchObject({ code: "invalid-option", message });
  });

  test.each([2, -1, 0.5, Number.NaN])("the row number %s", (number) => {
    const kernel = precomputed({ gram });
    const message = `A precomputed kernel of 2 rows takes row numbers from 0 to 1; got ${number}.`;
    expect(thrown(() => kernel.evaluate([0], [number]))).toMatchObject({ code: "invalid-row-number", message });
    expect(thrown(() => kernel.matrix(engine, matrix(1, 1, Float64Array.of(number)))).message).toBe(message);
  });

  test("rows of more than one column", () => {
    const kernel = precomputed({ gram });
    for (const compute of [
      () => kernel.matrix(engine, matrix(2, 2)),
      () => kernel.evaluate([0, 1], [0, 1]),
      () => kernel.forColumns([0, 1]),
    ]) {
      expect(thrown(compute)).toMatchObject({ code: "column-mismatch" });
    }
  });
});
