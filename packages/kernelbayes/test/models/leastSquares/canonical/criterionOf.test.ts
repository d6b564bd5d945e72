import { expect, test } from "vitest";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import {
  logScore,
  press,
  smoothedError,
  type Criterion,
} from "../../../../src/models/leastSquares/canonical/criterionOf.ts";
import { leaveOneOutAt, responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/expansionProblem.ts";
import { engine, marginsOf, rowsOf } from "../problems.ts";

const { K, signs, weights } = rowsOf(31, { weighted: true });
const targets = fisherTargets(signs, weights);
const form = kernelForm(engine, K, "coefficients", { weights, bias: "free" });
const response = responseOf(engine, form, targets);

const criteria: readonly Criterion[] = [
  logScore(targets, weights),
  smoothedError(targets, weights, 10),
  press(weights),
];

test.each(criteria)("the slopes of $name in the residuals are those of central differences", (criterion) => {
  const { residuals } = leaveOneOutAt(engine, form, response, 0);
  const slopes = criterion.slopes(residuals);
  for (const row of [0, 7, 30]) {
    const [above, below] = [1e-5, -1e-5].map((step) => {
      // The derivatives settle the curve of the log score, which a value alone need not.
      const moved = residuals.map((residual, i) => residual + (i === row ? step : 0));
      return criterion.derivatives({ residuals: moved, first: residuals, second: residuals })[0];
    });
    expect(slopes[row]).toBeCloseTo((above - below) / 2e-5, 7);
  }
});

test("the log score is flat where outputs do not order the classes", () => {
  const residuals = targets.map((target) => 2 * target);
  const criterion = logScore(targets, weights);
  expect(criterion.derivatives({ residuals, first: targets, second: targets }).slice(1)).toEqual([0, 0]);
  expect(criterion.slopes(residuals).every((slope) => Math.abs(slope) === 0)).toBe(true);
});

test.each(criteria)("the derivatives of $name in log μ are those of central differences", (criterion) => {
  for (const logMu of [-4, 0, 2]) {
    const step = 1e-4;
    const at = (place: number): readonly [number, number, number] =>
      criterion.derivatives(leaveOneOutAt(engine, form, response, place));
    const [value, first, second] = at(logMu);
    expect(value).toBeCloseTo(
      criterion.value(leaveOneOutAt(engine, form, response, logMu).residuals),
      criterion.name === "logScore" ? 8 : 14,
    );
    const [above, firstAbove] = at(logMu + step);
    const [below, firstBelow] = at(logMu - step);
    expect(first).toBeCloseTo((above - below) / (2 * step), 6);
    expect(second).toBeCloseTo((firstAbove - firstBelow) / (2 * step), 5);
  }
});

test("a steep smoothed error counts the rows on the wrong side", () => {
  const { residuals } = leaveOneOutAt(engine, form, response, 0);
  const margins = marginsOf(targets, residuals);
  let wrong = 0;
  let total = 0;
  margins.forEach((margin, i) => {
    wrong += margin < 0 ? weights[i] : 0;
    total += weights[i];
  });
  expect(wrong).toBeGreaterThan(0);
  expect(smoothedError(targets, weights, 1e7).value(residuals)).toBeCloseTo(wrong / total, 6);
});
