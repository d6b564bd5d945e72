import { expect, test } from "vitest";
import { flatParameters } from "../../src/search/flatParameters.ts";
import { constant, linear, sum } from "../../src/kernels/index.ts";
import { ard, engine, sample, smooth } from "../models/fisher/samples.ts";

const given = sample(15, 2);

test("parameters that only move the common level are found", () => {
  const name = (kernel: ReturnType<typeof smooth>): string[] =>
    flatParameters(engine, kernel, given.X).map((j) => kernel.parameters[j].name);
  expect(name(ard(2))).toEqual(["bias"]);
  expect(name(sum(linear(), constant({ variance: 3 })))).toEqual(["terms[1].variance"]);
  expect(name(smooth())).toEqual([]);
});
