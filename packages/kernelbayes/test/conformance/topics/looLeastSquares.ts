import { selectEngine } from "../../../src/engine/selectEngine.ts";
import {
  curveTargets,
  fitCalibrationCurve,
  fitCurveToTargets,
  type CalibrationCurve,
} from "../../../src/calibration/calibrationCurve.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveOneOutAt, responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { nestedLogits, pairOutputs } from "../../../src/models/leastSquares/canonical/nestedLogits.ts";
import { fisherTargets } from "../../../src/models/leastSquares/expansionProblem.ts";
import { residualMatrix } from "../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { logSigmoid } from "../../../src/numeric/sigmoid.ts";
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
  const facing = facingOf(outputs, signs);
  const mirrored = (values: Float64Array): Float64Array => values.map((value) => facing * value);
  const curve = mirroredCurve(fitCalibrationCurve(mirrored(outputs), signs), facing);
  const logits = nestedLogits({
    rootWeights: weights,
    targets: mirrored(targets),
    residuals: mirrored(residuals),
    signs,
    curve: { slope: facing * curve.slope, offset: curve.offset },
    outputsWithout: (i) => {
      const without = pairOutputs(parts)(i);
      return { ...without, outputs: mirrored(without.outputs) };
    },
  });
  const { positive, negative } = curveTargets(signs);
  const curveTarget = signs.map((sign) => (sign > 0 ? positive : negative));
  const logDensity = logits.map((logit, i) => logSigmoid(signs[i] * logit));
  const { total, standardError } = elpd(logDensity);
  return {
    looOutput: outputs,
    curve,
    curveCovariance: curve.covariance,
    pairOutputs: row === undefined ? undefined : pairOutputs(parts)(row).outputs,
    nestedLogit: logits,
    singleCrossFitLogit: outputs.map((output, i) => {
      const others = weights.map((weight, j) => (j === i ? 0 : weight));
      const { slope, offset } = fitCurveToTargets(mirrored(outputs), curveTarget, others);
      return slope * facing * output + offset;
    }),
    logDensity,
    elpd: total,
    standardError,
    naiveElpd: elpd(outputs.map((output, i) => logSigmoid(signs[i] * (curve.slope * output + curve.offset)))).total,
  };
}

/**
 * Of one case the best slope is negative. The library holds it at 0; the golden values do not. Facing the other way, with −f for f,
 * the same curve rises, and the library fits it.
 */
function facingOf(outputs: Float64Array, signs: Float64Array): 1 | -1 {
  return fitCalibrationCurve(outputs, signs).slope > 0 ? 1 : -1;
}

function mirroredCurve(
  { slope, offset, covariance: [[ofSlope, both], [, ofOffset]] }: CalibrationCurve,
  facing: 1 | -1,
): Pick<CalibrationCurve, "slope" | "offset" | "covariance"> {
  return {
    slope: facing * slope,
    offset,
    covariance: [
      [ofSlope, facing * both],
      [facing * both, ofOffset],
    ],
  };
}
