import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";

/** From so many outputs on, products of an engine are faster than loops over the classes, which take their cube in every row. */
const manyOutputs = 16;

export function hasManyOutputs(outputs: number): boolean {
  return outputs >= manyOutputs;
}

/** A with AᵀA = Qᵀ(diag π − ππᵀ)Q: diag(√π) (Q − 1 πᵀQ), C × q. */
export function curvatureRoot(contrasts: Matrix, logProbabilities: Float64Array): Matrix {
  const { rows: C, columns: q, data: Q } = contrasts;
  const mean = new Float64Array(q);
  const root = matrix(C, q);
  for (let k = 0; k < C; k++) {
    const probability = Math.exp(logProbabilities[k]);
    for (let a = 0; a < q; a++) mean[a] += probability * Q[k * q + a];
  }
  for (let k = 0; k < C; k++) {
    const scale = Math.exp(0.5 * logProbabilities[k]);
    for (let a = 0; a < q; a++) root.data[k * q + a] = scale * (Q[k * q + a] - mean[a]);
  }
  return root;
}

/**
 * The Hessian of the likelihood without the penalty, Σᵢ wᵢ xᵢxᵢᵀ ⊗ Wᵢ, of size m q: for each column j of the design one product of the
 * products of columns j and k ≤ j with all curvatures.
 */
export function likelihoodHessian(
  engine: Engine,
  {
    design,
    contrasts,
    weights,
  }: { readonly design: Matrix; readonly contrasts: Matrix; readonly weights: Float64Array },
  logProbabilities: Matrix,
): Matrix {
  const { rows: n, columns: m } = design;
  const { rows: C, columns: q } = contrasts;
  const curvatures = matrix(n, q * q);
  for (let i = 0; i < n; i++) {
    const root = curvatureRoot(contrasts, logProbabilities.data.subarray(i * C, (i + 1) * C));
    const own = engine.symmetricProduct(root, { transpose: true }).data;
    for (let at = 0; at < q * q; at++) curvatures.data[i * q * q + at] = weights[i] * own[at];
  }
  const H = matrix(m * q, m * q);
  for (let j = 0; j < m; j++) {
    const sums = engine.multiply(timesColumn(design, j, j + 1), curvatures, { transposeA: true }).data;
    for (let k = 0; k <= j; k++) {
      for (let a = 0; a < q; a++) {
        for (let b = 0; b < q; b++) {
          const value = sums[k * q * q + a * q + b];
          H.data[(j * q + a) * m * q + k * q + b] = value;
          H.data[(k * q + b) * m * q + j * q + a] = value;
        }
      }
    }
  }
  return H;
}

/** X G Xᵀ for each row, q × q as a row of the result, X = xᵀ ⊗ I: one product for each column of the design. */
export function covariancesOfMany(engine: Engine, G: Matrix, design: Matrix, q: number): Matrix {
  const { rows: n, columns: m } = design;
  const result = matrix(n, q * q);
  const blocks = matrix(m, q * q);
  for (let j = 0; j < m; j++) {
    for (let k = 0; k < m; k++) {
      for (let a = 0; a < q; a++) {
        const from = (j * q + a) * m * q + k * q;
        blocks.data.set(G.data.subarray(from, from + q), k * q * q + a * q);
      }
    }
    const part = engine.multiply(timesColumn(design, j, m), blocks).data;
    for (let at = 0; at < part.length; at++) result.data[at] += part[at];
  }
  return result;
}

/**
 * (I − u W V)⁻¹ g, W = AᵀA: g + u Aᵀ(I − u A V Aᵀ)⁻¹ A V g, with one Cholesky factor of size C. Undefined where there is none.
 */
export function pullWithout(
  engine: Engine,
  {
    root: A,
    unit,
    V,
    slope,
  }: { readonly root: Matrix; readonly unit: number; readonly V: Matrix; readonly slope: Float64Array },
): Float64Array | undefined {
  const C = A.rows;
  const AV = engine.multiply(A, V);
  const kept = engine.multiply(AV, A, { transposeB: true });
  for (let at = 0; at < C * C; at++) kept.data[at] *= -unit;
  for (let k = 0; k < C; k++) kept.data[k * (C + 1)] += 1;
  const factor = engine.cholesky(kept);
  if (!factor.ok) return undefined;
  const right = engine.multiply(AV, matrix(slope.length, 1, slope));
  const solved = engine.solveFactored(factor.factor, right);
  const back = engine.multiply(A, solved, { transposeA: true }).data;
  return slope.map((value, a) => value + unit * back[a]);
}

/** The first columns of a design, each row times its entry in column j. */
function timesColumn({ data, rows, columns: m }: Matrix, j: number, columns: number): Matrix {
  const product = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    const factor = data[i * m + j];
    for (let k = 0; k < columns; k++) product.data[i * columns + k] = factor * data[i * m + k];
  }
  return product;
}
