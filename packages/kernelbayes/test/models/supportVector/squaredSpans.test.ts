import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { biasOf, freeRows } from "../../../src/models/supportVector/dual.ts";
import { minimalOptimization } from "../../../src/models/supportVector/minimalOptimization.ts";
import { refine } from "../../../src/models/supportVector/refine.ts";
import { runSync } from "../../../src/run/run.ts";
import { spanError, spanOutputs, squaredSpans } from "../../../src/models/supportVector/supportVectorHeldOut.ts";
import { cloudDual } from "./trainingRows.ts";

test("outputs by the span are those of refits for every row whose going moves no other to or from a bound", () => {
  const engine = selectEngine();
  let compared = 0;
  for (const cost of [0.3, 3]) {
    const problem = cloudDual(40, cost, { seed: 3 });
    const search = minimalOptimization(problem);
    search.run(1e6, 1e-8);
    runSync(refine(engine, problem, search));
    const outputs = spanOutputs(engine, problem, search, new Float64Array(40));
    const free = freeRows(problem, search.coefficients).join();
    outputs.forEach((output, i) => {
      const without = { ...problem, costs: problem.costs.with(i, 0) };
      const again = minimalOptimization(without);
      again.run(1e6, 1e-8);
      runSync(refine(engine, without, again));
      const others = (numbers: string): string[] => numbers.split(",").filter((number) => number !== String(i));
      if (others(freeRows(without, again.coefficients).join()).join() !== others(free).join()) return;
      compared++;
      expect(output).toBeCloseTo(problem.signs[i] - again.residuals[i] + biasOf(without, again), 5);
    });
  }
  expect(compared).toBeGreaterThan(20);
});

test("rows that are no support vectors have no span, and one unit of a row of weight two may cost nothing", () => {
  const engine = selectEngine();
  const problem = cloudDual(40, 2);
  const search = minimalOptimization(problem);
  search.run(1e6, 1e-8);
  squaredSpans(engine, problem, search).forEach((square, i) => {
    if (search.coefficients[i] === 0) expect(square).toBe(0);
    else expect(square).toBeGreaterThan(0);
  });
  const bias = biasOf(problem, search);
  const kept = spanOutputs(engine, problem, search, problem.costs);
  kept.forEach((output, i) => expect(output).toBe(problem.signs[i] - search.residuals[i] + bias));
});

test("the smoothed error lies between that of certain rows and one half", () => {
  const signs = Float64Array.of(1, -1);
  const weights = Float64Array.of(1, 3);
  expect(spanError(Float64Array.of(9, -9), signs, weights)).toBeLessThan(1e-12);
  expect(spanError(Float64Array.of(0, 0), signs, weights)).toBe(0.5);
  expect(spanError(Float64Array.of(9, 9), signs, weights)).toBeCloseTo(0.75, 12);
});
