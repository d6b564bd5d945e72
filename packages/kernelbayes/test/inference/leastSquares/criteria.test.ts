import { expect, test } from "vitest";
import { kernelForm } from "../../../src/inference/leastSquares/canonicalForm.ts";
import { marginsOf, press, smoothedError, type Criterion } from "../../../src/inference/leastSquares/criteria.ts";
import { leaveOneOutAt, responseOf } from "../../../src/inference/leastSquares/leaveOneOut.ts";
import { fisherTargets } from "../../../src/inference/leastSquares/recodedTargets.ts";
import { engine, rowsOf } from "./problems.ts";

const { K, signs, weights } = rowsOf(31, { weighted: true });
const targets = fisherTargets(signs, weights);
const form = kernelForm(engine, K, "coefficients", { weights, bias: "free" });
const response = responseOf(engine, form, targets);

test.each<Criterion>([smoothedError(targets, weights, 10), press(weights)])(
  "the derivatives of $name in log μ are those of central differences",
  (criterion) => {
    for (const logMu of [-4, 0, 2]) {
      const step = 1e-4;
      const at = (place: number): readonly [number, number, number] =>
        criterion.derivatives(leaveOneOutAt(engine, form, response, place));
      const [value, first, second] = at(logMu);
      expect(value).toBeCloseTo(criterion.value(leaveOneOutAt(engine, form, response, logMu).residuals), 14);
      const [above, firstAbove] = at(logMu + step);
      const [below, firstBelow] = at(logMu - step);
      expect(first).toBeCloseTo((above - below) / (2 * step), 6);
      expect(second).toBeCloseTo((firstAbove - firstBelow) / (2 * step), 5);
    }
  },
);

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
