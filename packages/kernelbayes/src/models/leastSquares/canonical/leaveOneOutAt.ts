import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { column, fromColumns } from "../../../matrix/row.ts";
import type { CanonicalForm, ResidualForm } from "./canonicalForm.ts";

/** What residuals are made of, of targets in the coordinates of a form. */
export interface ResidualResponse {
  /** Uᵀ t̃. */
  readonly coordinates: Float64Array;
  /** The part of t̃ outside of the span of the basis, where there is one. */
  readonly outside: Float64Array | undefined;
  /** Uᵀ √w, where a free bias is still in the problem. */
  readonly constant: Float64Array | undefined;
  /** The part of √w outside of the span of the basis, where a free bias is still in the problem and there is one. */
  readonly constantOutside?: Float64Array;
}

/** Targets in the coordinates of a form. */
export interface Response extends ResidualResponse {
  readonly targets: Float64Array;
  /** The weighted mean of the targets, where a free bias was taken off beforehand; otherwise 0. */
  readonly mean: number;
}

/** Turns targets into the coordinates of a form, once for all regularizations. */
export function responseOf(engine: Engine, form: CanonicalForm, targets: Float64Array): Response {
  const { basis, rootWeights, remainder, bias } = form;
  const mean = bias === "removed" ? weightedMean(targets, rootWeights) : 0;
  const scaled = targets.map((target, i) => rootWeights[i] * (target - mean));
  // A pass over the basis turns both.
  const vectors = bias === "open" ? [scaled, rootWeights] : [scaled];
  const turned = transposedProducts(engine, basis, vectors);
  const [coordinates, constant] = turned;
  const [outside, constantOutside] = remainder ? outsideParts(engine, basis, vectors, turned) : [];
  return { targets, coordinates, outside, constant, ...(constantOutside && { constantOutside }), mean };
}

/** Vectors less their part in the span of a basis, in which they have these coordinates. */
export function outsideParts(
  engine: Engine,
  basis: Matrix,
  vectors: readonly Float64Array[],
  coordinates: readonly Float64Array[],
): Float64Array[] {
  const g = vectors.length;
  const spanned = engine.multiply(basis, fromColumns(coordinates)).data;
  return vectors.map((values, k) => values.map((value, i) => value - spanned[i * g + k]));
}

/** Leave-one-out residuals tᵢ − f₍ᵢ₎(xᵢ) and their first two derivatives in log μ. */
export interface ResidualsWithDerivatives {
  readonly residuals: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/**
 * Leave-one-out residuals of all rows for each of several regularizations, as the columns of a matrix for each response, in
 * a few matrix products. With R of the canonical form (and a = R√w, S = √wᵀa, b = aᵀt̃/S for a free bias)
 *
 *     N = R t̃ − b a,   Dᵢ = Rᵢᵢ − aᵢ²/S,   eᵢ = Nᵢ / Dᵢ,
 *
 * where Dᵢ = 1 − hᵢᵢ is never formed as a difference of the leverage, so that it keeps its digits as hᵢᵢ → 1. Of a row of
 * weight w one unit u = min(1, w) is left out: eᵢ = Nᵢ √w / (w − u + u Dᵢ). Only rows are left out; what the expansion
 * and the targets owe to them stays.
 */
export function leaveOneOutOnGrid(
  engine: Engine,
  form: ResidualForm,
  responses: readonly ResidualResponse[],
  logMu: ArrayLike<number>,
): Matrix[] {
  const { eigenvalues, rootWeights } = form;
  const g = logMu.length;
  const shares = matrix(eigenvalues.length, g);
  for (let k = 0; k < g; k++) {
    const inverse = Math.exp(-logMu[k]);
    for (let j = 0; j < eigenvalues.length; j++) shares.data[j * g + k] = shareOf(eigenvalues[j], inverse);
  }
  const D = diagonalPart(engine, form, shares, g);
  return responses.map((response) => {
    const { N, a } = vectorParts(engine, form, response, shares, g);
    // Without a free bias in the problem N is of the same shape, and nobody else needs it.
    const result = a ? matrix(rootWeights.length, g) : N;
    for (let k = 0; k < g; k++) {
      const constant = a && biasOf(response, shares, k, true);
      for (let i = 0; i < rootWeights.length; i++) {
        const at = i * g + k;
        const own = a ? a.data[i * a.columns + a.from + k] : 0;
        const numerator = N.data[i * N.columns + k] - (constant ? constant.b * own : 0);
        const denominator = D.data[at] - (constant ? (own * own) / constant.S : 0);
        result.data[at] = numerator / leftDenominator(denominator, rootWeights[i]);
      }
    }
    return result;
  });
}

/** As `leaveOneOutOnGrid` for one regularization, with derivatives (ω' = ω(1 − ω), ω'' = ω(1 − ω)(1 − 2ω)). */
export function leaveOneOutAt(
  engine: Engine,
  form: ResidualForm,
  response: ResidualResponse,
  logMu: number,
): ResidualsWithDerivatives {
  const { rootWeights } = form;
  const shares = sharesWithDerivatives(form.eigenvalues, logMu);
  // What lies outside of the span does not change with μ: it belongs to the first column alone.
  const { N, a } = vectorParts(engine, form, response, shares, 1);
  const D = diagonalPart(engine, form, shares, 1);
  const constants = a && biasDerivatives(response, shares);
  const n = rootWeights.length;
  const residuals = new Float64Array(n);
  const first = new Float64Array(n);
  const second = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let [N0, N1, N2] = threeAt(N, i, 0);
    let [D0, D1, D2] = threeAt(D, i, 0);
    if (a && constants) {
      const [a0, a1, a2] = threeAt(a, i, a.from);
      const {
        b: [b0, b1, b2],
        S: [S0, S1, S2],
      } = constants;
      N0 -= b0 * a0;
      N1 -= b1 * a0 + b0 * a1;
      N2 -= b2 * a0 + 2 * b1 * a1 + b0 * a2;
      // The derivatives of q = a²/S by those of q S = a².
      const q0 = (a0 * a0) / S0;
      const q1 = (2 * a0 * a1 - q0 * S1) / S0;
      const q2 = (2 * (a1 * a1 + a0 * a2) - 2 * q1 * S1 - q0 * S2) / S0;
      D0 -= q0;
      D1 -= q1;
      D2 -= q2;
    }
    const w = rootWeights[i] ** 2;
    const unit = Math.min(1, w) / rootWeights[i];
    const denominator = leftDenominator(D0, rootWeights[i]);
    const e = N0 / denominator;
    const e1 = (N1 - e * unit * D1) / denominator;
    residuals[i] = e;
    first[i] = e1;
    second[i] = (N2 - 2 * e1 * unit * D1 - e * unit * D2) / denominator;
  }
  return { residuals, first, second };
}

/** ω, ω' and ω'' of each eigenvalue, as columns. */
function sharesWithDerivatives(eigenvalues: Float64Array, logMu: number): Matrix {
  const shares = matrix(eigenvalues.length, 3);
  const [inverse, mu] = [Math.exp(-logMu), Math.exp(logMu)];
  for (let j = 0; j < eigenvalues.length; j++) {
    const share = shareOf(eigenvalues[j], inverse);
    // 1 − ω as λ/(λ + μ), which keeps its digits.
    const slope = share * shareOf(1 / eigenvalues[j], mu);
    shares.data[3 * j] = share;
    shares.data[3 * j + 1] = slope;
    shares.data[3 * j + 2] = slope * (1 - 2 * share);
  }
  return shares;
}

/** ω = μ/(λ + μ), from λ and 1/μ. */
function shareOf(eigenvalue: number, inverse: number): number {
  return 1 / (1 + eigenvalue * inverse);
}

/** What the scaled residual of a row is divided by when one unit of its weight is left out. */
export function leftDenominator(D: number, rootWeight: number): number {
  const w = rootWeight * rootWeight;
  const unit = Math.min(1, w);
  return (w - unit + unit * D) / rootWeight;
}

/** R t̃ for each column of shares and, behind them from column `from` on, R √w where a free bias is still in the problem. */
interface VectorParts {
  readonly N: Matrix;
  readonly a: (Matrix & { readonly from: number }) | undefined;
}

/** Both in one product. What is outside of the span of the basis, whose share is 1, belongs to the first `plain` columns. */
function vectorParts(
  engine: Engine,
  { basis }: ResidualForm,
  { coordinates, outside, constant, constantOutside }: ResidualResponse,
  shares: Matrix,
  plain: number,
): VectorParts {
  const { rows: r, columns: g } = shares;
  const scaled = matrix(r, constant ? 2 * g : g);
  for (let j = 0; j < r; j++) {
    for (let k = 0; k < g; k++) {
      const share = shares.data[j * g + k];
      scaled.data[j * scaled.columns + k] = share * coordinates[j];
      if (constant) scaled.data[j * scaled.columns + g + k] = share * constant[j];
    }
  }
  const product = engine.multiply(basis, scaled);
  addOutside(product, outside, 0, plain);
  addOutside(product, constantOutside, g, plain);
  return { N: product, a: constant && { ...product, from: g } };
}

/** The diagonal of R for each column of shares. */
function diagonalPart(engine: Engine, { squares, remainder }: ResidualForm, shares: Matrix, plain: number): Matrix {
  const product = engine.multiply(squares, shares);
  addOutside(product, remainder, 0, plain);
  return product;
}

function addOutside({ data, columns }: Matrix, outside: Float64Array | undefined, from: number, count: number): void {
  if (!outside) return;
  for (let i = 0; i < outside.length; i++) {
    for (let k = from; k < from + count; k++) data[i * columns + k] += outside[i];
  }
}

function threeAt({ data, columns }: Matrix, row: number, from: number): Derivatives {
  const at = row * columns + from;
  return [data[at], data[at + 1], data[at + 2]];
}

/** b = aᵀt̃/S and S for one column of shares, with what is outside of the span of the basis where its share is 1. */
function biasOf(
  { coordinates, constant, outside, constantOutside }: ResidualResponse,
  shares: Matrix,
  k: number,
  isPlain: boolean,
): { readonly b: number; readonly S: number } {
  let S = 0;
  let product = 0;
  const count = constant?.length ?? 0;
  for (let j = 0; j < count; j++) {
    const value = constant?.[j] ?? 0;
    const weighted = shares.data[j * shares.columns + k] * value;
    S += weighted * value;
    product += weighted * coordinates[j];
  }
  if (isPlain && constantOutside && outside) {
    for (let i = 0; i < outside.length; i++) {
      S += constantOutside[i] * constantOutside[i];
      product += constantOutside[i] * outside[i];
    }
  }
  return { b: product / S, S };
}

type Derivatives = readonly [number, number, number];

/** b = aᵀt̃/S and S with their derivatives, from those of the shares. */
function biasDerivatives(
  response: ResidualResponse,
  shares: Matrix,
): { readonly b: Derivatives; readonly S: Derivatives } {
  const sums = [0, 1, 2].map((k) => biasOf(response, shares, k, k === 0));
  const [S0, S1, S2] = sums.map(({ S }) => S);
  const [c0, c1, c2] = sums.map(({ b, S }) => b * S);
  const b0 = c0 / S0;
  const b1 = (c1 - b0 * S1) / S0;
  return { b: [b0, b1, (c2 - 2 * b1 * S1 - b0 * S2) / S0], S: [S0, S1, S2] };
}

/** Aᵀv of each of several vectors, in one product. */
function transposedProducts(engine: Engine, a: Matrix, vectors: readonly Float64Array[]): Float64Array[] {
  const products = engine.multiply(a, fromColumns(vectors), { transposeA: true });
  return vectors.map((_, k) => column(products, k));
}

function weightedMean(values: Float64Array, rootWeights: Float64Array): number {
  let sum = 0;
  let total = 0;
  values.forEach((value, i) => {
    const w = rootWeights[i] ** 2;
    sum += w * value;
    total += w;
  });
  return sum / total;
}
