import { expect, test } from "vitest";
import { fitCalibrationCurve } from "../../src/calibration/calibrationCurve.ts";
import { kernelForm } from "../../src/models/leastSquares/canonical/canonicalForm.ts";
import { crossFittedLogits } from "../../src/calibration/crossFittedLogits.ts";
import { leaveOneOutAt, responseOf } from "../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { nestedLogits, pairOutputs } from "../../src/models/leastSquares/canonical/nestedLogits.ts";
import { residualMatrix } from "../../src/models/leastSquares/canonical/residualMatrix.ts";
import { logSigmoid } from "../../src/numeric/sigmoid.ts";
import { engine, rowsOf } from "../models/leastSquares/problems.ts";

test("half way between the two curves the score is that of machine and curve left out together", () => {
  const [naive, half, nested] = [0, 0, 0].map(() => [] as number[]);
  for (let seed = 1; seed <= 12; seed++) {
    const { K, signs, weights } = rowsOf(60, { seed });
    const form = kernelForm(engine, K, "function", { weights, bias: "free" });
    const response = responseOf(engine, form, signs);
    const { residuals } = leaveOneOutAt(engine, form, response, 0);
    const outputs = signs.map((sign, i) => sign - residuals[i]);
    const curve = fitCalibrationCurve(outputs, signs);
    const parts = { rootWeights: weights, targets: signs, residuals, signs, curve };
    const score = (logits: Float64Array): number =>
      logits.reduce((sum, logit, i) => sum + logSigmoid(signs[i] * logit), 0);
    naive.push(score(outputs.map((output) => curve.slope * output + curve.offset)));
    half.push(score(crossFittedLogits(outputs, signs, weights, curve, undefined)));
    nested.push(
      score(
        nestedLogits({
          ...parts,
          outputsWithout: pairOutputs({ ...parts, residualMatrix: residualMatrix(engine, form, response, 1) }),
        }),
      ),
    );
  }
  const mean = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value - b[i], 0) / a.length;
  expect(mean(naive, nested)).toBeGreaterThan(0.4);
  expect(Math.abs(mean(half, nested))).toBeLessThan(0.4);
});

test("with every row a group of its own the curves without it are fitted anew, as the one step foresees", () => {
  const { signs, weights } = rowsOf(200);
  const outputs = signs.map((sign, i) => sign + 1.5 * Math.sin(i * i));
  const curve = fitCalibrationCurve(outputs, signs);
  const oneStep = crossFittedLogits(outputs, signs, weights, curve, undefined);
  const groups = Array.from({ length: 200 }, (_, i) => Int32Array.of(i));
  crossFittedLogits(outputs, signs, weights, curve, groups).forEach((logit, i) =>
    expect(logit).toBeCloseTo(oneStep[i], 2),
  );
});

test("a flat curve gives every row its level", () => {
  const signs = Float64Array.of(1, -1, 1, -1);
  const outputs = signs.map((sign) => -sign);
  const curve = fitCalibrationCurve(outputs, signs);
  const logits = crossFittedLogits(outputs, signs, new Float64Array(4).fill(1), curve, undefined);
  expect(new Set(logits)).toEqual(new Set([curve.offset]));
});
