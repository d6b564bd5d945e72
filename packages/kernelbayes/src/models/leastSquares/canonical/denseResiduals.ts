import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import type { Bias } from "./bias.ts";
import type { Penalty } from "../tuned/kernelFeatures.ts";
import { leftDenominator } from "./leaveOneOutAt.ts";

/**
 * Leave-one-out residuals at one regularization with all rows as the basis, from one factorization of M = G + μI, where the
 * Gram matrix G of the scaled rows is √w K √w for the penalty αᵀKα, √w K Kᵀ √w for ‖α‖², and √w√wᵀ more for a regularized
 * bias. With η = M⁻¹√w and ν = M⁻¹t̃, for a free bias,
 *
 *     Nᵢ = μ (νᵢ − b ηᵢ),   b = Σ √w ν / Σ √w η,   Dᵢ = μ ([M⁻¹]ᵢᵢ − ηᵢ²/Σ √w η),
 *
 * and without the terms in η otherwise. One array for each machine; undefined where the factorization fails.
 */
export function denseResiduals(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
  bias: Bias = "free",
): Float64Array[] | undefined {
  const n = K.rows;
  const M = gramOf(engine, K, penalty, rootWeights, bias);
  for (let i = 0; i < n; i++) M.data[i * n + i] += mu;
  const result = engine.cholesky(M, { into: M });
  if (!result.ok) return undefined;
  const columns = targets.length + 1;
  const right = matrix(n, columns);
  for (let i = 0; i < n; i++) {
    right.data[i * columns] = rootWeights[i];
    targets.forEach((values, machine) => (right.data[i * columns + machine + 1] = rootWeights[i] * values[i]));
  }
  const solved = engine.solveFactored(result.factor, right);
  const diagonal = engine.inverseDiagonal(result.factor, { room: result.factor });
  const isFree = bias === "free";
  let S = 0;
  for (let i = 0; i < n; i++) S += rootWeights[i] * solved.data[i * columns];
  return targets.map((_, machine) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += rootWeights[i] * solved.data[i * columns + machine + 1];
    return rootWeights.map((root, i) => {
      const eta = isFree ? solved.data[i * columns] : 0;
      const D = mu * (diagonal[i] - (eta * eta) / S);
      return (mu * (solved.data[i * columns + machine + 1] - (sum / S) * eta)) / leftDenominator(D, root);
    });
  });
}

function gramOf(engine: Engine, K: Matrix, penalty: Penalty, rootWeights: Float64Array, bias: Bias): Matrix {
  const n = K.rows;
  const rows = (): Matrix => scaleRowsAndColumns(K, rootWeights, new Float64Array(n).fill(1));
  const G = penalty === "function" ? scaleRowsAndColumns(K, rootWeights) : engine.symmetricProduct(rows());
  if (bias === "regularized") {
    for (let at = 0; at < n * n; at++) G.data[at] += rootWeights[Math.floor(at / n)] * rootWeights[at % n];
  }
  return G;
}
