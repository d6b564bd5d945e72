import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { approximate } from "../../../../src/models/process/latent/approximate.ts";
import { latentAt } from "../../../../src/models/process/latent/latentAt.ts";
import { selectRows } from "../../../../src/matrix/index.ts";
import { clouds, engine, latentKernel } from "./problems.ts";

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
