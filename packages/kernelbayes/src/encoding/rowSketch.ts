import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { normal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";

/**
 * The mean of random Fourier features of encoded rows, and what its distance from that of other rows of the same kind is like. It has no row in it.
 *
 *     φ(x) = (cos ωₖᵀx/ℓ, sin ωₖᵀx/ℓ)/√K,   ωₖ ~ N(0, I),   ℓ² = Σⱼ var xⱼ
 *
 * φ(x)ᵀφ(z) is the Gaussian kernel of width ℓ, averaged over K frequencies (Rahimi & Recht, 2007), so ‖mean φ − mean φ′‖² is the squared maximum mean discrepancy.
 */
export interface RowSketch {
  /** How many rows (or how much weight) the mean is of. */
  readonly rows: number;
  /** ℓ. */
  readonly width: number;
  readonly mean: readonly number[];
  /** tr Σ, tr Σ² and tr Σ³, with Σ the covariance of the features. */
  readonly moments: readonly number[];
}

/** K: cosines and sines are twice as many. */
const frequencies = 50;
export const sketchFeatures: number = 2 * frequencies;

/** More rows than these are sampled, evenly. */
const mostRows = 2000;

/** Bytes that the sketch of so many rows holds while it is made. */
export function sketchBytes(rows: number): number {
  return 8 * (Math.min(rows, mostRows) * sketchFeatures + 2 * sketchFeatures ** 2);
}

/** The sketch of encoded rows; undefined if they are all equal, or too far apart to be squared. */
export function rowSketch(engine: Engine, X: Matrix, weights: ArrayLike<number> | undefined): RowSketch | undefined {
  const step = Math.max(1, X.rows / mostRows);
  const rows = Int32Array.from({ length: Math.min(X.rows, mostRows) }, (_, at) => Math.floor(at * step));
  const weight = Float64Array.from(rows, (row) => weights?.[row] ?? 1);
  const total = weight.reduce((sum, one) => sum + one, 0);
  const width = Math.sqrt(totalVariance(X, rows, weight, total));
  if (!(width > 0 && width < Infinity && total > 1)) return undefined;
  const featuresAt = featuresOf(X, width);
  const features = matrix(rows.length, sketchFeatures);
  const mean = new Float64Array(sketchFeatures);
  for (let at = 0; at < rows.length; at++) {
    const phi = featuresAt(rows[at]);
    features.data.set(phi, at * sketchFeatures);
    addScaled(mean, phi, weight[at] / total);
  }
  centerInPlace(features, mean, weight, total - 1);
  const covariance = engine.symmetricProduct(features, { transpose: true });
  return { rows: total, width, mean: Array.from(mean, rounded), moments: tracesOf(engine, covariance).map(rounded) };
}

function addScaled(sum: Float64Array, phi: Float64Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] += weight * phi[i];
}

/** Takes the mean from each row, and weighs it by √(w / degrees): what is left has the covariance for its product. */
function centerInPlace({ data, columns }: Matrix, mean: Float64Array, weight: Float64Array, degrees: number): void {
  for (let row = 0; row < weight.length; row++) {
    const scale = Math.sqrt(weight[row] / degrees);
    for (let i = 0; i < columns; i++) data[row * columns + i] = scale * (data[row * columns + i] - mean[i]);
  }
}

/** The features of each row of a matrix, for a width. */
export function featuresOf(X: Matrix, width: number): (row: number) => Float64Array {
  const source = stream(1);
  const omega = Float64Array.from({ length: frequencies * X.columns }, () => normal(source) / width);
  const phi = new Float64Array(sketchFeatures);
  return (row) => {
    writeFeatures(phi, omega, X.data, row * X.columns, X.columns);
    return phi;
  };
}

function writeFeatures(phi: Float64Array, omega: Float64Array, x: Float64Array, start: number, columns: number): void {
  const size = 1 / Math.sqrt(frequencies);
  for (let k = 0, at = 0; k < frequencies; k++) {
    let angle = 0;
    for (let j = 0; j < columns; j++) angle += omega[at++] * x[start + j];
    phi[2 * k] = size * Math.cos(angle);
    phi[2 * k + 1] = size * Math.sin(angle);
  }
}

function totalVariance({ data, columns }: Matrix, rows: Int32Array, weight: Float64Array, total: number): number {
  let variance = 0;
  for (let j = 0; j < columns; j++) {
    let mean = 0;
    for (let at = 0; at < rows.length; at++) mean += (weight[at] / total) * data[rows[at] * columns + j];
    for (let at = 0; at < rows.length; at++) {
      variance += (weight[at] / total) * (data[rows[at] * columns + j] - mean) ** 2;
    }
  }
  return variance;
}

/** tr Σ, tr Σ², tr Σ³ of a symmetric matrix. */
function tracesOf(engine: Engine, covariance: Matrix): number[] {
  const squares = engine.symmetricProduct(covariance);
  let [first, second, third] = [0, 0, 0];
  for (let i = 0; i < sketchFeatures; i++) {
    first += covariance.data[i * sketchFeatures + i];
    second += squares.data[i * sketchFeatures + i];
  }
  for (let at = 0; at < squares.data.length; at++) third += squares.data[at] * covariance.data[at];
  return [first, second, third];
}

/** Seven digits are enough, and keep the document small. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}
