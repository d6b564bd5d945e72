import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { elpd } from "../../../src/evaluate/elpd.ts";
import { leftOutOutputs } from "../../../src/models/process/penalized/leftOutOutputs.ts";
import { kernelLogisticMode } from "../../../src/models/process/penalized/kernelLogisticMode.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { scaleMatrix } from "../../../src/matrix/addMatrices.ts";
import { logSigmoid } from "../../../src/numeric/sigmoid.ts";
import { radialBasis } from "./kernels.ts";

interface Input {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly C: number;
  readonly kappa: number;
}

/** Support-vector family, section 9.3, and prediction and comparison, section 1.4: kernel logistic regression. */
export function kernelLogistic(caseInput: unknown): unknown {
  const { X, y, C, kappa } = caseInput as Input;
  const engine = selectEngine();
  const A = scaleMatrix(radialBasis([1, kappa, 0]).matrix(engine, fromRows(X)), C);
  const rows = { signs: Float64Array.from(y), weights: new Float64Array(y.length).fill(1) };
  const mode = kernelLogisticMode(engine, A, rows);
  const { outputs } = leftOutOutputs(engine, A, rows, mode);
  return {
    alpha: mode.coefficients.map((a, i) => C * rows.signs[i] * a),
    bias: mode.bias,
    f: mode.outputs,
    primal: C * mode.objective,
    looOutput: outputs,
    elpd: elpd(outputs.map((f, i) => logSigmoid(rows.signs[i] * f))).total,
  };
}
