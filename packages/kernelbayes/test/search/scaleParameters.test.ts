import { expect, test } from "vitest";
import { scaleParameters } from "../../src/search/scaleParameters.ts";
import { gaussian, linear, nugget, scale, sum } from "../../src/kernels/index.ts";
import { engine, sample } from "../models/fisher/samples.ts";

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
