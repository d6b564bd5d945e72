import { expect, test } from "vitest";
import { committeeWeights, distinctOptima } from "../../../src/models/process/latentMembers.ts";

const optimum = (logEvidence: number | undefined, ...kernel: number[]) => ({
  logEvidence,
  kernel: Float64Array.from(kernel),
  converged: true,
  status: "",
});

test("members weigh as their evidence, however small it is", () => {
  const weights = committeeWeights([-2000, -2000 - Math.LN2, -2800]);
  expect(weights[0]).toBeCloseTo(2 / 3, 12);
  expect(weights[1]).toBeCloseTo(1 / 3, 12);
  expect(weights[2]).toBeLessThan(1e-300);
});

test("an optimum that several starts have found is one, and of equals the best stays", () => {
  const optima = [
    optimum(-10.0005, 1, 2),
    optimum(-10, 1.001, 2),
    optimum(-10, 1.5, 2),
    optimum(-12, 1.001, 2),
    optimum(undefined, 1, 2),
    { converged: false, status: "failed" },
  ];
  expect(distinctOptima(optima)).toEqual([1, 2, 3]);
  expect(distinctOptima([optimum(-1, 0, 3), optimum(-1, 0, 3)])).toEqual([0]);
});
