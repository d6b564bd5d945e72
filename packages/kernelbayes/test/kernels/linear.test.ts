import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { linear } from "../../src/kernels/index.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";
import { engines } from "./engines.ts";

const [engine] = engines;

test("its matrix has no more positive eigenvalues than columns", () => {
  const { values } = engine.eigenSymmetric(linear().matrix(engine, randomMatrix(10, 3, 4)));
  expect(values.filter((value) => value > 1e-13 * values[9])).toHaveLength(3);
});

test("without columns it is 0", () => {
  expect(linear().matrix(engine, matrix(2, 0)).data).toEqual(new Float64Array(4));
  expect(linear().evaluate([], [])).toBe(0);
});

test("it has no parameter and gives itself back", () => {
  const kernel = linear();
  expect(kernel.withValues([])).toBe(kernel);
  expect(kernel.forColumns([0, 0])).toBe(kernel);
});
