import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/engine/matrix.ts";
import { matrix } from "../../src/engine/matrix.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { columnGroups } from "../../src/encoding/encoding.ts";
import { shapleyValuesSync } from "../../src/explain/shapleyValues.ts";
import { row, selectRows } from "../../src/matrix/row.ts";
import { modelFromDocument } from "../../src/models/index.ts";
import type { SummedKernel } from "../../src/posterior/latentExpansion.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
import { byDefinition, encoded, fitted, hybrids, numbers, rowsAt, sample } from "./samples.ts";

const engine = selectEngine();
const two = sample(40, 2);
const background = rowsAt(two, 3, 8, 21);
const rows = rowsAt(two, 0, 17);

/** Points and weights of a functional F(f) = Σ w f(z): the Shapley value of a player at a row. */
interface Functional {
  readonly points: Matrix;
  readonly weights: Float64Array;
}

/** By the definition of a Shapley value: the weight of f at each hybrid of the row and a background row. */
function functionalOf(posterior: Posterior, a: number, player: number): Functional {
  const [X, B] = [encoded(posterior, rows), encoded(posterior, background)];
  const groups = columnGroups(posterior.encoding);
  const P = posterior.encoding.columns.length;
  const sets = Array.from({ length: 2 ** P }, (_, set) => set);
  const parts = sets.map((set) => hybrids(X, a, B, groups, set));
  const points = matrix(parts.length * B.rows, X.columns);
  parts.forEach((part, at) => points.data.set(part.data, at * part.data.length));
  // The value of a game in which one set counts 1 is the weight of that set.
  const weights = sets.flatMap((only) => {
    const share = byDefinition(P, (set) => (set === only ? 1 : 0))[player] / B.rows;
    return new Array<number>(B.rows).fill(share);
  });
  return { points, weights: Float64Array.from(weights) };
}

function applied(K: Matrix, weights: Float64Array): Matrix {
  return engine.multiply(K, matrix(weights.length, 1, weights));
}

/** F(k(·, xᵢ)) for rows, and F applied to both arguments of k. */
function imagesOf(
  kernel: SummedKernel,
  training: Matrix,
  { points, weights }: Functional,
): { image: Matrix; own: number } {
  const image = applied(kernel.cross(engine, training, points), weights);
  const both = applied(kernel.cross(engine, points, points), weights);
  return { image, own: both.data.reduce((sum, value, t) => sum + weights[t] * value, 0) };
}

function quadratic(A: Matrix, v: Float64Array): number {
  return applied(A, v).data.reduce((sum, value, i) => sum + value * v[i], 0);
}

function inverse(A: Matrix): Matrix {
  const identity = matrix(A.rows, A.rows);
  for (let i = 0; i < A.rows; i++) identity.data[i * A.rows + i] = 1;
  const factored = engine.cholesky(A);
  if (!factored.ok) throw new Error("Not positive definite.");
  return engine.solveFactored(factored.factor, identity);
}

function expectDeviations(posterior: Posterior, varianceOf: (functional: Functional) => number): void {
  const { outputs } = shapleyValuesSync(posterior, rows, { background, deviations: true });
  for (const a of [0, 1]) {
    for (let j = 0; j < 5; j++) {
      const expected = Math.sqrt(varianceOf(functionalOf(posterior, a, j)));
      expect(expected).toBeGreaterThan(0);
      expect(row(outputs[1].deviations!, a)[j] / expected).toBeCloseTo(1, 6);
    }
  }
}

const width = { kind: "gaussian", lengthScale: 1.7 };
const scaledWidth = {
  kind: "sum",
  terms: [
    { kind: "scale", kernel: width, variance: 2 },
    { kind: "constant", variance: 3 },
  ],
};

describe("the posterior deviation of a Shapley value", () => {
  test("of gpc: the prior variance of the functional less what the sites explain", () => {
    const posterior = fitted(modelFromDocument({ name: "gpc", kernel: scaledWidth }), two);
    const [{ kernel, rows: training }] = posterior.numeric.expansion!().sums;
    const parameters = posterior.toDocument()["parameters"] as { members: { roots: number[] }[] };
    const roots = Float64Array.from(parameters.members[0].roots);
    // R = S (I + S K S)⁻¹ S.
    const n = roots.length;
    const K = kernel.cross(engine, training, training);
    const B = matrix(
      n,
      n,
      K.data.map((k, at) => roots[Math.floor(at / n)] * roots[at % n] * k + (at % (n + 1) === 0 ? 1 : 0)),
    );
    const R = matrix(
      n,
      n,
      inverse(B).data.map((value, at) => roots[Math.floor(at / n)] * roots[at % n] * value),
    );
    expectDeviations(posterior, (functional) => {
      const { image, own } = imagesOf(kernel, training, functional);
      return own - quadratic(R, image.data);
    });
  });

  test("of bfd: the variance of the projection without what class means and scatter explain", () => {
    const kernelDocument = { kind: "scale", kernel: width, variance: 2 };
    const posterior = fitted(modelFromDocument({ name: "bfd", kernel: kernelDocument }), two);
    const [{ kernel, rows: training }] = posterior.numeric.expansion!().sums;
    const { precision, classes } = posterior.toDocument()["parameters"] as { precision: number; classes: number[] };
    const n = training.rows;
    const sizes = [0, 1].map((q) => classes.filter((c) => c === q).length);
    // Σ = (K⁻¹ + βL)⁻¹ conditioned on δᵀf = d, as a Gaussian: with noise of precision β about each class mean.
    const K = kernel.cross(engine, training, training);
    const L = matrix(
      n,
      n,
      K.data.map((_, at) => {
        const [i, j] = [Math.floor(at / n), at % n];
        return (i === j ? 1 : 0) - (classes[i] === classes[j] ? 1 / sizes[classes[i]] : 0);
      }),
    );
    const jittered = matrix(
      n,
      n,
      K.data.map((k, at) => k + (at % (n + 1) === 0 ? 1e-9 : 0)),
    );
    const Kinv = inverse(jittered);
    const A = matrix(
      n,
      n,
      Kinv.data.map((value, at) => value + precision * L.data[at]),
    );
    const S = inverse(A);
    const delta = Float64Array.from(classes, (c) => (c === 1 ? 1 / sizes[1] : -1 / sizes[0]));
    const Sd = applied(S, delta).data;
    const s = Sd.reduce((sum, value, i) => sum + value * delta[i], 0);
    expectDeviations(posterior, (functional) => {
      const { image, own } = imagesOf(kernel, training, functional);
      const back = applied(Kinv, image.data).data;
      const along = back.reduce((sum, value, i) => sum + value * Sd[i], 0);
      return own - quadratic(Kinv, image.data) + quadratic(S, back) - along ** 2 / s;
    });
  });

  test("of bayesian-lssvm: that of a Gaussian process with a free bias", () => {
    const posterior = fitted(modelFromDocument({ name: "bayesian-lssvm", kernel: width }), two);
    const [{ kernel, rows: training }] = posterior.numeric.expansion!().sums;
    const { functionPrecision, noisePrecision } = posterior.toDocument()["parameters"] as Record<string, number>;
    const n = training.rows;
    const K = kernel.cross(engine, training, training);
    // A bias of a large variance is a free one.
    const free = 1e6;
    const V = matrix(
      n,
      n,
      K.data.map((k, at) => k / functionPrecision + free + (at % (n + 1) === 0 ? 1 / noisePrecision : 0)),
    );
    const inverted = inverse(V);
    expectDeviations(posterior, (functional) => {
      const { image, own } = imagesOf(kernel, training, functional);
      return own / functionPrecision - quadratic(inverted, image.data) / functionPrecision ** 2;
    });
  });

  test("of klr: that of its bordered system, for differences of rows", () => {
    const posterior = fitted(modelFromDocument({ name: "klr", kernel: width, regularization: 1 }), two);
    const [{ kernel, rows: training }] = posterior.numeric.expansion!().sums;
    const { regularization, cost = regularization } = posterior.toDocument()["parameters"] as Record<string, number>;
    const X = encoded(posterior, two);
    const odds = posterior.numeric.probabilities(
      selectRows(
        training,
        Array.from({ length: training.rows }, (_, i) => i),
      ),
    );
    const W = Float64Array.from({ length: training.rows }, (_, i) =>
      Math.exp(odds.logProbabilities.data[2 * i] + odds.logProbabilities.data[2 * i + 1]),
    );
    const free = 1e6;
    const n = training.rows;
    const K = kernel.cross(engine, training, training);
    const V = matrix(
      n,
      n,
      K.data.map((k, at) => cost * k + free + (at % (n + 1) === 0 ? 1 / W[Math.floor(at / n)] : 0)),
    );
    expect(X.rows).toBe(n);
    const inverted = inverse(V);
    expectDeviations(posterior, (functional) => {
      const { image, own } = imagesOf(kernel, training, functional);
      return cost * own - cost ** 2 * quadratic(inverted, image.data);
    });
  });

  test("of lssvm: the quadratic form of its outputs, without the part of the bias", () => {
    const posterior = fitted(modelFromDocument({ name: "lssvm", kernel: width, regularization: 0.5 }), two);
    const [{ kernel, rows: training }] = posterior.numeric.expansion!().sums;
    const { machines } = posterior.toDocument()["parameters"] as { machines: { noise: number; curve?: object }[] };
    const [{ noise }] = machines;
    const { link } = posterior.numeric.expansion!();
    const slope = link.kind === "logistic" ? link.slope : NaN;
    const n = training.rows;
    // Within the span of the training rows: prior noise/μ K⁻¹ for the coefficients, a free bias, noise for the targets.
    const K = kernel.cross(engine, training, training);
    const H = matrix(
      n,
      n,
      K.data.map((_, at) => (at % (n + 1) === 0 ? 1 : 0) - 1 / n),
    );
    const KHK = engine.multiply(K, engine.multiply(H, K));
    const A = matrix(
      n,
      n,
      KHK.data.map((value, at) => value + 0.5 * K.data[at]),
    );
    const inverted = inverse(A);
    expectDeviations(posterior, (functional) => {
      const { image } = imagesOf(kernel, training, functional);
      return slope ** 2 * noise * quadratic(inverted, image.data);
    });
  });

  test("of lda: how far contributions move from one training table to the next", () => {
    const probe = numbers(40, 3, 99);
    const means: number[][] = [];
    const claimed: number[][] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const posterior = fitted(modelFromDocument({ name: "lda", calibration: "none" }), numbers(150, 3, seed));
      const { outputs } = shapleyValuesSync(posterior, rowsAt(probe, 5), {
        background: rowsAt(probe, 1, 2, 3, 4, 7, 8, 9, 10),
        deviations: true,
      });
      means.push(Array.from(outputs[1].contributions.data));
      claimed.push(Array.from(outputs[1].deviations!.data));
    }
    for (let j = 0; j < 3; j++) {
      const values = means.map((each) => each[j]);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
      const said = claimed.reduce((sum, each) => sum + each[j], 0) / claimed.length;
      // The deviation of 200 draws is known to 5 %; four times that, false in one of 16 000.
      expect(Math.abs(Math.log(spread / said))).toBeLessThan(0.2);
    }
  });

  test("models without a covariance, and columns that are removed from a process, have none", () => {
    const svc = fitted(modelFromDocument({ name: "svc", kernel: width }), two);
    expect(shapleyValuesSync(svc, two, { deviations: true }).outputs[1].deviations).toBeUndefined();
    const gpc = fitted(modelFromDocument({ name: "gpc", kernel: scaledWidth }), two);
    const options = { deviations: true, absent: "removed" } as const;
    expect(shapleyValuesSync(gpc, two, options).outputs[1].deviations).toBeUndefined();
    const lssvm = fitted(modelFromDocument({ name: "lssvm", kernel: width, regularization: 0.5 }), two);
    expect(shapleyValuesSync(lssvm, two, options).outputs[1].deviations).toBeDefined();
  });
});
