import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { evaluateFisher, fisherSearch } from "../../../../src/models/fisher/evidence/evaluateFisher.ts";
import { boundsOf, freeParameters } from "../../../../src/search/searchBounds.ts";
import { composite, gaussian, nugget, scale, sum } from "../../../../src/kernels/index.ts";
import { boundedLbfgs } from "../../../../src/optimize/boundedLbfgs.ts";
import { runSync } from "../../../../src/run/run.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { copied, engine, relative, sample, smooth } from "../samples.ts";

const given = sample(15, 2);
const weighted = { X: given.X, contrasts: fisherContrasts(given.labels, given.weights) };
const options = { distance: 1.5, prior: { shape: 2, rate: 0.7 }, degrees: "rank" as const };

describe("a search", () => {
  const kernel = sum(
    scale(gaussian({ lengthScale: 0.8, fixed: ["lengthScale"] }), { variance: 2 }),
    nugget({ variance: 0.1 }),
  );
  const search = fisherSearch(engine, kernel, 3, { ...weighted, options });

  test("goes over the logarithms of the free parameters and of β", () => {
    expectClose(search.start, [Math.log(2), Math.log(0.1), Math.log(3)], 1e-15);
    expect(search.lower[2]).toBe(-20);
    expect(search.upper[2]).toBe(20);
    const moved = search.kernelAt([0, 1]).parameters.map(({ value }) => value);
    expectClose(moved, [1, 0.8, Math.E], 1e-15);
    expect(search.precisionAt([0, 1, 2])).toBeCloseTo(Math.exp(2), 14);
  });

  test("has the gradient that differences give, with prior, degrees, distance and weights", () => {
    const { value, gradient } = search.objective(search.start);
    const expected = Array.from(search.start, (_, j) => {
      const moved = (by: number): number =>
        search.objective(search.start.map((at, k) => (k === j ? at + by : at))).value;
      return (moved(1e-5) - moved(-1e-5)) / 2e-5;
    });
    expectClose(gradient, expected, 1e-7);
    expect(value).toBe(-evaluateFisher(engine, kernel, Math.exp(Math.log(3)), { ...weighted, options }).objective);
  });

  test("leaves alone what is switched off, and keeps within e^±20", () => {
    const off = composite({ linear: 0, bias: 0, nugget: 0.1, relevance: [1, 1], fixed: ["relevance"] });
    expect(freeParameters(off).map((j) => off.parameters[j].name)).toEqual([
      "variance",
      "inverseSquaredLength",
      "nugget",
    ]);
    const { lower, upper } = boundsOf(kernel, freeParameters(kernel));
    expect(Math.min(...lower)).toBeGreaterThanOrEqual(-20);
    expect(Math.max(...upper)).toBeLessThanOrEqual(20);
  });
});

test("the optimum of weighted rows is that of their copies", () => {
  const copies = copied(given);
  const [a, b] = [weighted, { X: copies.X, contrasts: copies.contrasts }].map((task) => {
    const search = fisherSearch(engine, smooth(1, 1, 0.3), 1, task);
    return runSync(boundedLbfgs(search.objective, search.start, { ...search, gradientTolerance: 1e-8 }));
  });
  expect(relative(a.value, b.value)).toBeLessThan(1e-10);
  expectClose(a.point, b.point, 1e-4);
});
