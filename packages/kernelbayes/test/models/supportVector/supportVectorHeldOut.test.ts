import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { biasOf } from "../../../src/models/supportVector/dual.ts";
import { leaveEachOut } from "../../../src/models/supportVector/supportVectorHeldOut.ts";
import { minimalOptimization } from "../../../src/models/supportVector/minimalOptimization.ts";
import { cloudDual } from "./trainingRows.ts";

const precise = { tolerance: 1e-8, steps: 1e6 };

function through<Result>(work: Generator<unknown, Result>): Result {
  let next = work.next();
  while (!next.done) next = work.next();
  return next.value;
}

test("outputs of rows that were left out are those of machines that never saw them", () => {
  for (const cost of [0.2, 1, 50]) {
    const problem = cloudDual(40, cost, { seed: 2 });
    const search = minimalOptimization(problem);
    search.run(1e6, 1e-8);
    const outputs = through(leaveEachOut(selectEngine(), problem, search, new Float64Array(40), precise));
    outputs.forEach((output, i) => {
      const without = { ...problem, costs: problem.costs.with(i, 0) };
      const fresh = minimalOptimization(without);
      fresh.run(1e6, 1e-8);
      expect(output).toBeCloseTo(problem.signs[i] - fresh.residuals[i] + biasOf(without, fresh), 5);
    });
  }
});

test("of a row of weight two one unit is left out", () => {
  const problem = cloudDual(30, 2, { seed: 5 });
  const search = minimalOptimization(problem);
  search.run(1e6, 1e-8);
  const left = new Float64Array(30).fill(1);
  const outputs = through(leaveEachOut(selectEngine(), problem, search, left, precise));
  outputs.forEach((output, i) => {
    const without = { ...problem, costs: problem.costs.with(i, 1) };
    const fresh = minimalOptimization(without);
    fresh.run(1e6, 1e-8);
    expect(output).toBeCloseTo(problem.signs[i] - fresh.residuals[i] + biasOf(without, fresh), 5);
  });
});

test("the only row of a class cannot be left out", () => {
  const problem = cloudDual(20, 1);
  const lone = { ...problem, signs: problem.signs.map((_, i) => (i === 3 ? 1 : -1)) };
  const search = minimalOptimization(lone);
  search.run(1e6, 1e-8);
  const outputs = through(leaveEachOut(selectEngine(), lone, search, new Float64Array(20), precise));
  expect(outputs[3]).toBeNaN();
  expect(outputs.filter(Number.isNaN)).toHaveLength(1);
});
