import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { approximate } from "../../../../src/models/process/latent/approximate.ts";
import { latentAt, latentInterval, probabilityInterval } from "../../../../src/models/process/latent/latentAt.ts";
import { selectRows } from "../../../../src/matrix/index.ts";
import { clouds, engine, latentKernel } from "./problems.ts";
import { likelihoodOf } from "../../../../src/likelihoods/index.ts";
import { normalCdf, sigmoid } from "../../../../src/numeric/index.ts";

const rows = clouds(25);
const kernel = latentKernel();
const methods = [
  { likelihood: "logistic", approximation: "laplace" },
  { likelihood: "trigonometric", approximation: "laplace" },
  { likelihood: "probit", approximation: "ep" },
] as const;

test.each(methods)("at the rows of the fit the law is what the approximation has, with $likelihood", (method) => {
  const { law, active, latent } = approximate(engine, kernel.matrix(engine, rows.X), rows, method);
  const cross = kernel.cross(engine, rows.X, selectRows(rows.X, active));
  const found = latentAt(engine, law, cross, kernel.diagonal(rows.X));
  const expected = latent();
  expected.mean.forEach((mean, i) => expect(found.mean[i]).toBeCloseTo(mean, 7));
  expected.variance.forEach((variance, i) => expect(found.variance[i]).toBeCloseTo(variance, 9));
});

test("far away the law is the prior of what is constant there, and no variance is lost to rounding", () => {
  const { law } = approximate(engine, kernel.matrix(engine, rows.X), rows, methods[0]);
  const far = matrix(1, 2, Float64Array.from([1e4, 0]));
  const { variance } = latentAt(engine, law, kernel.cross(engine, far, rows.X), kernel.diagonal(far));
  expect(variance[0]).toBeGreaterThan(2);
  expect(variance[0]).toBeLessThan(2.7);
  const certain = { ...law, roots: law.roots.map(() => 1e9), factor: law.factor };
  const own = kernel.diagonal(rows.X);
  latentAt(engine, certain, kernel.cross(engine, rows.X, rows.X), own).variance.forEach((value, i) =>
    expect(value).toBeGreaterThanOrEqual(1e-12 * own[i]),
  );
});

test("a quantile of a mixture has the share of the mixture below it", () => {
  const [weights, means, deviations] = [
    [0.2, 0.5, 0.3],
    [-1, 0, 4],
    [0.5, 2, 0.1],
  ];
  for (const p of [0.01, 0.25, 0.6, 0.95]) {
    const level = Math.abs(2 * p - 1);
    const { ends } = latentInterval(weights, means, deviations, level);
    const q = ends[p < 0.5 ? 0 : 1];
    const below = weights.reduce((sum, weight, j) => sum + weight * normalCdf((q - means[j]) / deviations[j]), 0);
    expect(below).toBeCloseTo(p, 12);
  }
  const { deviation } = latentInterval(weights, means, deviations, 0.5);
  expect(deviation ** 2).toBeCloseTo(0.2 * 1.25 + 0.5 * 4 + 0.3 * 16.01 - 1, 12);
});

test("an interval contains the reported probability, even where both of its quantiles are 0", () => {
  const likelihood = likelihoodOf({ likelihood: "trigonometric" });
  expect(probabilityInterval(likelihood, [-5, -2], 1, 0.02)).toEqual([0, 0.02]);
  expect(probabilityInterval(likelihood, [-5, -2], -1, 0.98)).toEqual([0.98, 1]);
});

test("the intervals of both classes are reflections, and a shift moves the odds", () => {
  const likelihood = likelihoodOf({ likelihood: "logistic" });
  const [lower, upper] = probabilityInterval(likelihood, [-1, 2], 1, 0.6, (logOdds) => logOdds + 0.5);
  expect(lower).toBeCloseTo(sigmoid(-0.5), 14);
  expect(upper).toBeCloseTo(sigmoid(2.5), 14);
  const [below, above] = probabilityInterval(likelihood, [-1, 2], -1, 0.4, (logOdds) => logOdds + 0.5);
  expect(below).toBeCloseTo(1 - upper, 14);
  expect(above).toBeCloseTo(1 - lower, 14);
});
