import { expect, test } from "vitest";
import { flatParameters, scaleParameters } from "../../src/search/flatParameters.ts";
import { constant, linear, sum, gaussian, nugget, scale } from "../../src/kernels/index.ts";
import { ard, engine, sample, smooth } from "../models/fisher/samples.ts";

const given = sample(15, 2);

test("parameters that only move the common level are found", () => {
  const name = (kernel: ReturnType<typeof smooth>): string[] =>
    flatParameters(engine, kernel, given.X).map((j) => kernel.parameters[j].name);
  expect(name(ard(2))).toEqual(["bias"]);
  expect(name(sum(linear(), constant({ variance: 3 })))).toEqual(["terms[1].variance"]);
  expect(name(smooth())).toEqual([]);
});

const { X } = sample(12, 3);

test("the variance in front of a kernel only scales it", () => {
  const kernel = scale(gaussian({ lengthScale: [1, 2, 3] }));
  const names = scaleParameters(engine, kernel, X).map((j) => kernel.parameters[j].name);
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/variance/);
});

test("length scales and the variances of terms do not", () => {
  expect(scaleParameters(engine, gaussian(), X)).toEqual([]);
  expect(scaleParameters(engine, sum(scale(gaussian()), scale(linear()), nugget()), X)).toEqual([]);
});
