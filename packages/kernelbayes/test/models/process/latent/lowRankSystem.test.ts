import { describe, expect, test } from "vitest";
import type { Engine } from "../../../../src/engine/engine.ts";
import { factorToRounding } from "../../../../src/rows/kernel/factorToRounding.ts";
import { expectationPropagation } from "./atOnce.ts";
import { lowRankSystem, wholeSystem } from "../../../../src/models/process/latent/siteSystem.ts";
import { logisticLikelihood } from "../../../../src/likelihoods/logisticLikelihood.ts";
import { probitLikelihood } from "../../../../src/likelihoods/probitLikelihood.ts";
import { trigonometricLikelihood } from "../../../../src/likelihoods/trigonometricLikelihood.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { differencesInLogs } from "../../fisher/samples.ts";
import { clouds, engine, latentKernel } from "./problems.ts";

const n = 260;
const rows = clouds(n, { seed: 6 });
const kernel = latentKernel(3, 1.5, 0.8);
const K = kernel.matrix(engine, rows.X);
const G = factorToRounding(engine, K);
if (!G) throw new Error("The kernel is smooth enough to have a factor of low rank.");

const random = stream(3);
const roots = Float64Array.from({ length: n }, (_, i) => (i % 7 === 0 ? 0 : Math.exp(0.5 * normal(random) - 1)));
const x = Float64Array.from({ length: n }, () => normal(random));

/** The largest difference, relative to the largest number expected. */
function apart(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(found).toHaveLength(expected.length);
  const size = Array.from(expected).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Array.from(expected).reduce((most, value, at) => Math.max(most, Math.abs(found[at] - value)), 0) / size;
}

describe("sites at a kernel matrix of low rank", () => {
  const low = lowRankSystem(engine, K, G);
  const whole = wholeSystem(engine, K);
  const [found, expected] = [low.solved(roots)!, whole.solved(roots)!];

  test("are solved for as at the whole matrix", () => {
    expect(G.columns).toBeLessThanOrEqual(n / 2);
    expect(found.halfLogDeterminant).toBeCloseTo(expected.halfLogDeterminant, 9);
    expect(apart(found.shares, expected.shares)).toBeLessThan(1e-10);
    expect(apart(found.variance, expected.variance)).toBeLessThan(1e-10);
    expect(apart(low.times(x), whole.times(x))).toBeLessThan(1e-12);
    expect(apart(found.reduced(x), expected.reduced(x))).toBeLessThan(1e-10);
  });

  test("have the slopes and the factor of the whole matrix, however often they are asked for", () => {
    const slopes = expected.slopeWeights(x).data;
    for (let time = 0; time < 2; time++) expect(apart(found.slopeWeights(x).data, slopes)).toBeLessThan(1e-10);
    const { data } = found.factor();
    const L = expected.factor().data;
    for (let i = 0; i < n; i++) {
      expect(apart(data.subarray(i * n, i * n + i + 1), L.subarray(i * n, i * n + i + 1))).toBeLessThan(1e-12);
    }
  });

  test("that are not finite have no solution", () => {
    for (const bad of [NaN, Infinity]) expect(lowRankSystem(engine, K, G).solved(roots.with(4, bad))).toBeUndefined();
  });

  test("that leave nothing of a cavity are solved for at the whole matrix", () => {
    const precise = roots.with(4, 1e4);
    const exact = wholeSystem(engine, K).solved(precise)!;
    const { shares } = lowRankSystem(engine, K, G).solved(precise)!;
    expect(exact.shares[4]).toBeLessThan(1e-5);
    expect(Math.abs(shares[4] / exact.shares[4] - 1)).toBeLessThan(1e-9);
  });
});

test.each([
  ["probit", probitLikelihood],
  ["logistic", logisticLikelihood],
  ["trigonometric", trigonometricLikelihood({ halfWidth: 1 })],
] as const)(
  "the evidence of many rows has the gradient of central differences with the %s likelihood",
  (_, likelihood) => {
    const approximation = (at = kernel) =>
      expectationPropagation(engine, at.matrix(engine, rows.X), rows, likelihood, { tolerance: 1e-8 });
    const slopes = kernel.gradient(engine, rows.X, approximation().slopeWeights());
    const differences = differencesInLogs(kernel, (at) => approximation(at).logEvidence, 1e-3);
    slopes.forEach((slope, j) => expect(Math.abs(slope - differences[j])).toBeLessThan(1e-4 * (1 + Math.abs(slope))));
  },
);

test("rows on either side of where factors of low rank begin have the same approximation", () => {
  // A row of next to no weight makes 250 rows of 249, whose kernel matrix is then taken by its factor.
  const few = clouds(249, { seed: 8 });
  const X = { rows: 250, columns: 2, data: Float64Array.of(...few.X.data, 0.3, -0.2) };
  const more = { X, signs: Float64Array.of(...few.signs, 1), weights: Float64Array.of(...few.weights, 1e-12) };
  const [one, other] = [few, more].map((each) =>
    expectationPropagation(engine, kernel.matrix(engine, each.X), each, probitLikelihood),
  );
  expect(other.logEvidence).toBeCloseTo(one.logEvidence, 8);
  expect(apart(other.latent().mean.subarray(0, 249), one.latent().mean)).toBeLessThan(1e-8);
  expect(apart(other.cavities().variance.subarray(0, 249), one.cavities().variance)).toBeLessThan(1e-8);
});

test("a single sweep, whatever it finds, sees the kernel too", () => {
  const { warmStart } = expectationPropagation(engine, K, rows, probitLikelihood);
  const once = expectationPropagation(engine, K, rows, probitLikelihood, { warmStart, tolerance: Infinity });
  expect(once.steps).toBe(1);
  expect(once.logEvidence).toBeCloseTo(expectationPropagation(engine, K, rows, probitLikelihood).logEvidence, 5);
});

test("kernels near one that is rough are not tried again", () => {
  let tried = 0;
  // A pivoted factorization begins with the product of no columns.
  const counting: Engine = {
    ...engine,
    symmetricProduct: (a, options) => (tried++, engine.symmetricProduct(a, options)),
  };
  const rough = latentKernel(3, 0.05, 1000).matrix(engine, rows.X);
  const room = {};
  const first = expectationPropagation(counting, rough, rows, probitLikelihood, { room });
  expect(tried).toBeGreaterThan(0);
  tried = 0;
  const second = expectationPropagation(counting, rough, rows, probitLikelihood, { room });
  expect(tried).toBe(0);
  expect(second.logEvidence).toBe(first.logEvidence);
});
