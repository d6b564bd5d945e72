import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { nugget, sum, gaussian } from "../../src/kernels/index.ts";
import { engines } from "./engines.ts";

const [engine] = engines;

test("equal inputs in two rows are two rows", () => {
  const x = matrix(2, 1, Float64Array.of(5, 5));
  const kernel = sum(gaussian(), nugget({ variance: 0.5 }));
  expect(kernel.matrix(engine, x).data).toEqual(Float64Array.of(1.5, 1, 1, 1.5));
  expect(kernel.cross(engine, x, x).data).toEqual(Float64Array.of(1, 1, 1, 1));
  expect(kernel.diagonal(x)).toEqual(Float64Array.of(1.5, 1.5));
  expect(kernel.evaluate([5], [5])).toBe(1);
  expect(kernel.evaluate([5], [5], true)).toBe(1.5);
});
