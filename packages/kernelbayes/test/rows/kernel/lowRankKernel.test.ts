import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { fisherEvidence } from "../../../src/models/fisher/evidence/fisherEvidence.ts";
import { featureContrastAt } from "../../../src/models/fisher/features/featurePosterior.ts";
import { contrastAt, fisherPosterior } from "../../../src/models/fisher/posterior/fisherPosterior.ts";
import {
  contractCross,
  lowRankFeatures,
  lowRankKernel,
  lowRankKernelAt,
} from "../../../src/rows/kernel/lowRankKernel.ts";
import { evaluateLowRank } from "../../../src/models/fisher/evidence/evaluateLowRank.ts";
import { kernelOnRows } from "../../../src/rows/kernel/kernelOnRows.ts";
import { evaluateFisher } from "../../../src/models/fisher/evidence/evaluateFisher.ts";
import { gaussian, nugget, product, sum, type Kernel } from "../../../src/kernels/index.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { fromRows, selectColumns, selectRows, toRows } from "../../../src/matrix/index.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { times, transposed } from "../../models/naive.ts";
import { ard, differencesInLogs, engine, inverseOf, relative, sample, smooth } from "../../models/fisher/samples.ts";

const given = sample(24, 2);
const { X } = given;
const kernels: [string, Kernel][] = [
  ["gaussian and nugget", smooth()],
  ["gaussian alone", smooth(1.2, 0.9, 0)],
  ["composite", ard(2)],
];

describe.each(kernels)("a kernel of low rank, %s", (_, kernel) => {
  const low = lowRankKernel(engine, kernel, X, { rank: 7 });
  const noise = low.nugget;

  test("is K_·J K_JJ⁻¹ K_J· without the nugget", () => {
    const K = kernel.cross(engine, X, X);
    const columns = toRows(selectColumns(K, low.pivots));
    const block = toRows(selectRows(selectColumns(K, low.pivots), low.pivots));
    expectClose(
      toRows(engine.symmetricProduct(low.features)).flat(),
      times(times(columns, inverseOf(block)), transposed(columns)).flat(),
      1e-9,
    );
    expect(low.pivots.length).toBe(7);
    expectClose(low.features.data, lowRankKernelAt(engine, kernel, X, low.pivots).features.data, 1e-9);
    expect(relative(low.residualTrace, lowRankKernelAt(engine, kernel, X, low.pivots).residualTrace)).toBeLessThan(
      1e-9,
    );
  });

  test.each([
    ["rows", fisherContrasts(given.labels)],
    ["weighted rows", fisherContrasts(given.labels, given.weights)],
  ])("gives %s the evidence of that kernel, with the slopes that differences give", (_name, contrasts) => {
    const { objective, evidence, kernelSlopes, precisionSlope } = evaluateLowRank(engine, low, contrasts, 2);
    const K = engine.symmetricProduct(low.features);
    for (let i = 0; i < 24; i++) K.data[i * 25] += noise / contrasts.weights[i];
    const own = new Float64Array(24).fill(noise);
    const dense = fisherPosterior(engine, { K, own }, contrasts, { precision: 2 });
    expect(relative(evidence, fisherEvidence(dense))).toBeLessThan(1e-10);
    const value = (at: Kernel, beta = 2): number =>
      evaluateLowRank(engine, lowRankKernelAt(engine, at, X, low.pivots), contrasts, beta).objective;
    expectClose(kernelSlopes, differencesInLogs(kernel, value), 1e-6);
    const moved = (by: number): number => value(kernel, 2 * Math.exp(by));
    expect(precisionSlope).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 6);
    expect(objective).toBeLessThan(evidence);
  });

  test("contracts the derivatives between two sets of rows", () => {
    const V = matrix(
      24,
      7,
      Float64Array.from({ length: 168 }, (_, at) => Math.sin(at)),
    );
    const value = (at: Kernel): number =>
      at.cross(engine, X, low.basis).data.reduce((total, entry, at_) => total + entry * V.data[at_], 0);
    expectClose(contractCross(engine, kernel, X, low.basis, V), differencesInLogs(kernel, value), 1e-8);
  });
});

test("with all rows as pivots it is the dense discriminant: evidence, slopes and predictions", () => {
  const kernel = smooth(1.3, 0.5, 0.05);
  for (const contrasts of [fisherContrasts(given.labels), fisherContrasts(given.labels, given.weights)]) {
    const task = { X, contrasts };
    const low = lowRankKernel(engine, kernel, X, { rank: 24, tolerance: 0 });
    const thin = evaluateLowRank(engine, low, contrasts, 2);
    const dense = evaluateFisher(engine, kernel, 2, task);
    expect(low.residualTrace).toBeLessThan(1e-10);
    expect(relative(thin.evidence, dense.evidence)).toBeLessThan(1e-9);
    expectClose(thin.kernelSlopes, dense.kernelSlopes, 1e-5);
    const Z = fromRows([
      [0.4, 0.2],
      [-2, 1],
    ]);
    const { features, extra } = lowRankFeatures(engine, low, Z);
    const a = featureContrastAt(engine, thin.posterior, features, extra);
    const posterior = fisherPosterior(engine, kernelOnRows(engine, kernel, X, contrasts), contrasts, { precision: 2 });
    const b = contrastAt(engine, posterior, kernel.cross(engine, X, Z), kernel.diagonal(Z));
    expectClose(a.mean, b.mean, 1e-7);
    expectClose(a.variance, b.variance, 1e-7);
  }
});

test("far from the pivots the prior variance comes back", () => {
  const kernel = smooth();
  const contrasts = fisherContrasts(given.labels);
  const low = lowRankKernel(engine, kernel, X, { rank: 5 });
  const { features, extra } = lowRankFeatures(engine, low, fromRows([[100, 100]]));
  expect(extra[0]).toBeCloseTo(kernel.diagonal(X)[0], 12);
  const { variance } = featureContrastAt(engine, evaluateLowRank(engine, low, contrasts, 2).posterior, features, extra);
  expect(variance[0]).toBeGreaterThan(1.3);
});

test("a nugget that differs between rows, and pivots that repeat each other, are refused", () => {
  const uneven = sum(gaussian(), product(nugget({ variance: 0.2 }), ard(2)));
  expect(() => lowRankKernel(engine, uneven, X, { rank: 4 })).toThrow(RangeError);
  expect(() => lowRankKernelAt(engine, smooth(), X, Int32Array.of(0, 1, 0))).toThrow("depend on each other");
});
