import { describe, expect, test } from "vitest";
import { approximate } from "../../../../src/models/process/latent/approximate.ts";
import type { LatentMethod } from "../../../../src/models/process/latent/latentApproximation.ts";
import { refineByPropagation } from "../../../../src/models/process/search/refineByPropagation.ts";
import { latentFamily, type LatentRows } from "../../../../src/models/process/search/latentSearch.ts";
import { searchStart } from "../../../../src/search/searchStart.ts";
import { medianSquaredDistance } from "../../../../src/search/searchBounds.ts";
import type { Optimum } from "../../../../src/optimize/optimizer.ts";
import { runSync } from "../../../../src/run/run.ts";
import { clouds, engine, latentKernel } from "../latent/problems.ts";

const signed = clouds(200, { seed: 4, apart: 2 });
const rows: LatentRows = { ...signed, squaredDistance: medianSquaredDistance(engine, signed.X) ?? 1 };
const method: LatentMethod = { likelihood: "trigonometric", approximation: "ep", halfWidth: 1 };
const kernel = latentKernel(3, 1.4, 1);

describe("refining by expectation propagation", () => {
  const limits = { valueTolerance: 1e-9, gradientTolerance: 1e-3, maxEvaluations: 100 };
  const whole = runSync(searchStart(engine, latentFamily, { kernel }, { ...rows, method }, limits)) as Optimum;
  const refined = (polish: boolean, rowsOfStart: number) =>
    runSync(refineByPropagation(engine, kernel, rows, method, 3, { polish, rowsOfStart }));

  test("by some of the rows first comes within a twentieth of a nat of a search on all, and knows its evidence", () => {
    const found = refined(false, 80);
    expect(found.logEvidence).toBeGreaterThan(-whole.value - 0.05);
    const { logEvidence } = approximate(engine, found.kernel.matrix(engine, rows.X), rows, method);
    expect(Math.abs(found.logEvidence - logEvidence)).toBeLessThan(1e-3);
    expect(found.optima).toHaveLength(1);
  });

  test("comes closer where it is polished, and ends where an approximation settles at once", () => {
    const found = refined(true, 80);
    expect(found.logEvidence).toBeGreaterThan(-whole.value - 0.01);
    expect(found.gradientNorm).toBeLessThan(0.1);
    const K = found.kernel.matrix(engine, rows.X);
    const { steps } = approximate(engine, K, rows, method, { warmStart: found.warmStart, tolerance: 1e-5 });
    expect(steps).toBe(1);
  });

  test("with few rows looks at all of them", () => {
    const found = refined(true, 400);
    expect(found.logEvidence).toBeGreaterThan(-whole.value - 1e-6);
  });
});

test.each([true, false])("the kernel matrix of the end is at hand, polished: %s", (polish) => {
  const found = runSync(refineByPropagation(engine, kernel, rows, method, 3, { polish, rowsOfStart: 80 }));
  const K = found.kernel.matrix(engine, rows.X);
  const kept = found.atHand?.K;
  expect(kept?.rows).toBe(200);
  const apart = K.data.reduce((most, value, at) => Math.max(most, Math.abs(value - kept!.data[at])), 0);
  expect(apart).toBeLessThan(1e-12);
});
