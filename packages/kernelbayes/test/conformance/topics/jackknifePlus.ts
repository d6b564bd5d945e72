import { isInJackknifePlusSet } from "../../../src/compare/sets/crossConformalSets.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveOneOutAt, responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";
import { transpose } from "../../../src/engine/matrix.ts";
import { radialBasis } from "./kernels.ts";
import { outputsWithoutEach } from "./ridgeSupport.ts";

interface Input {
  readonly X: number[][];
  readonly y: number[];
  readonly Z: number[][];
  readonly kappa0: number;
  readonly kappa: number;
  readonly mu: number;
  readonly level: number;
}

/** Case `jackknife-plus-krr` of the conformal sets: kernel ridge regression without bias, the score of a label −y f. */
export function jackknifePlus({ X, y, Z, kappa0, kappa, mu, level }: Input): unknown {
  const engine = selectEngine();
  const kernel = radialBasis([kappa0, kappa, 0]);
  const weights = new Float64Array(y.length).fill(1);
  const form = kernelForm(engine, kernel.matrix(engine, fromRows(X)), "function", { weights, bias: "none" });
  const signs = Float64Array.from(y);
  const response = responseOf(engine, form, signs);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const rowScores = signs.map((sign, i) => -sign * (sign - residuals[i]));
  const outputs = toRows(transpose(fromRows(outputsWithoutEach(kernel, X, y, Z, mu))));
  return {
    rowScores,
    sets: outputs.map((left) =>
      [-1, 1].filter((label) =>
        isInJackknifePlusSet(
          rowScores,
          left.map((output) => -label * output),
          level,
        ),
      ),
    ),
  };
}
