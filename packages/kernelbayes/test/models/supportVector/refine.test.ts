import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { kernelRows } from "../../../src/rows/kernel/kernelRows.ts";
import { minimalOptimization } from "../../../src/models/supportVector/minimalOptimization.ts";
import { refine } from "../../../src/models/supportVector/refine.ts";
import { runSync } from "../../../src/run/run.ts";
import { linear } from "../../../src/kernels/linear.ts";
import { cloudDual, cloudRows } from "./trainingRows.ts";

test("a coarse solution is brought to the optimum itself, whatever the way to it was", () => {
  for (const cost of [0.5, 10, 1000]) {
    const problem = cloudDual(120, cost, { lengthScale: 0.8 });
    const [coarse, other] = [1e-1, 1e-3].map((tolerance) => {
      const search = minimalOptimization(problem);
      search.run(1e6, tolerance);
      runSync(refine(selectEngine(), problem, search));
      return search;
    });
    expect(coarse.violation().gap).toBeLessThan(1e-9);
    expect(coarse.coefficients.reduce((sum, beta) => sum + beta, 0)).toBeCloseTo(0, 8);
    coarse.residuals.forEach((r, i) => expect(r).toBeCloseTo(other.residuals[i], 9));
  }
});

test("a kernel of low rank does not stop it", () => {
  const { X, signs } = cloudRows(60);
  const problem = { rows: kernelRows(selectEngine(), linear(), X), signs, costs: new Float64Array(60).fill(1) };
  const search = minimalOptimization(problem);
  search.run(1e6, 1e-2);
  runSync(refine(selectEngine(), problem, search));
  expect(search.violation().gap).toBeLessThan(1e-6);
});
