import { describe, expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import {
  composite,
  constant,
  gaussian,
  hamming,
  l1,
  linear,
  matern,
  nugget,
  polynomial,
  product,
  rationalQuadratic,
  scale,
  spline,
} from "../../../src/kernels/index.ts";
import { engines } from "../engines.ts";
import { weightSum } from "../../../src/kernels/parts/requireWeights.ts";

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  test.each([
    gaussian(),
    matern(),
    rationalQuadratic(),
    l1(),
    hamming(),
    linear(),
    polynomial(),
    spline(),
    composite({ relevance: [1, 1] }),
  ])("$kind refuses to compare rows of different length", (kernel) => {
    expect(() => kernel.cross(engine, matrix(3, 2), matrix(2, 3))).toThrow(RangeError);
  });

  test.each([
    gaussian(),
    matern(),
    rationalQuadratic(),
    l1(),
    hamming(),
    polynomial(),
    constant(),
    nugget(),
    product(gaussian(), constant()),
    scale(gaussian()),
    composite({ relevance: [1, 1] }),
  ])("$kind refuses weights that do not belong to the rows", (kernel) => {
    for (const weights of [matrix(3, 2), matrix(2, 3), matrix(2, 2)]) {
      expect(() => kernel.gradient(engine, matrix(3, 2), weights)).toThrow(RangeError);
    }
  });
});

test("symmetric weights are summed from their lower triangle", () => {
  expect(weightSum(matrix(3, 3, Float64Array.of(1, 2, 3, 2, 4, 5, 3, 5, 6)))).toBe(31);
  expect(weightSum(matrix(2, 2, Float64Array.of(1, NaN, 2, 4)))).toBe(9);
  expect(weightSum(matrix(0, 0))).toBe(0);
});
