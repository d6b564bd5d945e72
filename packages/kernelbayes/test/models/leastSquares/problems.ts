import type { Engine } from "../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import type { Bias } from "../../../src/models/leastSquares/expansion/scaledFeatures.ts";
import { featuresInPlace, type KernelFeatures } from "../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import type { CanonicalForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveOneOutOnGrid, responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { recodedWithout } from "../../../src/models/leastSquares/expansionProblem.ts";
import type { LeastSquaresSolution } from "../../../src/models/leastSquares/expansion/formExpansion.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { stream } from "../../../src/random/stream.ts";

export const engine: Engine = selectEngine();
export const biases: readonly Bias[] = ["none", "free", "regularized"];

/** The features of kernel columns that are needed again. */
export function kernelFeatures(columns: Matrix, ...settings: FeatureSettings): KernelFeatures {
  return featuresInPlace(engine, matrix(columns.rows, columns.columns, columns.data.slice()), ...settings);
}

type FeatureSettings = Parameters<typeof featuresInPlace> extends [Engine, Matrix, ...infer Rest] ? Rest : never;

export interface Rows {
  readonly X: Matrix;
  readonly K: Matrix;
  readonly signs: Float64Array;
  readonly weights: Float64Array;
}

/** Two overlapping clouds; weights are 1 unless asked for, then from 0.4 to 2.5. */
export function rowsOf(
  n: number,
  { weighted = false, seed = 1 }: { readonly weighted?: boolean; readonly seed?: number } = {},
): Rows {
  const draw = stream(seed, n);
  const X = matrix(
    n,
    2,
    Float64Array.from({ length: 2 * n }, () => 4 * draw.uniform() - 2),
  );
  const signs = Float64Array.from({ length: n }, (_, i) =>
    X.data[2 * i] + 0.8 * (draw.uniform() - 0.5) > 0.4 || i === 0 ? 1 : -1,
  );
  signs[1] = -1;
  const weights = Float64Array.from({ length: n }, () => (weighted ? 0.4 + 2.1 * draw.uniform() : 1));
  return { X, K: gaussian({ lengthScale: 0.6 }).matrix(engine, X), signs, weights };
}

/** The 24 rows of the golden figures of the fast tuned fit; the first eight are the basis, γ = 0.9. */
export function goldenRows(): { readonly X: Matrix; readonly signs: Float64Array; readonly weights: Float64Array } {
  const X = matrix(24, 2);
  const signs = new Float64Array(24);
  for (let i = 1; i <= 24; i++) {
    const [a, b] = [Math.sin(1.3 * i), Math.cos(0.7 * i * i)];
    X.data.set([a, b], 2 * (i - 1));
    signs[i - 1] = a * a + 0.8 * b + 0.6 * Math.sin(5 * i) > 0.4 ? 1 : -1;
  }
  return { X, signs, weights: new Float64Array(24).fill(1) };
}

/** The largest difference between arrays, in units of the largest entry expected. */
export function relativeDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let [worst, scale] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    worst = Math.max(worst, Math.abs(actual[i] - expected[i]));
    scale = Math.max(scale, Math.abs(expected[i]));
  }
  return worst / scale;
}

export interface DirectProblem {
  /** Columns of the expansion and the matrix of its penalty. */
  readonly columns: Matrix;
  readonly penalty: Matrix;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly bias: Bias;
  readonly mu: number;
}

/** The minimizer by its normal equations and elimination: deliberately naive. */
export function directSolution(problem: DirectProblem): { readonly alpha: number[]; readonly bias: number } {
  const { columns, penalty, targets, weights, bias, mu } = problem;
  const { data, rows: n, columns: m } = columns;
  const size = bias === "none" ? m : m + 1;
  const feature = (i: number, j: number): number => (j < m ? data[i * m + j] : 1);
  const system = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size + 1 }, (_, b) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += weights[i] * feature(i, a) * (b < size ? feature(i, b) : targets[i]);
      if (a < m && b < m) sum += mu * penalty.data[a * m + b];
      if (a === m && b === m && bias === "regularized") sum += mu;
      return sum;
    }),
  );
  const solved = eliminate(system);
  return { alpha: solved.slice(0, m), bias: solved[m] ?? 0 };
}

function eliminate(rows: number[][]): number[] {
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < n; j++) sum -= rows[k][j] * x[j];
    x[k] = sum / rows[k][k];
  }
  return x;
}

/** Leave-one-out residuals by n fits, each without one unit of one row's weight. */
export function residualsByRefitting(problem: DirectProblem): Float64Array {
  const { columns, targets, weights } = problem;
  const m = columns.columns;
  return targets.map((target, i) => {
    const left = weights.map((weight, j) => (j === i ? weight - Math.min(1, weight) : weight));
    const { alpha, bias } = directSolution({ ...problem, weights: left });
    return target - bias - alpha.reduce((sum, value, j) => sum + value * columns.data[i * m + j], 0);
  });
}

/** `recodedWithout` for one regularization of a canonical form. */
export function recodedOutputs(form: CanonicalForm, signs: ArrayLike<number>, logMu: number): Float64Array {
  const weights = form.rootWeights.map((root) => root * root);
  return recodedWithout(signs, weights, undefined, (targets) =>
    leaveOneOutOnGrid(
      engine,
      form,
      targets.map((values) => responseOf(engine, form, values)),
      [logMu],
    ).map(({ data }) => data),
  );
}

/** Margins zᵢ = sign(tᵢ) f₍ᵢ₎(xᵢ) = |tᵢ| − sign(tᵢ) eᵢ: positive where the row is on its own side. */
export function marginsOf(targets: ArrayLike<number>, residuals: ArrayLike<number>): Float64Array {
  return Float64Array.from(residuals, (residual, i) => Math.abs(targets[i]) - Math.sign(targets[i]) * residual);
}

/** The outputs at the training rows, Φ α + b, for columns Φ. */
export function outputsOf(engine: Engine, columns: Matrix, { coefficients, bias }: LeastSquaresSolution): Float64Array {
  return engine.multiply(columns, matrix(coefficients.length, 1, coefficients)).data.map((value) => value + bias);
}
