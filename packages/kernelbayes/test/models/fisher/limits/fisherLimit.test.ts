import { describe, expect, test } from "vitest";
import { classMeans, fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { contrastAt, latentAt, fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherLimit, parzenLimit } from "../../../../src/models/fisher/limits/fisherLimit.ts";
import { linear } from "../../../../src/kernels/index.ts";
import { fromRows, multiplyVector, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { thrown } from "../../../thrown.ts";
import { times, transposed } from "../../naive.ts";
import { applied, copied, cosine, engine, inverseOf, relative, sample, smooth } from "../samples.ts";

const given = sample(13, 2);
const { X, contrasts } = given;
const weighted = fisherContrasts(given.labels, given.weights);
const Z = fromRows([
  [0.3, 0.1],
  [-1, 2],
]);
const kernel = smooth(1.3, 1.1, 0.2);
const K = kernel.matrix(engine, X);
const cross = kernel.cross(engine, X, Z);
const prior = kernel.diagonal(Z);

describe("β → 0, Parzen windows", () => {
  test("is where the posterior goes, mean and variances", () => {
    const limit = parzenLimit({ K }, contrasts);
    const near = fisherPosterior(engine, { K }, contrasts, { precision: 1e-9 });
    expectClose(limit.coefficients, near.coefficients, 1e-6);
    expect(relative(limit.s, near.s)).toBeLessThan(1e-7);
    for (const moments of [latentAt, contrastAt]) {
      expectClose(moments(engine, limit, cross, prior).mean, moments(engine, near, cross, prior).mean, 1e-6);
      expectClose(moments(engine, limit, cross, prior).variance, moments(engine, near, cross, prior).variance, 1e-6);
    }
  });

  test("has mean d kᵀδ/s and variance k** − (kᵀδ)²/s", () => {
    const limit = parzenLimit({ K }, contrasts, 3);
    const along = multiplyVector(cross, contrasts.delta, { transpose: true });
    const { mean, variance } = latentAt(engine, limit, cross, prior);
    expectClose(
      mean,
      along.map((value) => (3 * value) / limit.s),
      1e-13,
    );
    expectClose(
      variance,
      along.map((value, t) => prior[t] - value ** 2 / limit.s),
      1e-13,
    );
  });
});

describe("β → ∞, Fisher's discriminant", () => {
  test("is where the posterior goes", () => {
    for (const at of [contrasts, weighted]) {
      const onRows = kernelOnRows(engine, kernel, X, at);
      const limit = fisherLimit(engine, onRows, at);
      const near = fisherPosterior(engine, onRows, at, { precision: 1e9 });
      expectClose(limit.coefficients, near.coefficients, 1e-5);
      expect(relative(limit.s, near.s)).toBeLessThan(1e-6);
      for (const moments of [latentAt, contrastAt]) {
        expectClose(moments(engine, limit, cross, prior).mean, moments(engine, near, cross, prior).mean, 1e-5);
        expectClose(moments(engine, limit, cross, prior).variance, moments(engine, near, cross, prior).variance, 1e-5);
      }
    }
  });

  test("of a positive definite kernel is u = K⁻¹E W⁻¹(1, −1)ᵀ with W = EᵀK⁻¹E", () => {
    const inverse = inverseOf(toRows(K));
    const E = Array.from(contrasts.classes, (y) => [y, 1 - y]);
    const KE = times(inverse, E);
    const u = applied(times(KE, inverseOf(times(transposed(E), KE))), [1, -1]);
    const { coefficients, s } = fisherLimit(engine, { K }, contrasts);
    expectClose(
      coefficients,
      u.map((value) => (2 * value) / s),
      1e-9,
    );
  });

  test("piles every class on one point, d apart, if the kernel has full rank", () => {
    const { coefficients } = fisherLimit(engine, { K }, contrasts);
    const f = multiplyVector(K, coefficients);
    const means = classMeans(contrasts, f);
    expectClose(
      f,
      Array.from(contrasts.classes, (y) => means[y]),
      1e-10,
    );
    expect(means[1] - means[0]).toBeCloseTo(2, 10);
  });

  test("of a linear kernel with few columns is the linear discriminant, without any variance", () => {
    const linearK = linear().matrix(engine, X);
    const limit = fisherLimit(engine, { K: linearK }, contrasts);
    const w = multiplyVector(X, limit.coefficients, { transpose: true });
    const centered = toRows(X).map((row, i) => {
      const means = [0, 1].map(
        (j) =>
          classMeans(
            contrasts,
            Float64Array.from(toRows(X), (each) => each[j]),
          )[contrasts.classes[i]],
      );
      return row.map((value, j) => value - means[j]);
    });
    const Delta = [0, 1].map((j) => {
      const [low, high] = classMeans(
        contrasts,
        Float64Array.from(toRows(X), (each) => each[j]),
      );
      return high - low;
    });
    const direction = applied(inverseOf(times(transposed(centered), centered)), Delta);
    expect(1 - cosine(w, direction)).toBeLessThan(1e-12);
    expect(limit.s).toBe(0);
    const { variance } = latentAt(engine, limit, linear().cross(engine, X, Z), linear().diagonal(Z));
    expectClose(variance, [0, 0], 1e-9);
  });

  test("of equal rows and no nugget still has d between the classes", () => {
    const twins = copied(given);
    const singular = smooth(1, 0.9, 0);
    const limit = fisherLimit(engine, { K: singular.matrix(engine, twins.X) }, twins.contrasts);
    const f = multiplyVector(singular.matrix(engine, twins.X), limit.coefficients);
    const [mean0, mean1] = classMeans(twins.contrasts, f);
    expect(mean1 - mean0).toBeCloseTo(2, 6);
    const byWeight = fisherLimit(engine, { K: singular.matrix(engine, X) }, weighted);
    const across = singular.cross(engine, X, Z);
    expectClose(
      latentAt(engine, byWeight, across, singular.diagonal(Z)).mean,
      latentAt(engine, limit, singular.cross(engine, twins.X, Z), singular.diagonal(Z)).mean,
      1e-6,
    );
  });
});

test("a distance that is not positive is refused", () => {
  expect(thrown(() => parzenLimit({ K }, contrasts, -1)).code).toBe("invalid-option");
  expect(thrown(() => fisherLimit(engine, { K }, contrasts, 0)).code).toBe("invalid-option");
});
