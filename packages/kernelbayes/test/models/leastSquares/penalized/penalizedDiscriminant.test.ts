import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import {
  codeResponse,
  discriminantCode,
  penalizedDiscriminant,
  penalizedForm,
  type PenaltyMatrix,
} from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/expansionProblem.ts";
import { solutionAt } from "../../../../src/models/leastSquares/expansion/formExpansion.ts";
import { column, dot, fromRows, multiplyVector, toRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { thrown } from "../../../thrown.ts";
import { combination, formOf, times } from "../../naive.ts";
import { applied, cosine, engine, inverseOf, sample, smooth } from "../../fisher/samples.ts";
import { contrastForms, newRows, penaltyRows, rowsOf, twice } from "./support.ts";

const n = 13;
const given = sample(n, 2);
const { X, contrasts } = given;
const { sizes, total } = contrasts;
const K = smooth().matrix(engine, X);
const cross = smooth().cross(engine, X, newRows);
const [k0, k1] = [0, 1].map((q) =>
  multiplyVector(
    K,
    Float64Array.from(given.labels, (label) => (label === q ? 1 / sizes[q] : 0)),
  ),
);
const H = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0) - 1 / n));
const KHK = times(times(toRows(K), H), toRows(K));
const penalties: readonly (readonly [string, PenaltyMatrix])[] = [
  ["identity", "identity"],
  ["kernel", "kernel"],
  ["given", fromRows(penaltyRows(n))],
];

/** The discriminant of the sample. */
function discriminant(penalty: PenaltyMatrix, r: number) {
  const penalized = penalizedForm(engine, { K }, penalty);
  return penalizedDiscriminant(penalized, codeResponse(engine, penalized, contrasts), contrasts, r);
}

test("the code sums to 0, and the kernel turns it into the difference of the class means", () => {
  const code = discriminantCode(contrasts);
  expect(code.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 14);
  const factor = (sizes[0] * sizes[1]) / total;
  expectClose(
    multiplyVector(K, Float64Array.from(applied(H, code))),
    k1.map((value, i) => factor * (value - k0[i])),
    1e-14,
  );
});

describe.each(penalties)("with A = %s", (_, penalty) => {
  test.each([1e-2, 1, 50])("coefficients, midpoint and variance are those of the definition at r = %s", (r) => {
    const { coefficients, bias } = discriminant(penalty, r);
    const inverse = inverseOf(combination(1, KHK, r, rowsOf(penalty, K)));
    const factor = (sizes[0] * sizes[1]) / total;
    const expected = applied(
      inverse,
      k1.map((value, i) => factor * (value - k0[i])),
    );
    expectClose(coefficients, expected, 1e-9);
    expect(bias).toBeCloseTo(-(dot(k0, coefficients) + dot(k1, coefficients)) / 2, 12);
    const forms = contrastForms(engine, penalizedForm(engine, { K }, penalty), r, cross);
    const means = multiplyVector(K, new Float64Array(n).fill(1 / n));
    forms.forEach((form, t) => {
      const q = column(cross, t).map((value, i) => value - means[i]);
      expect(form / dot(q, applied(inverse, q))).toBeCloseTo(1, 9);
    });
  });

  test("the penalized sum of squares grows on every side of the coefficients", () => {
    const r = 0.7;
    const { coefficients } = discriminant(penalty, r);
    const y = discriminantCode(contrasts);
    const A = rowsOf(penalty, K);
    const objective = (a: Float64Array): number => {
      const fitted = applied(H, multiplyVector(K, a));
      return y.reduce((sum, value, i) => sum + (value - fitted[i]) ** 2, 0) + r * dot(a, applied(A, a));
    };
    const least = objective(coefficients);
    coefficients.forEach((_, i) => {
      for (const step of [-1e-3, 1e-3]) {
        expect(objective(coefficients.map((value, j) => value + (i === j ? step : 0)))).toBeGreaterThan(least);
      }
    });
  });
});

test("with A = I the coefficients are n₁n₀/n² of those of least squares to Fisher's targets", () => {
  const signs = given.labels.map((label) => (label === 1 ? 1 : -1));
  const form = kernelForm(engine, K, "coefficients", { weights: contrasts.weights, bias: "free" });
  const response = responseOf(engine, form, fisherTargets(signs, contrasts.weights));
  for (const r of [1e-4, 0.8, 1e3]) {
    const factor = (sizes[0] * sizes[1]) / total ** 2;
    const expected = solutionAt(form, response, r).coefficients.map((value) => factor * value);
    expectClose(discriminant("identity", r).coefficients, expected, 1e-13 * Math.max(1, ...expected.map(Math.abs)));
  }
});

test("with A = K the direction is that of the Bayesian Fisher discriminant with β = 1/r", () => {
  for (const r of [1e-3, 0.4, 1e3]) {
    const posterior = fisherPosterior(engine, { K }, contrasts, { precision: 1 / r });
    expect(1 - cosine(discriminant("kernel", r).coefficients, posterior.coefficients)).toBeLessThan(1e-12);
  }
});

test("with A = K a singular kernel is no obstacle, and the variance is that of its span", () => {
  const plain = smooth(1, 1, 0);
  const repeated = fromRows([
    [0, 0],
    [0, 0],
    [1, 0.5],
    [1, 0.5],
    [-1, 2],
  ]);
  const S = plain.matrix(engine, repeated);
  const at = fisherContrasts([0, 0, 1, 1, 1]);
  const penalized = penalizedForm(engine, { K: S }, "kernel");
  const { coefficients } = penalizedDiscriminant(penalized, codeResponse(engine, penalized, at), at, 0.3);
  const posterior = fisherPosterior(engine, { K: S }, at, { precision: 1 / 0.3 });
  expect(1 - cosine(coefficients, posterior.coefficients)).toBeLessThan(1e-12);
  // With a nugget that tends to 0 on the training rows alone the limit is approached.
  const nearly = combination(
    1,
    toRows(S),
    1e-7,
    toRows(fromRows(toRows(S).map((row, i) => row.map((_, j) => +(i === j))))),
  );
  const centered = times(
    times(
      nearly,
      nearly.map((_, i) => nearly.map((_, j) => +(i === j) - 0.2)),
    ),
    nearly,
  );
  const forms = contrastForms(engine, penalized, 0.3, plain.cross(engine, repeated, newRows));
  forms.forEach((form, t) => {
    const k = column(plain.cross(engine, repeated, newRows), t);
    const q = nearly.map((row, i) => k[i] - row.reduce((sum, value) => sum + value / 5, 0));
    expect(form / formOf(combination(1, centered, 0.3, nearly), q)).toBeCloseTo(1, 5);
  });
});

test.each(["identity", "kernel"] as const)("a row of weight w is w copies of it, with A = %s", (penalty) => {
  const { weighted, copies, summed } = twice(given);
  const parts = [weighted, copies].map(({ prior, contrasts: at, cross: toNew }) => {
    const penalized = penalizedForm(engine, prior, penalty, at.weights);
    const response = codeResponse(engine, penalized, at);
    return {
      ...penalizedDiscriminant(penalized, response, at, 0.6),
      forms: contrastForms(engine, penalized, 0.6, toNew),
    };
  });
  expectClose(parts[0].coefficients, summed(parts[1].coefficients), 1e-11);
  expect(parts[0].bias).toBeCloseTo(parts[1].bias, 12);
  expectClose(parts[0].forms, parts[1].forms, 1e-9);
});

test("a penalty matrix that is none, or goes with weights, is refused; so is r ≤ 0 and a wrong number of rows", () => {
  const withPenalty = (A: number[][], weights?: Float64Array) => () =>
    penalizedForm(engine, { K }, fromRows(A), weights);
  const A = penaltyRows(n);
  const skew = A.map((row, i) => row.map((value, j) => (i === 1 && j === 0 ? value + 1 : value)));
  const indefinite = A.map((row, i) => row.map((value, j) => (i === 4 && j === 4 ? -1 : value)));
  expect(thrown(withPenalty(skew)).message).toContain("symmetric");
  expect(thrown(withPenalty(indefinite)).message).toContain("positive definite");
  expect(thrown(withPenalty([[1]])).message).toContain("13 × 13");
  expect(thrown(withPenalty(A, new Float64Array(n).fill(2))).message).toContain("weight 1");
  expect(thrown(() => penalizedForm(engine, { K }, "kernel", new Float64Array(2))).code).toBe("rows-differ");
  const penalized = penalizedForm(engine, { K }, "kernel");
  expect(thrown(() => codeResponse(engine, penalized, fisherContrasts([0, 1]))).code).toBe("rows-differ");
  for (const r of [0, -1, NaN]) {
    expect(thrown(() => discriminant("kernel", r)).code).toBe("invalid-option");
    expect(thrown(() => contrastForms(engine, penalized, r, cross)).code).toBe("invalid-option");
  }
});
