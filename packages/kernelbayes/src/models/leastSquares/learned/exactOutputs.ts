import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { selectRows } from "../../../matrix/row.ts";

/** Rows for machines that share one factorization. */
export interface ExactRows {
  /** A row for each row, a column for each machine. */
  readonly targets: Matrix;
  readonly weights: Float64Array;
  /** The rows of each group, where groups are left out as a whole. */
  readonly groups?: readonly Int32Array[] | undefined;
}

/** Machines with all rows as their basis. */
export interface ExactOutputs {
  /** α of K α + r W⁻¹ α = Y. */
  readonly coefficients: Matrix;
  /** Outputs at each row by machines that have not seen one unit of its weight, or its group. */
  readonly left: Matrix;
  /** The variance of the noise of each machine, per unit of weight. */
  readonly noises: Float64Array;
  /** The variance of the output at each row without it, per unit of noise. */
  readonly variances: Float64Array;
}

/**
 * Kernel least squares with all rows as the basis, for all machines by one factorization: with C = (K + r W⁻¹)⁻¹ and α = C Y the output at
 * row i of machines that have not seen it is
 *
 *     fᵢ = Yᵢ − αᵢ/Cᵢᵢ,
 *
 * without one unit of a weight above 1 fᵢ = Yᵢ − r w αᵢ/(w(w − 1) + r Cᵢᵢ), and without a group Y_G − C_GG⁻¹ α_G. K is changed. Undefined
 * where the factorization fails.
 */
export function exactOutputs(
  engine: Engine,
  K: Matrix,
  regularization: number,
  { targets, weights, groups }: ExactRows,
): ExactOutputs | undefined {
  const n = K.rows;
  for (let i = 0; i < n; i++) K.data[i * n + i] += regularization / weights[i];
  const factored = engine.cholesky(K, { into: K });
  if (!factored.ok) return undefined;
  const coefficients = engine.solveFactored(factored.factor, targets);
  const inverse = groups && engine.inverseFactored(factored.factor);
  const diagonal = inverse
    ? Float64Array.from({ length: n }, (_, i) => inverse.data[i * n + i])
    : engine.inverseDiagonal(factored.factor, { room: K });
  const left =
    inverse && groups
      ? leftGroups(engine, inverse, groups, coefficients, targets)
      : leftRows(diagonal, regularization, weights, coefficients, targets);
  const M = targets.columns;
  const noises = new Float64Array(M);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  coefficients.data.forEach((value, at) => {
    const i = Math.floor(at / M);
    noises[at % M] += (regularization * value * value) / (diagonal[i] * total);
  });
  const variances = diagonal.map((own, i) => Math.max(0, 1 / (regularization * own) - 1 / weights[i]));
  return { coefficients, left, noises, variances };
}

function leftRows(
  diagonal: Float64Array,
  r: number,
  weights: Float64Array,
  coefficients: Matrix,
  targets: Matrix,
): Matrix {
  const M = targets.columns;
  const data = targets.data.map((target, at) => {
    const i = Math.floor(at / M);
    const w = weights[i];
    const alpha = coefficients.data[at];
    return target - (w > 1 ? (r * w * alpha) / (w * (w - 1) + r * diagonal[i]) : alpha / diagonal[i]);
  });
  return { ...targets, data };
}

function leftGroups(
  engine: Engine,
  inverse: Matrix,
  groups: readonly Int32Array[],
  coefficients: Matrix,
  targets: Matrix,
): Matrix {
  const M = targets.columns;
  const left = matrix(targets.rows, M, targets.data.slice());
  for (const members of groups) {
    const block = matrix(members.length, members.length);
    members.forEach((a, at) =>
      members.forEach((b, to) => (block.data[at * members.length + to] = inverse.data[a * inverse.columns + b])),
    );
    const factored = engine.cholesky(block);
    if (!factored.ok) continue;
    const residuals = engine.solveFactored(factored.factor, selectRows(coefficients, members));
    members.forEach((row, at) => {
      for (let m = 0; m < M; m++) left.data[row * M + m] -= residuals.data[at * M + m];
    });
  }
  return left;
}
