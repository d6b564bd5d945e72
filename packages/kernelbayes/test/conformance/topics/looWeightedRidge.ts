import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveGroupsOut } from "../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { leaveOneOutAt, responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";
import { transpose } from "../../../src/engine/matrix.ts";
import { radialBasis } from "./kernels.ts";
import { outputsWithoutEach } from "./ridgeSupport.ts";

interface Input {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly weights: readonly number[];
  readonly kappa0: number;
  readonly kappa: number;
  readonly kappa_b: number;
  readonly mu: number;
  readonly Z: readonly (readonly number[])[];
}

/** Prediction and comparison, section 1.6: kernel ridge regression of weighted rows, without one unit and without the row. */
export function looWeightedRidge({ X, y, weights, kappa0, kappa, kappa_b, mu, Z }: Input): unknown {
  const engine = selectEngine();
  const kernel = radialBasis([kappa0, kappa, kappa_b]);
  const targets = Float64Array.from(y);
  const form = kernelForm(engine, kernel.matrix(engine, fromRows(X)), "function", {
    weights: Float64Array.from(weights),
    bias: "none",
  });
  const response = responseOf(engine, form, targets);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const groups = y.map((_, i) => Int32Array.of(i));
  const [wholeRows] = leaveGroupsOut(engine, form, [response], mu, groups);
  return {
    looUnit: targets.map((target, i) => target - residuals[i]),
    looRow: targets.map((target, i) => target - wholeRows[i]),
    leaveOneOutAtZUnweighted: toRows(transpose(fromRows(outputsWithoutEach(kernel, X, y, Z, mu)))),
  };
}
