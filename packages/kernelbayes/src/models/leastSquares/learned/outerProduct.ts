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
  const H = shape === "gaussian" ? scaled(K, 1 / length ** 2) : maternSlopes(K, length);
  const sum = matrix(p, p);
  const weighted = matrix(n, n);
  for (let m = 0; m < coefficients.columns; m++) {
    const alpha = column(coefficients, m);
    for (let at = 0, i = 0; i < n; i++) for (let j = 0; j < n; j++, at++) weighted.data[at] = H.data[at] * alpha[j];
    const gradients = engine.multiply(weighted, U);
    for (let i = 0; i < n; i++) {
      let total = 0;
      for (let j = 0; j < n; j++) total += weighted.data[i * n + j];
      for (let k = 0; k < p; k++) gradients.data[i * p + k] -= total * U.data[i * p + k];
    }
    const own = engine.symmetricProduct(gradients, { transpose: true });
    own.data.forEach((value, at) => (sum.data[at] += value));
  }
  return sum;
}

function scaled(K: Matrix, factor: number): Matrix {
  return { ...K, data: K.data.map((value) => value * factor) };
}

/** 3/L² e^−ρ from k = (1 + ρ) e^−ρ: ρ is found by Newton's method in the logarithm, which is concave. */
function maternSlopes(K: Matrix, length: number): Matrix {
  const factor = 3 / length ** 2;
  return { ...K, data: K.data.map((k) => factor * expOfRho(k)) };
}

/** e^−ρ of k = (1 + ρ) e^−ρ. */
function expOfRho(k: number): number {
  if (!(k > 0)) return 0;
  if (k >= 1) return 1;
  const goal = -Math.log(k);
  // ρ − log(1 + ρ) = goal; near 0 it is ½ρ².
  let rho = goal < 0.5 ? Math.sqrt(2 * goal) + (2 * goal) / 3 : goal + Math.log(1 + goal) + 0.5;
  for (let step = 0; step < 4; step++) rho -= ((rho - Math.log1p(rho) - goal) * (1 + rho)) / rho;
  return Math.exp(-rho);
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
