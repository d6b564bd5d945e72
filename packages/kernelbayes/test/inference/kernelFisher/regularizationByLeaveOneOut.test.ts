import { expect, test } from "vitest";
import { codeResponse, discriminantCode } from "../../../src/inference/kernelFisher/penalizedDiscriminant.ts";
import { penalizedForm, type PenaltyMatrix } from "../../../src/inference/kernelFisher/penalizedForm.ts";
import { regularizationByLeaveOneOut } from "../../../src/inference/kernelFisher/regularizationByLeaveOneOut.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { engine, relative, sample, smooth } from "../fisher/samples.ts";
import { residualsByRefitting } from "../leastSquares/problems.ts";
import { penaltyRows, rowsOf, twice } from "./support.ts";

const n = 14;
const given = sample(n, 2);
const { X, contrasts } = given;
const K = smooth().matrix(engine, X);
const penalties: readonly (readonly [string, PenaltyMatrix])[] = [
  ["identity", "identity"],
  ["kernel", "kernel"],
  ["given", fromRows(penaltyRows(n))],
];

test.each(penalties)("with A = %s the r found has the least squares of n refits", (_, penalty) => {
  const penalized = penalizedForm(engine, { K }, penalty);
  const found = regularizationByLeaveOneOut(engine, penalized, codeResponse(engine, penalized, contrasts));
  const byRefitting = (mu: number): number =>
    residualsByRefitting({
      columns: K,
      penalty: fromRows(rowsOf(penalty, K)),
      targets: discriminantCode(contrasts),
      weights: contrasts.weights,
      bias: "free",
      mu,
    }).reduce((sum, e) => sum + e * e, 0) / n;
  expect(relative(found.press, byRefitting(found.regularization))).toBeLessThan(1e-9);
  for (const factor of [1e-3, 0.1, 0.9, 1.1, 10, 1e3]) {
    expect(byRefitting(factor * found.regularization)).toBeGreaterThan(found.press);
  }
  expect(found.converged).toBe(true);
});

test.each(["identity", "kernel"] as const)(
  "a row of weight w is w copies of it without a nugget, with A = %s",
  (penalty) => {
    const { weighted, copies } = twice(given, smooth(1.3, 1.1, 0));
    const [a, b] = [weighted, copies].map(({ prior, contrasts: at }) => {
      const penalized = penalizedForm(engine, prior, penalty, at.weights);
      return regularizationByLeaveOneOut(engine, penalized, codeResponse(engine, penalized, at));
    });
    expect(relative(a.press, b.press)).toBeLessThan(1e-8);
    expect(relative(a.regularization, b.regularization)).toBeLessThan(1e-4);
  },
);
