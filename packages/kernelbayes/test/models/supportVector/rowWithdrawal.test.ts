import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { biasOf, violationOf } from "../../../src/models/supportVector/dual.ts";
import { minimalOptimization } from "../../../src/models/supportVector/minimalOptimization.ts";
import { refine } from "../../../src/models/supportVector/refine.ts";
import { runSync } from "../../../src/run/run.ts";
import { rowWithdrawal } from "../../../src/models/supportVector/rowWithdrawal.ts";
import { leaveEachOut } from "../../../src/models/supportVector/supportVectorHeldOut.ts";
import { linear } from "../../../src/kernels/linear.ts";
import { kernelRows } from "../../../src/rows/kernel/kernelRows.ts";
import { cloudDual, cloudRows } from "./trainingRows.ts";

test("300 rows without signal took 46 s: every row is led out of their machine to an exact one, and none is trained again", () => {
  for (const cost of [0.3, 3, 300]) {
    const cloud = cloudDual(120, cost, { seed: 4 });
    // Half of each cloud has the label of the other.
    const problem = { ...cloud, signs: cloud.signs.map((sign, i) => (i % 4 < 2 ? sign : -sign)) };
    const engine = selectEngine();
    const search = minimalOptimization(problem);
    expect(search.run(1e6, 1e-6)).toBe(true);
    runSync(refine(engine, problem, search));
    const withdrawn = rowWithdrawal(engine, problem, search);
    const support = Array.from(search.coefficients.keys()).filter((i) => search.coefficients[i] !== 0);
    expect(support.length).toBeGreaterThan(90);
    for (const i of support) {
      const machine = withdrawn(i, 0);
      const without = { ...problem, costs: problem.costs.with(i, 0) };
      expect(machine?.coefficients[i]).toBeCloseTo(0, 15);
      expect(violationOf(without, machine!).gap).toBeLessThan(1e-10);
      expect(machine!.coefficients.reduce((sum, beta) => sum + beta, 0)).toBeCloseTo(0, 9);
    }
  }
});

test("a machine without a free row is led as well", () => {
  // With a cost so small all rows are at their bounds.
  const problem = cloudDual(40, 1e-6, { seed: 3 });
  const engine = selectEngine();
  const search = minimalOptimization(problem);
  search.run(1e6, 1e-9);
  const withdrawn = rowWithdrawal(engine, problem, search);
  const i = search.coefficients.findIndex((beta) => beta !== 0);
  const without = { ...problem, costs: problem.costs.with(i, 0) };
  expect(violationOf(without, withdrawn(i, 0)!).gap).toBeLessThan(1e-10);
});

test("rows of a linear kernel, which depend on each other, leave what machines leave that never saw them", () => {
  const { X, signs } = cloudRows(40, 6);
  const rows = kernelRows(selectEngine(), linear(), X);
  const problem = { rows, signs, costs: new Float64Array(40).fill(2) };
  const search = minimalOptimization(problem);
  search.run(1e6, 1e-9);
  const work = leaveEachOut(selectEngine(), problem, search, new Float64Array(40), { tolerance: 1e-9, steps: 1e6 });
  let next = work.next();
  while (!next.done) next = work.next();
  next.value.forEach((output, i) => {
    const without = { ...problem, costs: problem.costs.with(i, 0) };
    const fresh = minimalOptimization(without);
    fresh.run(1e6, 1e-9);
    expect(output).toBeCloseTo(signs[i] - fresh.residuals[i] + biasOf(without, fresh), 6);
  });
});
