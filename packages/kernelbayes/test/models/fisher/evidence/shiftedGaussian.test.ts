import { expect, test } from "vitest";
import { fisherEvidence } from "../../../../src/models/fisher/evidence/fisherEvidence.ts";
import { contrastAt } from "../../../../src/models/fisher/posterior/fisherLaw.ts";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { shiftedGaussian } from "../../../../src/models/fisher/evidence/shiftedGaussian.ts";
import { gaussian, scale } from "../../../../src/kernels/index.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engine, relative, sample } from "../samples.ts";

const { X, contrasts } = sample(20, 3);
const Z = fromRows([
  [0.3, -0.2, 1],
  [2, 1, 0],
]);
const precision = 0.9;

test("it is the gaussian kernel as far as the discriminant can tell", () => {
  const kernel = scale(gaussian({ lengthScale: 1.3 }), { variance: 2 });
  const shape = { variance: 2, weights: new Float64Array(3).fill(1.3 ** -2) };
  const plain = fisherPosterior(engine, { K: kernel.matrix(engine, X) }, contrasts, { precision });
  const shifted = fisherPosterior(engine, { K: shiftedGaussian(engine, X, undefined, shape) }, contrasts, {
    precision,
  });
  expect(relative(fisherEvidence(shifted), fisherEvidence(plain))).toBeLessThan(1e-12);
  const a = contrastAt(engine, plain, kernel.cross(engine, X, Z), kernel.diagonal(Z));
  const b = contrastAt(engine, shifted, shiftedGaussian(engine, X, Z, shape), new Float64Array(2));
  expectClose(b.mean, a.mean, 1e-12);
  expectClose(b.variance, a.variance, 1e-12);
});

test("along the ridge θ₁ → ∞, θ₁θ₂ fixed, where the plain kernel loses its digits, it keeps them", () => {
  const [variance, inverse] = [6e8, 2e-10];
  const weights = new Float64Array(3).fill(inverse);
  // θ₁(e^−x − 1) = −θ₁x + θ₁x²/2 − …, x = ½θ₂r², from distances: the next term is 1e-19 of the first.
  const R = engine.squaredDistances(X);
  const series = matrix(
    20,
    20,
    R.data.map((r) => variance * (-(inverse * r) / 2 + (inverse * r) ** 2 / 8)),
  );
  const evidence = (K: typeof series): number =>
    fisherEvidence(fisherPosterior(engine, { K }, contrasts, { precision }));
  const expected = evidence(series);
  const plain = scale(gaussian({ lengthScale: inverse ** -0.5 }), { variance }).matrix(engine, X);
  expect(relative(evidence(shiftedGaussian(engine, X, undefined, { variance, weights })), expected)).toBeLessThan(
    1e-13,
  );
  expect(relative(evidence(plain), expected)).toBeGreaterThan(1e-10);
});
