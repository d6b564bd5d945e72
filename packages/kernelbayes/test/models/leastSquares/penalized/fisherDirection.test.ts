import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherDirection } from "./fisherDirection.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/expansionProblem.ts";
import { solutionAt } from "../../../../src/models/leastSquares/expansion/formExpansion.ts";
import { linear } from "../../../../src/kernels/index.ts";
import { NumericalError } from "../../../../src/errors.ts";
import { addToDiagonal, dot, fromRows, multiplyVector, selectRows, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { thrown } from "../../../thrown.ts";
import { combination, formOf, times } from "../../naive.ts";
import { applied, cosine, engine, relative, sample, smooth, withinMatrix } from "../../fisher/samples.ts";
import { rowsOf, twice } from "./support.ts";

const given = sample(14, 2);
const { X, contrasts } = given;
const K = smooth().matrix(engine, X);
const penalties = ["identity", "kernel"] as const;

describe.each(penalties)("with R = %s", (penalty) => {
  const within = (mu: number) => {
    const rows = toRows(K);
    return combination(1, times(times(rows, withinMatrix(contrasts)), rows), mu, rowsOf(penalty, K));
  };

  test.each([1e-3, 0.3, 50])(
    "α solves the generalized problem, has unit scatter, and J is Rayleigh's at μ = %s",
    (mu) => {
      const { coefficients, rayleigh } = fisherDirection(engine, { K }, contrasts, { penalty, mu });
      const W = within(mu);
      const Kdelta = multiplyVector(K, contrasts.delta);
      expect(dot(coefficients, applied(W, coefficients))).toBeCloseTo(1, 10);
      expect(relative(rayleigh, formOf(W, [...Kdelta]))).toBeLessThan(1e-9);
      expect(relative(rayleigh, dot(coefficients, Kdelta) ** 2)).toBeLessThan(1e-10);
      expect(cosine(applied(W, coefficients), Kdelta)).toBeCloseTo(1, 12);
      expect(dot(coefficients, Kdelta)).toBeGreaterThan(0);
    },
  );

  test("no other direction has a larger quotient", () => {
    const { coefficients, rayleigh } = fisherDirection(engine, { K }, contrasts, { penalty, mu: 0.2 });
    const W = within(0.2);
    const Kdelta = multiplyVector(K, contrasts.delta);
    coefficients.forEach((_, i) => {
      const other = coefficients.map((value, j) => value + (i === j ? 0.1 : 0));
      expect(dot(other, Kdelta) ** 2 / dot(other, applied(W, other))).toBeLessThan(rayleigh);
    });
  });

  test("the biases put 0 half way between the projected class means, and at the mean of all projections", () => {
    const { coefficients, biases } = fisherDirection(engine, { K }, contrasts, { penalty, mu: 0.2 });
    const f = multiplyVector(K, coefficients);
    expect(dot(f, contrasts.midpoint) + biases.midpoint).toBeCloseTo(0, 13);
    expect(f.reduce((sum, value) => sum + value, 0) / f.length + biases.grandMean).toBeCloseTo(0, 13);
  });

  test("a row of weight w is w copies of it, also with a nugget", () => {
    const { weighted, copies, summed } = twice(given);
    const a = fisherDirection(engine, weighted.prior, weighted.contrasts, { penalty, mu: 0.4 });
    const b = fisherDirection(engine, copies.prior, copies.contrasts, { penalty, mu: 0.4 });
    expectClose(a.coefficients, summed(b.coefficients), 1e-11);
    expect(relative(a.rayleigh, b.rayleigh)).toBeLessThan(1e-11);
    expect(a.biases.midpoint).toBeCloseTo(b.biases.midpoint, 11);
    expect(a.biases.grandMean).toBeCloseTo(b.biases.grandMean, 11);
  });

  test("a singular kernel, by copies or with fewer columns than rows, is no obstacle", () => {
    const plain = smooth(1, 1, 0);
    const repeated = selectRows(X, [...Array(14).keys(), 0, 3]);
    const labels = [...given.labels, given.labels[0], given.labels[3]];
    for (const S of [plain.matrix(engine, repeated), linear().matrix(engine, repeated)]) {
      const at = fisherContrasts(labels);
      const { coefficients, rayleigh } = fisherDirection(engine, { K: S }, at, { penalty, mu: 0.1 });
      const rows = toRows(S);
      const W = combination(1, times(times(rows, withinMatrix(at)), rows), 0.1, rowsOf(penalty, S));
      expect(dot(coefficients, applied(W, coefficients))).toBeCloseTo(1, 10);
      expect(relative(rayleigh, dot(coefficients, multiplyVector(S, at.delta)) ** 2)).toBeLessThan(1e-9);
    }
  });

  test("one row in each class is enough", () => {
    const pair = smooth().matrix(engine, fromRows([[0], [1]]));
    const { coefficients } = fisherDirection(engine, { K: pair }, fisherContrasts([0, 1]), { penalty, mu: 1 });
    expect(coefficients[1]).toBeGreaterThan(0);
    expect(coefficients[0]).toBeCloseTo(-coefficients[1], 14);
  });

  test("what has no discriminant is refused", () => {
    const at = (mu: number) => () => fisherDirection(engine, { K }, contrasts, { penalty, mu });
    for (const mu of [0, -1, NaN, Infinity]) expect(thrown(at(mu)).code).toBe("invalid-option");
    const short = fisherContrasts([0, 1]);
    expect(thrown(() => fisherDirection(engine, { K }, short, { penalty, mu: 1 })).code).toBe("rows-differ");
    const twins = smooth(1, 1, 0).matrix(engine, fromRows([[0], [1], [0], [1]]));
    const same = fisherContrasts([0, 0, 1, 1]);
    expect(() => fisherDirection(engine, { K: twins }, same, { penalty, mu: 1 })).toThrow(/not separable/);
    const broken = addToDiagonal(K, NaN);
    expect(() => fisherDirection(engine, { K: broken }, contrasts, { penalty, mu: 1 })).toThrow(NumericalError);
  });
});

test("with R = K it is the Bayesian Fisher discriminant with β = 1/μ", () => {
  for (const mu of [1e-3, 1, 1e3]) {
    const { coefficients } = fisherDirection(engine, { K }, contrasts, { penalty: "kernel", mu });
    const posterior = fisherPosterior(engine, { K }, contrasts, { precision: 1 / mu });
    expect(1 - cosine(coefficients, posterior.coefficients)).toBeLessThan(1e-12);
  }
});

test("with R = I it is least squares to Fisher's targets with a free bias, and not the one with R = K", () => {
  const weights = contrasts.weights;
  const signs = given.labels.map((label) => (label === 1 ? 1 : -1));
  const form = kernelForm(engine, K, "coefficients", { weights, bias: "free" });
  const response = responseOf(engine, form, fisherTargets(signs, weights));
  const kernel = fisherDirection(engine, { K }, contrasts, { penalty: "kernel", mu: 0.3 });
  for (const mu of [1e-6, 0.3, 1e3]) {
    const { coefficients } = fisherDirection(engine, { K }, contrasts, { penalty: "identity", mu });
    expect(1 - cosine(coefficients, solutionAt(form, response, mu).coefficients)).toBeLessThan(1e-12);
    expect(1 - cosine(coefficients, kernel.coefficients)).toBeGreaterThan(1e-4);
  }
});
