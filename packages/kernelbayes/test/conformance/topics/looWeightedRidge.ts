import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveOneOutAt, responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { residualMatrix } from "../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { outputsOf, solutionAt } from "../../../src/models/leastSquares/canonical/solutionAt.ts";
import { fromRows } from "../../../src/matrix/fromRows.ts";
import { selectRows } from "../../../src/matrix/selectRows.ts";
import { transpose } from "../../../src/matrix/transpose.ts";
import { toRows } from "../../../src/matrix/toRows.ts";
import { radialBasis } from "./kernels.ts";

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
  const x = fromRows(X);
  const z = fromRows(Z);
  const targets = Float64Array.from(y);
  const form = kernelForm(engine, kernel.matrix(engine, x), "function", {
    weights: Float64Array.from(weights),
    bias: "none",
  });
  const response = responseOf(engine, form, targets);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const { D, N } = residualMatrix(engine, form, response, mu);
  // The machine without a row is fitted anew.
  const outputsWithout = y.map((_, left) => {
    const rows = y.flatMap((_, i) => (i === left ? [] : [i]));
    const kept = selectRows(x, rows);
    const ones = new Float64Array(rows.length).fill(1);
    const without = kernelForm(engine, kernel.matrix(engine, kept), "function", { weights: ones, bias: "none" });
    const own = responseOf(
      engine,
      without,
      Float64Array.from(rows, (i) => y[i]),
    );
    return Array.from(outputsOf(engine, kernel.cross(engine, z, kept), solutionAt(without, own, mu)));
  });
  return {
    looUnit: targets.map((target, i) => target - residuals[i]),
    looRow: targets.map((target, i) => target - N[i] / (form.rootWeights[i] * D.data[i * D.columns + i])),
    leaveOneOutAtZUnweighted: toRows(transpose(fromRows(outputsWithout))),
  };
}
