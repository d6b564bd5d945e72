import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { column } from "../../../matrix/row.ts";
import type { MetricShape } from "./shapedKernel.ts";

/** Outputs f(x) = Σ α k(xⱼ, x) with the rows as the metric sees them. */
export interface MetricOutputs {
  readonly shape: MetricShape;
  /** The length L of the kernel. */
  readonly length: number;
  /** Rows in the metric. */
  readonly U: Matrix;
  /** The kernel of these rows. */
  readonly K: Matrix;
  /** A row for each row, a column for each machine. */
  readonly coefficients: Matrix;
}

/**
 * G = Σ ∇f ∇fᵀ over rows and machines, in the coordinates of the metric: the directions in which outputs change (A. Radhakrishnan, D. Beaglehole,
 * P. Pandit & M. Belkin, *Mechanism for feature learning in neural networks and backpropagation-free machine learning models*, 2024). With
 * kernels of a Euclidean distance ∇f(x) = Σ_j α_j h(x, xⱼ) (xⱼ − x), h = k/L² for the Gaussian one and 3/L² exp(−√3 D/L) for that of Matérn.
 */
export function outerProduct(engine: Engine, { shape, length, U, K, coefficients }: MetricOutputs): Matrix {
  const { rows: n, columns: p } = U;
  const H = shape === "gaussian" ? scaled(K, 1 / length ** 2) : maternSlopes(engine, U, length);
  const sum = matrix(p, p);
  // Σ_j h α_j (x_j − x) = (H (α ∘ U) − (H α) ∘ U) at x.
  const weighted = matrix(n, p + 1);
  for (let m = 0; m < coefficients.columns; m++) {
    const alpha = column(coefficients, m);
    for (let i = 0, at = 0; i < n; i++) {
      for (let k = 0; k < p; k++) weighted.data[at++] = alpha[i] * U.data[i * p + k];
      weighted.data[at++] = alpha[i];
    }
    const products = engine.multiply(H, weighted);
    const gradients = matrix(n, p);
    for (let i = 0; i < n; i++) {
      const total = products.data[i * (p + 1) + p];
      for (let k = 0; k < p; k++) {
        gradients.data[i * p + k] = products.data[i * (p + 1) + k] - total * U.data[i * p + k];
      }
    }
    const own = engine.symmetricProduct(gradients, { transpose: true });
    own.data.forEach((value, at) => (sum.data[at] += value));
  }
  return sum;
}

function scaled(K: Matrix, factor: number): Matrix {
  return { ...K, data: K.data.map((value) => value * factor) };
}

/** 3/L² e^−ρ, ρ = √3 D/L. */
function maternSlopes(engine: Engine, U: Matrix, length: number): Matrix {
  const H = engine.squaredDistances(U);
  const n = H.rows;
  const factor = 3 / length ** 2;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const slope = factor * Math.exp(-Math.sqrt(factor * H.data[i * n + j]));
      H.data[i * n + j] = slope;
      H.data[j * n + i] = slope;
    }
  }
  return H;
}

/**
 * The diagonal of G for the L1 kernel, whose slopes are ∂ⱼf = −(1/L) Σ α sign(xⱼ − zⱼ) k, over some of the rows and in the coordinates of
 * the metric.
 */
export function steppedSquares({ length, U, K, coefficients }: MetricOutputs, rows: Int32Array): Float64Array {
  const p = U.columns;
  const squares = new Float64Array(p);
  const sums = new Float64Array(p * coefficients.columns);
  for (const i of rows) {
    slopesInto(sums, U, K, coefficients, i);
    sums.forEach((sum, at) => (squares[Math.floor(at / coefficients.columns)] += (sum / length) ** 2));
  }
  return squares;
}

function slopesInto(sums: Float64Array, U: Matrix, K: Matrix, coefficients: Matrix, i: number): void {
  const { rows: n, columns: p, data } = U;
  const M = coefficients.columns;
  sums.fill(0);
  for (let l = 0; l < n; l++) {
    const k = K.data[i * n + l];
    if (k === 0) continue;
    for (let j = 0; j < p; j++) {
      const away = data[i * p + j] - data[l * p + j];
      if (away === 0) continue;
      const signed = away > 0 ? k : -k;
      for (let m = 0; m < M; m++) sums[j * M + m] += signed * coefficients.data[l * M + m];
    }
  }
}
