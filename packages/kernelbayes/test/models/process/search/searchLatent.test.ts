import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import type { LatentMethod } from "../../../../src/models/process/latent/latentApproximation.ts";
import { approximate } from "../../../../src/models/process/latent/approximate.ts";
import { searchLatent, type LatentSearchLimits } from "../../../../src/models/process/search/searchLatent.ts";
import { latentFamily, latentSearch, type LatentRows } from "../../../../src/models/process/search/latentSearch.ts";
import { searchStart } from "../../../../src/search/searchStart.ts";
import { medianSquaredDistance } from "../../../../src/search/searchBounds.ts";
import { gaussian, scale, type Kernel } from "../../../../src/kernels/index.ts";
import type { Optimum } from "../../../../src/optimize/optimizer.ts";
import { runSync } from "../../../../src/run/run.ts";
import { tasks } from "../../../../src/fit/tasks.ts";
import { differencesInLogs } from "../../fisher/samples.ts";
import { clouds, engine, latentKernel } from "../latent/problems.ts";

function problem(n: number, seed = 1): LatentRows {
  const rows = clouds(n, { seed, apart: 2 });
  return { ...rows, squaredDistance: medianSquaredDistance(engine, rows.X) ?? 1 };
}

const logistic: LatentMethod = { likelihood: "logistic", approximation: "laplace" };
const trigonometric: LatentMethod = { likelihood: "trigonometric", approximation: "laplace" };
const probit: LatentMethod = { likelihood: "probit", approximation: "ep" };
const starts = [0.5, 10].map((variance) => latentKernel(variance, 1.4, 1));

function found(
  rows: LatentRows,
  method: LatentMethod,
  kernels: readonly Kernel[] = starts,
  limits?: LatentSearchLimits,
) {
  return runSync(searchLatent(engine, kernels, rows, method, 3, limits));
}

describe.each([logistic, trigonometric, probit])("the search with $likelihood and $approximation", (method) => {
  const rows = problem(60);
  const result = found(rows, method);

  test("reports the evidence that the chosen kernel has, and that of every start", () => {
    const { logEvidence } = approximate(engine, result.kernel.matrix(engine, rows.X), rows, method);
    expect(result.logEvidence).toBeCloseTo(logEvidence, 5);
    expect(result.optima).toHaveLength(2);
    for (const { logEvidence: own = NaN, kernel = [] } of result.optima) {
      expect(own).toBeLessThanOrEqual(result.logEvidence + 1e-9);
      const at = starts[0].withValues(kernel).matrix(engine, rows.X);
      expect(approximate(engine, at, rows, method).logEvidence).toBeCloseTo(own, 5);
    }
  });

  test("ends no lower than any neighbor in one parameter", () => {
    const search = latentSearch(engine, result.kernel, rows, method);
    const here = search.value(search.start);
    search.start.forEach((log, j) => {
      for (const move of [-0.1, 0.1]) {
        const there = Math.min(search.box.upper[j], Math.max(search.box.lower[j], log + move));
        expect(search.value(search.start.with(j, there))).toBeGreaterThan(here - 1e-6);
      }
    });
  });

  test("is the same by the tasks of workers", () => {
    const again = runSync(searchLatent(engine, starts, rows, method, 3), { tasks });
    expect(again.kernel.toDocument()).toEqual(result.kernel.toDocument());
  });

  test("on many rows comes within a tenth of a nat of a search on all of them", () => {
    const many = problem(300);
    const quick = found(many, method, [starts[0]], { rowsOfStarts: 100, polish: false });
    const limits = { valueTolerance: 1e-9, gradientTolerance: 1e-3, maxEvaluations: 100 };
    const whole = runSync(
      searchStart(engine, latentFamily, { kernel: starts[0] }, { ...many, method }, limits),
    ) as Optimum;
    expect(quick.logEvidence).toBeGreaterThan(-whole.value - 0.1);
  });
});

test("slopes of the evidence are those of differences", () => {
  const rows = problem(40);
  for (const method of [logistic, probit]) {
    const kernel = latentKernel();
    const search = latentSearch(engine, kernel, rows, method);
    const { gradient } = search.objective(search.start);
    const differences = differencesInLogs(
      kernel,
      (at) => approximate(engine, at.matrix(engine, rows.X), rows, method).logEvidence,
      1e-4,
    );
    gradient.forEach((slope, j) => expect(slope).toBeCloseTo(-differences[j], 4));
  }
});

test("a kernel whose parameters are all fixed is taken as it is", () => {
  const rows = problem(30);
  const fixed = scale(gaussian({ lengthScale: 1.2, fixed: ["lengthScale"] }), { variance: 2, fixed: ["variance"] });
  const { kernel, logEvidence, optima, atBounds } = found(rows, logistic, [fixed]);
  expect(kernel).toBe(fixed);
  expect(logEvidence).toBeCloseTo(approximate(engine, fixed.matrix(engine, rows.X), rows, logistic).logEvidence, 6);
  expect(optima).toHaveLength(1);
  expect(atBounds).toEqual([]);
});

test("a parameter that runs to its bound is named", () => {
  const rows = problem(60);
  const noise = { ...rows, signs: rows.signs.map((_, i) => ((i * 7919) % 60 < 30 ? 1 : -1)) };
  const { atBounds, kernel } = found(noise, logistic, [latentKernel(1, 1, 1)]);
  expect(atBounds.length).toBeGreaterThan(0);
  for (const name of atBounds) expect(kernel.parameters.map((parameter) => parameter.name)).toContain(name);
});

test("where all rows have no evidence at the end that some of them led to, the search begins again", () => {
  const rows = problem(160);
  let failures = 0;
  const failing = {
    ...engine,
    cholesky: (a: Matrix) =>
      a.rows === 160 && failures++ < 1 ? { ok: false as const, failedAt: 3 } : engine.cholesky(a),
  };
  const limits = { rowsOfStarts: 80, polish: false };
  const again = runSync(searchLatent(failing, [starts[0]], rows, logistic, 3, limits));
  expect(failures).toBeGreaterThan(1);
  expect(again.status).toContain("led astray");
  expect(again.logEvidence).toBeCloseTo(found(rows, logistic, [starts[0]], limits).logEvidence, 1);
});

test("many starts that come to one optimum on many rows are compared once", () => {
  const rows = problem(300);
  const { optima, best } = found(rows, logistic, [starts[0], starts[0], starts[1]], {
    rowsOfStarts: 100,
    polish: false,
  });
  expect(optima.map(({ logEvidence }) => logEvidence !== undefined)).toEqual([true, false, false]);
  expect(best).toBe(0);
});
