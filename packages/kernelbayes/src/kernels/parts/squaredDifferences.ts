import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { centerColumns } from "../../matrix/centerColumns.ts";
import { selectColumns } from "../../matrix/row.ts";
import { type PairWeights, gaussianWeights } from "./pairWeights.ts";
import { requireWeights } from "./requireWeights.ts";

/** What weighted squared differences of rows add up to. */
interface SquaredDifferences {
  /** wⱼ Σ_ab V_ab (x_aj − x_bj)² for each column j. */
  readonly columns: Float64Array;
  /** Σ_ab V_ab, each pair counted both ways. */
  readonly sum: number;
}

/** How much larger than the sum the terms may be that cancel in it; beyond, a column is summed pair by pair. */
const mostCancelled = 1e4;

/** Numbers in a block of rows of V: small enough to stay in the cache until the engine has read them. */
const blockLength = 65_536;

/**
 * wⱼ Σ_ab V_ab (x_aj − x_bj)² for each column j, V symmetric with zeros on its diagonal. Each is right to about 1e-11 of
 * Σ_ab |V_ab| r²_ab, where r² = Σⱼ wⱼ (x_aj − x_bj)².
 *
 * With x centred, T the lower triangle of V and s = V1 the sum is 2wⱼ [Σ_a s_a x_aj² − 2 xⱼᵀ T xⱼ], for all columns at once a
 * product of the engine, taken block by block of the rows of T. What cancels there is of the size of wⱼ Σ_a |s_a| x_aj²; close rows
 * far from the centre lose digits by it. Where they would lose more than four, the column is summed from the differences of
 * each pair, at several times the cost.
 */
export function squaredDifferences(
  engine: Engine,
  x: Matrix,
  pairs: PairWeights,
  weights: Float64Array,
): SquaredDifferences {
  const { rows: n, columns: p } = x;
  const { data: centred } = centerColumns(x);
  const { sums, sizes, size, products } = rowFigures(engine, matrix(n, p, centred), pairs);
  const columns = new Float64Array(p);
  const cancelled = new Float64Array(p);
  for (let a = 0, at = 0; a < n; a++) {
    for (let j = 0; j < p; j++, at++) {
      const value = centred[at];
      columns[j] += weights[j] * value * (2 * (sums[a] * value - 2 * products[at]));
      cancelled[j] += weights[j] * value * sizes[a] * value;
    }
  }
  const lossy = Array.from(cancelled.keys()).filter((j) => !(cancelled[j] <= mostCancelled * size));
  if (lossy.length > 0) {
    pairByPair(selectColumns(x, lossy), pairs).forEach((each, index) => {
      columns[lossy[index]] = weights[lossy[index]] * each;
    });
  }
  return { columns, sum: sums.reduce((total, each) => total + each, 0) };
}

interface RowFigures {
  /** Σ_b V_ab for each row. */
  readonly sums: Float64Array;
  /** Σ_b |V_ab| for each row. */
  readonly sizes: Float64Array;
  /** Σ_ab |V_ab| r²_ab, as far as the weights tell. */
  readonly size: number;
  /** T x. */
  readonly products: Float64Array;
}

function rowFigures(engine: Engine, { data, rows: n, columns: p }: Matrix, pairs: PairWeights): RowFigures {
  const sums = new Float64Array(n);
  const sizes = new Float64Array(n);
  const products = new Float64Array(n * p);
  const height = Math.max(1, Math.min(n, Math.floor(blockLength / n)));
  const scratch = new Float64Array(height * n);
  let size = 0;
  for (let first = 0; first < n; first += height) {
    const last = Math.min(n, first + height);
    const T = scratch.subarray(0, (last - first) * last);
    size += pairs.fill(first, last, T);
    addRows(T, first, last, sums, sizes);
    const product = engine.multiply(matrix(last - first, last, T), matrix(last, p, data.subarray(0, last * p)));
    products.set(product.data, first * p);
  }
  return { sums, sizes, size: 2 * size, products };
}

/**
 * Adds the rows of T to the sums of these rows and, as their mirror images, to those of the rows before. Four rows are taken at once,
 * so that the sums of a row before are read and written once for all of them.
 */
function addRows(T: Float64Array, first: number, last: number, sums: Float64Array, sizes: Float64Array): void {
  for (let top = first; top < last; top += 4) {
    const bottom = Math.min(last, top + 4);
    if (bottom - top === 4) addFour(T, (top - first) * last, last, top, sums, sizes);
    for (let a = top; a < bottom; a++) {
      const from = bottom - top === 4 ? top : 0;
      for (let b = from, at = (a - first) * last + from; b < a; b++, at++) {
        const value = T[at];
        const most = Math.abs(value);
        sums[a] += value;
        sizes[a] += most;
        sums[b] += value;
        sizes[b] += most;
      }
    }
  }
}

/** The same for four rows from `top`, the first of them at `start`, beside the rows before all of them. */
function addFour(
  T: Float64Array,
  start: number,
  stride: number,
  top: number,
  sums: Float64Array,
  sizes: Float64Array,
): void {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  let size0 = 0;
  let size1 = 0;
  let size2 = 0;
  let size3 = 0;
  for (let b = 0, i = start, j = i + stride, k = j + stride, l = k + stride; b < top; b++, i++, j++, k++, l++) {
    const first = T[i];
    const second = T[j];
    const third = T[k];
    const fourth = T[l];
    sum0 += first;
    sum1 += second;
    sum2 += third;
    sum3 += fourth;
    sums[b] += first + second + (third + fourth);
    const mostFirst = Math.abs(first);
    const mostSecond = Math.abs(second);
    const mostThird = Math.abs(third);
    const mostFourth = Math.abs(fourth);
    size0 += mostFirst;
    size1 += mostSecond;
    size2 += mostThird;
    size3 += mostFourth;
    sizes[b] += mostFirst + mostSecond + (mostThird + mostFourth);
  }
  sums[top] += sum0;
  sums[top + 1] += sum1;
  sums[top + 2] += sum2;
  sums[top + 3] += sum3;
  sizes[top] += size0;
  sizes[top + 1] += size1;
  sizes[top + 2] += size2;
  sizes[top + 3] += size3;
}

function pairByPair({ data, rows: n, columns: p }: Matrix, pairs: PairWeights): Float64Array {
  const sums = new Float64Array(p);
  const V = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    pairs.fill(a, a + 1, V);
    for (let b = 0; b < a; b++) {
      const weight = 2 * V[b];
      if (weight === 0) continue;
      for (let j = 0, i = a * p, k = b * p; j < p; j++, i++, k++) {
        const difference = data[i] - data[k];
        sums[j] += weight * difference * difference;
      }
    }
  }
  return sums;
}

/**
 * What the derivatives of a gaussian kernel K = v exp(−½ Σⱼ wⱼ (x_aj − x_bj)²) are made of, since its slope is the kernel itself:
 * wⱼ Σ_ab W_ab K_ab (x_aj − x_bj)² for each column, and Σ_ab W_ab K_ab. Of K nothing on the diagonal is read.
 */
export function gaussianTerms(
  engine: Engine,
  x: Matrix,
  W: Matrix,
  { K, variance, weights }: { readonly K: Matrix; readonly variance: number; readonly weights: Float64Array },
): SquaredDifferences {
  requireWeights(x, W);
  const { columns, sum } = squaredDifferences(engine, x, gaussianWeights(W, K, variance), weights);
  let trace = 0;
  for (let a = 0; a < x.rows; a++) trace += W.data[a * x.rows + a];
  return { columns, sum: sum + variance * trace };
}
