import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { curveTargets, fitCalibrationCurve } from "../../../src/calibration/calibrationCurve.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveOneOutAt, responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { nestedLogits, pairOutputs } from "../../../src/models/leastSquares/canonical/nestedLogits.ts";
import { fisherTargets } from "../../../src/models/leastSquares/canonical/recodedTargets.ts";
import { residualMatrix } from "../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { fromRows } from "../../../src/matrix/fromRows.ts";
import { logSigmoid, sigmoid } from "../../../src/numeric/sigmoid.ts";
import { elpd } from "../../../src/evaluate/elpd.ts";
import { radialBasis } from "./kernels.ts";

interface Input {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly kappa0: number;
  readonly kappa: number;
  readonly mu: number;
  readonly row?: number;
}

/** Prediction and comparison, section 1.2: least-squares machines and their curve, each row left out of both. */
export function looLeastSquares(caseInput: unknown, name: string): unknown {
  const { X, y, kappa0, kappa, mu, row } = caseInput as Input;
  const engine = selectEngine();
  const K = radialBasis([kappa0, kappa, 0]).matrix(engine, fromRows(X));
  const signs = Float64Array.from(y);
  const weights = new Float64Array(y.length).fill(1);
  const isFisher = name.startsWith("orkfd");
  const targets = isFisher ? fisherTargets(signs, weights) : signs;
  const form = kernelForm(engine, K, isFisher ? "coefficients" : "function", { weights, bias: "free" });
  const response = responseOf(engine, form, targets);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const outputs = targets.map((target, i) => target - residuals[i]);
  const parts = { residualMatrix: residualMatrix(engine, form, response, mu), rootWeights: weights, targets };
  // Of one case the best slope is negative. The library holds it at 0; the golden values do not.
  const free = freeCurve(outputs, signs, weights);
  const curve = free.slope > 0 ? fitCalibrationCurve(outputs, signs) : free;
  const logits =
    free.slope > 0
      ? nestedLogits({ ...parts, outputsWithout: pairOutputs(parts), residuals, signs, curve })
      : outputs.map((output, i) => {
          const { slope, offset } = freeCurve(
            pairOutputs(parts)(i).outputs,
            signs,
            weights.map((weight, j) => (j === i ? 0 : weight)),
          );
          return slope * output + offset;
        });
  const logDensity = logits.map((logit, i) => logSigmoid(signs[i] * logit));
  const { total, standardError } = elpd(logDensity);
  return {
    looOutput: outputs,
    curve,
    curveCovariance: curve.covariance,
    pairOutputs: row === undefined ? undefined : pairOutputs(parts)(row).outputs,
    nestedLogit: logits,
    singleCrossFitLogit: outputs.map((output, i) => {
      const { slope, offset } = freeCurve(
        outputs,
        signs,
        weights.map((weight, j) => (j === i ? 0 : weight)),
      );
      return slope * output + offset;
    }),
    logDensity,
    elpd: total,
    standardError,
    naiveElpd: outputs.reduce(
      (total, output, i) => total + logSigmoid(signs[i] * (curve.slope * output + curve.offset)),
      0,
    ),
  };
}

/** The curve of section 5.1 by plain Newton steps, whatever the sign of its slope. */
function freeCurve(
  outputs: Float64Array,
  signs: Float64Array,
  weights: Float64Array,
): { readonly slope: number; readonly offset: number; readonly covariance: readonly (readonly number[])[] } {
  const { positive, negative } = curveTargets(signs);
  let slope = 0;
  let offset = 0;
  let covariance: readonly (readonly number[])[] = [];
  for (let step = 0; step < 50; step++) {
    let [g1, g2, h11, h12, h22] = [0, 0, 0, 0, 0];
    outputs.forEach((f, i) => {
      const p = sigmoid(slope * f + offset);
      const d = weights[i] * (p - (signs[i] === 1 ? positive : negative));
      const q = weights[i] * p * (1 - p);
      g1 += d * f;
      g2 += d;
      h11 += q * f * f;
      h12 += q * f;
      h22 += q;
    });
    const determinant = h11 * h22 - h12 * h12;
    covariance = [
      [h22 / determinant, -h12 / determinant],
      [-h12 / determinant, h11 / determinant],
    ];
    slope -= (h22 * g1 - h12 * g2) / determinant;
    offset -= (h11 * g2 - h12 * g1) / determinant;
  }
  return { slope, offset, covariance };
}
