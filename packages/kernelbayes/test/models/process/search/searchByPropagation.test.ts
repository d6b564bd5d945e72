import { expect, test } from "vitest";
import { searchLatent } from "../../../../src/models/process/search/searchLatent.ts";
import { searchByPropagation } from "../../../../src/models/process/search/searchByPropagation.ts";
import { medianSquaredDistance } from "../../../../src/search/searchBounds.ts";
import type { LatentMethod } from "../../../../src/models/process/latent/latentApproximation.ts";
import { runSync } from "../../../../src/run/run.ts";
import { clouds, engine, latentKernel } from "../latent/problems.ts";

const kernels = [latentKernel(1, 0.7, 1), latentKernel(1, 2, 1)];

function rowsOf(n: number): Parameters<typeof searchLatent>[2] {
  const rows = clouds(n, { apart: 2 });
  return { ...rows, squaredDistance: medianSquaredDistance(engine, rows.X) ?? NaN };
}

test.each<LatentMethod>([
  { likelihood: "probit", approximation: "ep" },
  { likelihood: "logistic", approximation: "ep" },
])("the end is as high as that of expectation propagation from all starts: %o", (method) => {
  const rows = rowsOf(60);
  const found = runSync(searchByPropagation(engine, kernels, rows, method, 1));
  const whole = runSync(searchLatent(engine, kernels, rows, method, 1));
  expect(found.logEvidence).toBeGreaterThan(whole.logEvidence - 1e-3);
  expect(found.gradientNorm).toBeLessThan(1e-3);
  expect(found.optima.length).toBe(2);
  expect(found.optima[found.best].logEvidence).toBe(found.logEvidence);
  expect(found.warmStart?.length).toBe(120);
});

test("more rows end within a hundredth of a nat of the same", () => {
  const method: LatentMethod = { likelihood: "probit", approximation: "ep" };
  const rows = rowsOf(320);
  const found = runSync(searchByPropagation(engine, kernels.slice(0, 1), rows, method, 1));
  const whole = runSync(
    searchLatent(engine, kernels.slice(0, 1), rows, method, 1, { rowsOfStarts: 400, polish: false }),
  );
  expect(found.logEvidence).toBeGreaterThan(whole.logEvidence - 0.01);
});

test("a variance that the evidence does not want is reported at its bound", () => {
  // Balanced classes, placed symmetrically, ask for no offset.
  const rows = rowsOf(60);
  const found = runSync(searchByPropagation(engine, kernels, rows, { likelihood: "probit", approximation: "ep" }, 1));
  const offset = found.kernel.parameters.at(-1)?.value ?? NaN;
  expect(found.atBounds.includes(found.kernel.parameters.at(-1)?.name ?? "")).toBe(offset < 1e-5);
});
