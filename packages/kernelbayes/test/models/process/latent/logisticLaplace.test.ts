import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { logisticLaplace } from "./atOnce.ts";
import { logisticLikelihood } from "../../../../src/likelihoods/logisticLikelihood.ts";
import { diagonal } from "../../../../src/matrix/index.ts";
import { sigmoid } from "../../../../src/numeric/sigmoid.ts";
import { differencesInLogs } from "../../fisher/samples.ts";
import { chosen, clouds, engine, latentKernel, sampledEvidence, withWeights } from "./problems.ts";

const plain = clouds(24);
const weighted = withWeights(
  plain,
  plain.weights.map((_, i) => 0.3 + 0.4 * (i % 6)),
);

test.each([
  ["weights 1", plain],
  ["other weights", weighted],
])("at the mode the slopes of prior and likelihood are equal and opposite, with %s", (_, rows) => {
  const { law, latent, converged } = logisticLaplace(engine, latentKernel().matrix(engine, rows.X), rows);
  const f = latent().mean;
  expect(converged).toBe(true);
  law.coefficients.forEach((a, i) =>
    expect(a).toBeCloseTo(rows.weights[i] * rows.signs[i] * sigmoid(-rows.signs[i] * f[i]), 9),
  );
});

test.each([
  ["weights 1", plain],
  ["other weights", weighted],
])("the gradient of the evidence is that of central differences, with %s", (_, rows) => {
  for (const kernel of [latentKernel(), latentKernel(60, 0.6, 0.01)]) {
    const approximation = (at = kernel) =>
      logisticLaplace(engine, at.matrix(engine, rows.X), rows, { tolerance: 1e-12 });
    const slopes = kernel.gradient(engine, rows.X, approximation().slopeWeights());
    const differences = differencesInLogs(kernel, (at) => approximation(at).logEvidence, 1e-4);
    slopes.forEach((slope, j) => expect(Math.abs(slope - differences[j])).toBeLessThan(1e-6));
  }
});

test("the weights of the gradient are symmetric and can be asked for twice", () => {
  const K = latentKernel().matrix(engine, plain.X);
  const approximation = logisticLaplace(engine, K, plain);
  const { data } = approximation.slopeWeights();
  for (let i = 0; i < 24; i++) for (let j = 0; j < i; j++) expect(data[i * 24 + j]).toBe(data[j * 24 + i]);
  expect(approximation.slopeWeights().data).toEqual(data);
});

test("a row of weight w counts as w copies in everything", () => {
  const counts = plain.weights.map((_, i) => 1 + (i % 3));
  const copies = chosen(
    plain,
    Array.from(counts).flatMap((count, i) => new Array<number>(count).fill(i)),
  );
  const kernel = latentKernel();
  const [one, many] = [withWeights(plain, counts), copies].map((rows) => {
    const approximation = logisticLaplace(engine, kernel.matrix(engine, rows.X), rows);
    return { approximation, gradient: kernel.gradient(engine, rows.X, approximation.slopeWeights()) };
  });
  expect(one.approximation.logEvidence).toBeCloseTo(many.approximation.logEvidence, 9);
  one.gradient.forEach((slope, j) => expect(slope).toBeCloseTo(many.gradient[j], 8));
  const first = Array.from(counts.keys(), (i) => counts.slice(0, i).reduce((total, count) => total + count, 0));
  for (const moments of ["latent", "cavities"] as const) {
    const [row, copy] = [one.approximation[moments](), many.approximation[moments]()];
    row.mean.forEach((value, i) => expect(value).toBeCloseTo(copy.mean[first[i]], 8));
    row.variance.forEach((value, i) => expect(value).toBeCloseTo(copy.variance[first[i]], 8));
  }
});

test("the evidence of few rows is close to that of importance sampling", () => {
  for (const rows of [clouds(5, { seed: 3 }), withWeights(clouds(5, { seed: 4 }), [1, 2, 0.5, 1, 3])]) {
    const K = latentKernel(1, 1, 0.5).matrix(engine, rows.X);
    const approximation = logisticLaplace(engine, K, rows);
    const sampled = sampledEvidence(K, rows, logisticLikelihood, approximation, 40_000);
    expect(sampled.error).toBeLessThan(0.01);
    expect(Math.abs(approximation.logEvidence - sampled.logEvidence)).toBeLessThan(0.05);
  }
});

test("cavities predict a row about as a fit without it does", () => {
  const rows = clouds(30, { seed: 5 });
  const kernel = latentKernel(4, 1.4, 1);
  const { mean, variance } = logisticLaplace(engine, kernel.matrix(engine, rows.X), rows).cavities();
  rows.signs.forEach((sign, i) => {
    const rest = chosen(
      rows,
      Array.from(rows.signs.keys()).filter((row) => row !== i),
    );
    const left = logisticLaplace(engine, kernel.matrix(engine, rest.X), rest);
    const cross = kernel.cross(engine, rest.X, chosen(rows, [i]).X);
    const m = cross.data.reduce((total, k, j) => total + k * left.law.coefficients[j], 0);
    const half = engine.solveTriangular(
      left.law.factor,
      matrix(
        29,
        1,
        cross.data.map((k, j) => k * left.law.roots[j]),
      ),
    );
    const v = kernel.diagonal(chosen(rows, [i]).X)[0] - half.data.reduce((total, value) => total + value * value, 0);
    const [byCavity, byRefit] = [
      logisticLikelihood.logMean(sign * mean[i], variance[i]),
      logisticLikelihood.logMean(sign * m, v),
    ].map(Math.exp);
    expect(Math.abs(byCavity - byRefit)).toBeLessThan(0.015);
  });
});

test("a warm start ends where a cold one does, in fewer steps, and a wrong one does no harm", () => {
  const [here, near] = [latentKernel(3, 1), latentKernel(3.1, 1.02)].map((kernel) => kernel.matrix(engine, plain.X));
  const { warmStart } = logisticLaplace(engine, here, plain);
  const cold = logisticLaplace(engine, near, plain);
  const warm = logisticLaplace(engine, near, plain, { warmStart });
  expect(warm.logEvidence).toBeCloseTo(cold.logEvidence, 9);
  expect(warm.steps).toBeLessThan(cold.steps);
  const wrong = logisticLaplace(engine, near, plain, { warmStart: plain.signs.map((sign) => -50 * sign) });
  expect(wrong.logEvidence).toBeCloseTo(cold.logEvidence, 9);
  expect(logisticLaplace(engine, near, plain, { warmStart: new Float64Array(3) }).logEvidence).toBe(cold.logEvidence);
});

test("one row, one class, contradictory copies and huge amplitudes have a mode", () => {
  const single = chosen(plain, [0]);
  const oneClass = { ...plain, signs: plain.signs.map(() => 1) };
  const twins = chosen(plain, [0, 0, 0, 1, 1]);
  const contradictory = { ...twins, signs: Float64Array.of(1, -1, 1, 1, -1) };
  for (const rows of [single, oneClass, contradictory, plain]) {
    for (const variance of [1e-4, 1, 1e4]) {
      const K = latentKernel(variance).matrix(engine, rows.X);
      const approximation = logisticLaplace(engine, K, rows);
      const { mean, variance: left } = approximation.cavities();
      expect(approximation.converged).toBe(true);
      expect(approximation.logEvidence).toBeLessThan(0);
      expect(mean.every(Number.isFinite)).toBe(true);
      const prior = diagonal(K);
      left.forEach((v, i) => expect(v > 0 && v <= prior[i] * (1 + 1e-9)).toBe(true));
    }
  }
});

test("a single row leaves its prior behind when it is left out", () => {
  const row = chosen(plain, [0]);
  const K = latentKernel().matrix(engine, row.X);
  const { mean, variance } = logisticLaplace(engine, K, row).cavities();
  expect(mean[0]).toBeCloseTo(0, 9);
  expect(variance[0]).toBeCloseTo(K.data[0], 9);
});
