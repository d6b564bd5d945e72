import { describe, expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { contrastAt, latentAt, fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { requireVariance } from "../../../../src/numeric/requireVariance.ts";
import { constant, sum } from "../../../../src/kernels/index.ts";
import { dot, fromRows, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { combination, transposed } from "../../naive.ts";
import { applied, copied, engine, inverseOf, sample, smooth, withinMatrix, withoutFactors } from "../samples.ts";

const given = sample(11, 2);
const { X, contrasts } = given;
const Z = fromRows([
  [0.1, -0.4],
  [2, 1],
  [-3, 8],
]);
const kernel = smooth();
const K = kernel.matrix(engine, X);
const cross = kernel.cross(engine, X, Z);
const prior = kernel.diagonal(Z);
const precision = 2.3;

/** Conditions the joint Gaussian of f and f* on the noise and then on δᵀf = d, with dense inverses. */
function byConditioning(d: number): { mean: number[]; variance: number[]; contrast: number[]; spread: number[] } {
  const joint = [
    ...toRows(K).map((row, i) => [...row, ...toRows(cross)[i]]),
    ...toRows(kernel.matrix(engine, Z)).map((row, t) => [...transposed(toRows(cross))[t], ...row]),
  ];
  const n = X.rows;
  const L = withinMatrix(contrasts);
  const noise = joint.map((row, i) => row.map((_, j) => (i < n && j < n ? precision * L[i][j] : 0)));
  const Sigma = inverseOf(combination(1, inverseOf(joint), 1, noise));
  const delta = [...contrasts.delta, 0, 0, 0];
  const along = applied(Sigma, delta);
  const s = dot(delta, along);
  const mean = along.map((value) => (d * value) / s);
  const covariance = Sigma.map((row, i) => row.map((value, j) => value - (along[i] * along[j]) / s));
  const relative = [0, 1, 2].map((t) =>
    [...contrasts.midpoint.map((h) => -h), 0, 1, 2].map((value, i) => (i < n ? value : i === n + t ? 1 : 0)),
  );
  return {
    mean: mean.slice(n),
    variance: [0, 1, 2].map((t) => covariance[n + t][n + t]),
    contrast: relative.map((c) => dot(c, mean)),
    spread: relative.map((c) => dot(c, applied(covariance, c))),
  };
}

describe.each([
  ["factor", fisherPosterior(engine, { K }, contrasts, { precision, distance: 1.5 })],
  ["spectrum", fisherPosterior(withoutFactors, { K }, contrasts, { precision, distance: 1.5 })],
])("by the %s", (route, posterior) => {
  const expected = byConditioning(1.5);

  test("the posterior is made", () => expect(posterior.route).toBe(route));

  test("the latent function is that of conditioning the joint Gaussian", () => {
    const { mean, variance } = latentAt(engine, posterior, cross, prior);
    expectClose(mean, expected.mean, 1e-11);
    expectClose(variance, expected.variance, 1e-11);
  });

  test("so is its position relative to the midpoint", () => {
    const { mean, variance } = contrastAt(engine, posterior, cross, prior);
    expectClose(mean, expected.contrast, 1e-11);
    expectClose(variance, expected.spread, 1e-11);
    expectClose(
      mean,
      latentAt(engine, posterior, cross, prior).mean.map((value) => value - posterior.midpoint),
      1e-12,
    );
  });
});

test("a constant θ₄ in the kernel raises the latent variance by θ₄ and leaves the contrast as it was", () => {
  const raised = sum(kernel, constant({ variance: 7 }));
  const plain = fisherPosterior(engine, { K }, contrasts, { precision });
  const higher = fisherPosterior(engine, { K: raised.matrix(engine, X) }, contrasts, { precision });
  const higherCross = raised.cross(engine, X, Z);
  const a = contrastAt(engine, plain, cross, prior);
  const b = contrastAt(engine, higher, higherCross, raised.diagonal(Z));
  expectClose(b.mean, a.mean, 1e-12);
  expectClose(b.variance, a.variance, 1e-12);
  expectClose(
    latentAt(engine, higher, higherCross, raised.diagonal(Z)).variance,
    latentAt(engine, plain, cross, prior).variance.map((value) => value + 7),
    1e-11,
  );
});

test("rows of integer weight predict as their copies do", () => {
  const weighted = fisherContrasts(given.labels, given.weights);
  const copies = copied(given);
  for (const each of [kernel, smooth(1, 0.8, 0)]) {
    const byWeight = fisherPosterior(engine, kernelOnRows(engine, each, X, weighted), weighted, { precision });
    const byCopies = fisherPosterior(engine, { K: each.matrix(engine, copies.X) }, copies.contrasts, { precision });
    for (const moments of [latentAt, contrastAt]) {
      const a = moments(engine, byWeight, each.cross(engine, X, Z), each.diagonal(Z));
      const b = moments(engine, byCopies, each.cross(engine, copies.X, Z), each.diagonal(Z));
      expectClose(a.mean, b.mean, 1e-11);
      expectClose(a.variance, b.variance, 1e-11);
    }
  }
});

test("a variance below zero by rounding is zero, otherwise an error", () => {
  expect(requireVariance(0.5, 1)).toBe(0.5);
  expect(requireVariance(-1e-10, 1)).toBe(0);
  expect(() => requireVariance(-1e-6, 1)).toThrow("more than rounding");
  expect(() => requireVariance(NaN, 1)).toThrow("more than rounding");
});

test("prior variances must match the rows", () => {
  const posterior = fisherPosterior(engine, { K }, contrasts, { precision });
  expect(() => latentAt(engine, posterior, cross, new Float64Array(2))).toThrow(RangeError);
  expect(() => contrastAt(engine, posterior, cross, new Float64Array(2))).toThrow(RangeError);
  expect(() => latentAt(engine, posterior, matrix(3, 3), prior)).toThrow(RangeError);
});
