import { describe, expect, test } from "vitest";
import { composite } from "../../src/kernels/index.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";
import { engines } from "./engines.ts";

const options = { variance: 1.3, inverseSquaredLength: 0.4, linear: 0.2, bias: 0.6, nugget: 0.05 };
const relevance = [0.5, 1.5, 0.1, 2];

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  const x = randomMatrix(12, 4, 6);
  const weights = engine.symmetricProduct(randomMatrix(12, 12, 7));

  test("(θ₂/c, θ₃/c, c·w) is the same kernel", () => {
    const K = composite({ ...options, relevance }).matrix(engine, x);
    for (const c of [0.1, 7]) {
      const other = composite({
        ...options,
        inverseSquaredLength: options.inverseSquaredLength / c,
        linear: options.linear / c,
        relevance: relevance.map((each) => c * each),
      }).matrix(engine, x);
      other.data.forEach((value, index) => expect(value).toBeCloseTo(K.data[index], 13));
    }
  });

  test("the derivatives in the weights add up to those in θ₂ and θ₃", () => {
    const gradient = composite({ ...options, relevance }).gradient(engine, x, weights);
    const [, second, third] = gradient;
    const sum = gradient.slice(5).reduce((total, value) => total + value, 0);
    expect(Math.abs(sum - (second + third))).toBeLessThan(1e-13 * (Math.abs(second) + Math.abs(third)));
  });

  test("columns of one group have the sum of their derivatives", () => {
    const kernel = composite({ ...options, relevance: 0.8 });
    const each = kernel.forColumns([0, 1, 2, 3]).gradient(engine, x, weights);
    const grouped = kernel.forColumns([0, 1, 1, 0]).gradient(engine, x, weights);
    expect(grouped).toHaveLength(7);
    expect(grouped[5]).toBeCloseTo(each[5] + each[8], 12);
    expect(grouped[6]).toBeCloseTo(each[6] + each[7], 12);
  });
});

test("parts that are switched off are not listed, and θ₂ not without a gaussian part", () => {
  const names = (kernel = composite()): string[] => kernel.parameters.map(({ name }) => name);
  expect(names()).toEqual(["variance", "inverseSquaredLength", "linear", "bias", "nugget", "relevance"]);
  expect(names(composite({ linear: 0, bias: 0, nugget: 0 }))).toEqual([
    "variance",
    "inverseSquaredLength",
    "relevance",
  ]);
  expect(names(composite({ variance: 0 }))).toEqual(["linear", "bias", "nugget", "relevance"]);
});

test("a part that is switched off keeps its place in other values and in the document", () => {
  const kernel = composite({ variance: 0, inverseSquaredLength: 3, relevance: [1, 1] }).withValues([2, 3, 4, 5, 6]);
  expect(kernel.toDocument()).toEqual({
    kind: "composite",
    variance: 0,
    inverseSquaredLength: 3,
    linear: 2,
    bias: 3,
    nugget: 4,
    relevance: [5, 6],
    fixed: [],
  });
});
