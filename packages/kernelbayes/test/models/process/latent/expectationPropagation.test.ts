import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import type { SignedRows } from "../../../../src/models/process/latent/latentApproximation.ts";
import { expectationPropagation as expectationPropagationInSteps } from "../../../../src/models/process/latent/expectationPropagation.ts";
import { logisticLikelihood } from "../../../../src/likelihoods/logisticLikelihood.ts";
import { probitLikelihood } from "../../../../src/likelihoods/probitLikelihood.ts";
import { trigonometricLikelihood } from "../../../../src/likelihoods/trigonometricLikelihood.ts";
import type { Likelihood } from "../../../../src/likelihoods/likelihood.ts";
import { diagonal } from "../../../../src/matrix/index.ts";
import { differencesInLogs, inverseOf } from "../../fisher/samples.ts";
import { expectationPropagation } from "./atOnce.ts";
import { chosen, clouds, engine, latentKernel, sampledEvidence, withWeights } from "./problems.ts";

const plain = clouds(20);
/** With how far the evidence of five rows may be from the truth: the trigonometric posterior has edges, which a Gaussian lacks. */
const likelihoods: readonly [string, Likelihood, number][] = [
  ["probit", probitLikelihood, 0.01],
  ["logistic", logisticLikelihood, 0.01],
  ["trigonometric", trigonometricLikelihood({ halfWidth: 1 }), 0.06],
];

describe.each(likelihoods)("with the %s likelihood", (_, likelihood, accuracy) => {
  test("the gradient of the evidence is that of central differences, with weights above and below 1 too", () => {
    const kernel = latentKernel();
    for (const rows of [
      plain,
      withWeights(
        plain,
        plain.weights.map((__, i) => 0.4 + 0.5 * (i % 5)),
      ),
    ]) {
      const approximation = (at = kernel) =>
        expectationPropagation(engine, at.matrix(engine, rows.X), rows, likelihood, { tolerance: 1e-11 });
      const slopes = kernel.gradient(engine, rows.X, approximation().slopeWeights());
      const differences = differencesInLogs(kernel, (at) => approximation(at).logEvidence, 1e-4);
      slopes.forEach((slope, j) => expect(Math.abs(slope - differences[j])).toBeLessThan(1e-6));
    }
  });

  test("the evidence of few rows is that of importance sampling", () => {
    for (const rows of [clouds(5, { seed: 3 }), withWeights(clouds(5, { seed: 4 }), [1, 2, 0.5, 1, 3])]) {
      const K = latentKernel(1, 1, 0.5).matrix(engine, rows.X);
      const approximation = expectationPropagation(engine, K, rows, likelihood);
      const sampled = sampledEvidence(K, rows, likelihood, approximation, 40_000);
      expect(sampled.error).toBeLessThan(0.01);
      expect(Math.abs(approximation.logEvidence - sampled.logEvidence)).toBeLessThan(4 * sampled.error + accuracy);
    }
  });

  test("a row of weight w counts as w copies in everything", () => {
    const counts = plain.weights.map((__, i) => 1 + (i % 3));
    const copies = chosen(
      plain,
      Array.from(counts).flatMap((count, i) => new Array<number>(count).fill(i)),
    );
    const kernel = latentKernel();
    const [one, many] = [withWeights(plain, counts), copies].map((rows) => {
      const K = kernel.matrix(engine, rows.X);
      const approximation = expectationPropagation(engine, K, rows, likelihood, { tolerance: 1e-11 });
      return { approximation, gradient: kernel.gradient(engine, rows.X, approximation.slopeWeights()) };
    });
    expect(Math.abs(one.approximation.logEvidence - many.approximation.logEvidence)).toBeLessThan(1e-8);
    one.gradient.forEach((slope, j) => expect(Math.abs(slope - many.gradient[j])).toBeLessThan(1e-8));
    const first = Array.from(counts.keys(), (i) => counts.slice(0, i).reduce((total, count) => total + count, 0));
    for (const moments of ["latent", "cavities"] as const) {
      const [row, copy] = [one.approximation[moments](), many.approximation[moments]()];
      row.mean.forEach((value, i) => expect(Math.abs(value - copy.mean[first[i]])).toBeLessThan(1e-8));
      row.variance.forEach((value, i) => expect(Math.abs(value - copy.variance[first[i]])).toBeLessThan(1e-8));
    }
  });

  test("one row, one class, contradictory copies and huge amplitudes are no trouble", () => {
    const twins = chosen(plain, [0, 0, 0, 1, 1]);
    const contradictory = { ...twins, signs: Float64Array.of(1, -1, 1, 1, -1) };
    for (const rows of [chosen(plain, [0]), { ...plain, signs: plain.signs.map(() => 1) }, contradictory, plain]) {
      for (const variance of [1e-4, 1, 1e4]) {
        const K = latentKernel(variance).matrix(engine, rows.X);
        const approximation = expectationPropagation(engine, K, rows, likelihood);
        expect(approximation.converged).toBe(true);
        expect(approximation.logEvidence).toBeLessThan(0);
        const prior = diagonal(K);
        approximation.cavities().variance.forEach((v, i) => expect(v > 0 && v <= prior[i] * (1 + 1e-8)).toBe(true));
      }
    }
  });

  test("it ends where a sequential run with dense matrices does", () => {
    const rows = withWeights(clouds(9, { seed: 2 }), new Float64Array(9).fill(1));
    for (const variance of [2, 50]) {
      const K = latentKernel(variance).matrix(engine, rows.X);
      const { latent } = expectationPropagation(engine, K, rows, likelihood);
      const expected = sequential(K, rows, likelihood);
      latent().mean.forEach((value, i) => expect(value).toBeCloseTo(expected.mean[i], 6));
      latent().variance.forEach((value, i) => expect(value).toBeCloseTo(expected.variance[i], 6));
    }
  });
});

test("the evidence of one row is exact", () => {
  const row = chosen(plain, [0]);
  const K = latentKernel(3).matrix(engine, row.X);
  const { logEvidence, cavities } = expectationPropagation(engine, K, row, probitLikelihood);
  expect(logEvidence).toBeCloseTo(Math.log(0.5), 12);
  expect(cavities().variance[0]).toBeCloseTo(K.data[0], 9);
});

test("cavities predict a row about as a fit without it does", () => {
  const rows = clouds(24, { seed: 5 });
  const kernel = latentKernel(4, 1.4, 1);
  const { mean, variance } = expectationPropagation(
    engine,
    kernel.matrix(engine, rows.X),
    rows,
    probitLikelihood,
  ).cavities();
  rows.signs.forEach((sign, i) => {
    const rest = chosen(
      rows,
      Array.from(rows.signs.keys()).filter((row) => row !== i),
    );
    const { law } = expectationPropagation(engine, kernel.matrix(engine, rest.X), rest, probitLikelihood);
    const cross = kernel.cross(engine, rest.X, chosen(rows, [i]).X);
    const m = cross.data.reduce((total, k, j) => total + k * law.coefficients[j], 0);
    const half = engine.solveTriangular(
      law.factor,
      matrix(
        23,
        1,
        cross.data.map((k, j) => k * law.roots[j]),
      ),
    );
    const v = kernel.diagonal(chosen(rows, [i]).X)[0] - half.data.reduce((total, value) => total + value * value, 0);
    const [byCavity, byRefit] = [
      probitLikelihood.logMean(sign * mean[i], variance[i]),
      probitLikelihood.logMean(sign * m, v),
    ].map(Math.exp);
    expect(Math.abs(byCavity - byRefit)).toBeLessThan(0.015);
  });
});

test("the evidence does not jump where a weight passes 1", () => {
  const K = latentKernel().matrix(engine, plain.X);
  const [below, at, above] = [1 - 1e-7, 1, 1 + 1e-7].map(
    (w) =>
      expectationPropagation(
        engine,
        K,
        withWeights(
          plain,
          plain.weights.map(() => w),
        ),
        probitLikelihood,
      ).logEvidence,
  );
  expect(Math.abs(below - at)).toBeLessThan(1e-5);
  expect(Math.abs(above - at)).toBeLessThan(1e-5);
});

test("a warm start ends where a cold one does, in fewer sweeps, and a wrong one does no harm", () => {
  const [here, near] = [latentKernel(3, 1), latentKernel(3.1, 1.02)].map((kernel) => kernel.matrix(engine, plain.X));
  const { warmStart } = expectationPropagation(engine, here, plain, probitLikelihood);
  const cold = expectationPropagation(engine, near, plain, probitLikelihood);
  const warm = expectationPropagation(engine, near, plain, probitLikelihood, { warmStart });
  expect(warm.logEvidence).toBeCloseTo(cold.logEvidence, 8);
  expect(warm.steps).toBeLessThan(cold.steps);
  for (const wrong of [warmStart.map((value) => 1e3 * value), new Float64Array(40).fill(NaN), new Float64Array(3)]) {
    const found = expectationPropagation(engine, near, plain, probitLikelihood, { warmStart: wrong });
    expect(found.logEvidence).toBeCloseTo(cold.logEvidence, 8);
  }
});

test("separated classes under a strong prior take a bounded number of sweeps", () => {
  for (const apart of [1, 3]) {
    const rows = clouds(80, { apart });
    for (const variance of [4, 1000, 1e4]) {
      const { converged, steps } = expectationPropagation(
        engine,
        latentKernel(variance, 1, 1).matrix(engine, rows.X),
        rows,
        probitLikelihood,
        { tolerance: 1e-6 },
      );
      expect(converged).toBe(true);
      expect(steps).toBeLessThan(30);
    }
  }
});

test("a kernel matrix that is not finite is a numerical error", () => {
  const K = matrix(20, 20, new Float64Array(400).fill(NaN));
  expect(() => expectationPropagation(engine, K, plain, probitLikelihood)).toThrow(
    expect.objectContaining({ name: "NumericalError" }),
  );
});

/** Site after site with dense inverses, from prior moments and differences of reciprocals, as the textbook has it. */
function sequential(
  K: Matrix,
  { signs }: SignedRows,
  likelihood: Likelihood,
): { readonly mean: number[]; readonly variance: number[] } {
  const n = K.rows;
  const tau = new Array<number>(n).fill(1e-10);
  const nu = new Array<number>(n).fill(0);
  const posterior = (): { mean: number[]; variance: number[] } => {
    // Σ = K − K (K + T⁻¹)⁻¹ K.
    const dense = Array.from({ length: n }, (_, i) => Array.from(K.data.subarray(i * n, (i + 1) * n)));
    const R = inverseOf(dense.map((line, i) => line.map((value, j) => value + (i === j ? 1 / tau[i] : 0))));
    const rk = R.map((line) => dense.map((__, j) => line.reduce((total, value, k) => total + value * dense[k][j], 0)));
    const sigma = dense.map((line, i) =>
      line.map((value, j) => value - dense[i].reduce((total, k, l) => total + k * rk[l][j], 0)),
    );
    return {
      mean: sigma.map((line) => line.reduce((total, value, j) => total + value * nu[j], 0)),
      variance: sigma.map((line, i) => line[i]),
    };
  };
  for (let pass = 0; pass < 25; pass++) {
    for (let i = 0; i < n; i++) {
      const { mean, variance } = posterior();
      const vc = 1 / (1 / variance[i] - tau[i]);
      const mc = vc * (mean[i] / variance[i] - nu[i]);
      const { slope, curvature } = likelihood.logMeanWithSlopes(signs[i] * mc, vc);
      const v = vc + vc * vc * curvature;
      tau[i] = Math.max(1e-10, 1 / v - 1 / vc);
      nu[i] = (mc + vc * signs[i] * slope) / v - mc / vc;
    }
  }
  return posterior();
}

test("other events get their turn after each sweep: evaluations on 1000 rows held up the event loop for more than 200 ms", () => {
  const K = latentKernel().matrix(engine, plain.X);
  const work = expectationPropagationInSteps(engine, K, plain, logisticLikelihood);
  let pauses = 0;
  let next = work.next();
  while (!next.done) {
    if (next.value.kind === "pause") pauses++;
    next = work.next();
  }
  expect(next.value.steps).toBeGreaterThan(2);
  expect(pauses).toBeGreaterThanOrEqual(next.value.steps);
  expect(next.value.logEvidence).toBe(expectationPropagation(engine, K, plain, logisticLikelihood).logEvidence);
});
