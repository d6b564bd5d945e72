import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { addToDiagonal } from "../../matrix/addToDiagonal.ts";
import { scaleRowsAndColumns } from "../../matrix/scaleRowsAndColumns.ts";
import { kernelForm } from "./canonicalForm.ts";
import type { Penalty } from "./kernelFeatures.ts";
import { leaveOneOutOnGrid, leftDenominator, responseOf } from "./leaveOneOut.ts";

/**
 * Leave-one-out residuals at one regularization with all rows as the basis and a free bias. For the penalty αᵀKα from one
 * factorization of M = √w K √w + μI: with η = M⁻¹√w and ν = M⁻¹t̃,
 *
 *     α̃ = ν − b η,   b = Σ √w ν / Σ √w η,   Nᵢ = μ α̃ᵢ,   Dᵢ = μ ([M⁻¹]ᵢᵢ − ηᵢ²/Σ √w η).
 *
 * One array for each machine; undefined where the factorization fails.
 */
export function denseResiduals(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
): Float64Array[] | undefined {
  if (penalty === "coefficients") {
    const weights = rootWeights.map((root) => root * root);
    const form = kernelForm(engine, K, penalty, { weights, bias: "free" });
    const responses = targets.map((values) => responseOf(engine, form, values));
    return leaveOneOutOnGrid(engine, form, responses, [Math.log(mu)]).map(({ data }) => data);
  }
  const n = K.rows;
  const result = engine.cholesky(addToDiagonal(scaleRowsAndColumns(K, rootWeights), mu));
  if (!result.ok) return undefined;
  const inverse = engine.inverseFactored(result.factor);
  const columns = targets.length + 1;
  const right = matrix(n, columns);
  for (let i = 0; i < n; i++) {
    right.data[i * columns] = rootWeights[i];
    targets.forEach((values, machine) => (right.data[i * columns + machine + 1] = rootWeights[i] * values[i]));
  }
  const solved = engine.multiply(inverse, right);
  let S = 0;
  for (let i = 0; i < n; i++) S += rootWeights[i] * solved.data[i * columns];
  return targets.map((_, machine) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += rootWeights[i] * solved.data[i * columns + machine + 1];
    const b = sum / S;
    return rootWeights.map((root, i) => {
      const eta = solved.data[i * columns];
      const D = mu * (inverse.data[i * n + i] - (eta * eta) / S);
      return (mu * (solved.data[i * columns + machine + 1] - b * eta)) / leftDenominator(D, root);
    });
  });
}
