import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";

/**
 * A covariance matrix by its spectrum, of full size or of low rank with one common variance for all other directions:
 *
 *     Σ = D^½ [V diag(λ) Vᵀ + g (I − V Vᵀ)] D^½
 *
 * D is diagonal (`scale` holds its root), V has orthonormal columns. Directions outside V are ignored when g = 0: the
 * matrix is then inverted within the span of V only.
 */
export interface SpectralCovariance {
  readonly scale: Float64Array;
  readonly vectors: Matrix;
  readonly values: Float64Array;
  readonly rest: number;
}

/** log |Σ|, over the directions that are not ignored. */
export function logDeterminant({ scale, vectors, values, rest }: SpectralCovariance): number {
  let sum = 0;
  for (const value of values) sum += Math.log(value);
  if (rest > 0) sum += (vectors.rows - vectors.columns) * Math.log(rest);
  for (const root of scale) sum += 2 * Math.log(root);
  return sum;
}

/** Number of directions that count. */
export function dimensionOf({ vectors, rest }: SpectralCovariance): number {
  return rest > 0 ? vectors.rows : vectors.columns;
}

/** The largest over the smallest variance of a direction that counts, in units of the columns: the condition of the correlations. */
export function spanOfVariances({ vectors, values, rest }: SpectralCovariance): number {
  const all = rest > 0 && vectors.columns < vectors.rows ? [...values, rest] : [...values];
  return Math.max(...all) / Math.min(...all);
}

/**
 * Rows, less a center, turned and scaled so that Σ becomes the identity: dᵀ Σ⁻¹ e is the product of the whitened d and e. With low rank and
 * g > 0 the part outside V follows in as many further columns as there are variables. Single rows are predicted thousands of times per second, so no matrix
 * is made that can be done without.
 */
export function whiten(engine: Engine, covariance: SpectralCovariance, rows: Matrix, center?: Float64Array): Matrix {
  const { scale, vectors, values, rest } = covariance;
  const { rows: n, columns: p } = rows;
  const r = vectors.columns;
  const scaled = matrix(n, p);
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < p; j++, at++) scaled.data[at] = (center ? rows.data[at] - center[j] : rows.data[at]) / scale[j];
  }
  const coordinates = engine.multiply(scaled, vectors);
  const outside = rest > 0 && r < p ? engine.multiply(coordinates, vectors, { transposeB: true }) : undefined;
  const width = outside ? r + p : r;
  const white = outside ? matrix(n, width) : coordinates;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < r; j++) white.data[i * width + j] = coordinates.data[i * r + j] / Math.sqrt(values[j]);
    if (outside) {
      for (let j = 0; j < p; j++) {
        white.data[i * width + r + j] = (scaled.data[i * p + j] - outside.data[i * p + j]) / Math.sqrt(rest);
      }
    }
  }
  return white;
}

/** The transpose of `whiten`: rows in whitened coordinates times it, so that unwhiten(whiten(d)) = Σ⁻¹d. */
export function unwhiten(engine: Engine, covariance: SpectralCovariance, white: Matrix): Matrix {
  const { scale, vectors, values, rest } = covariance;
  const { rows: n, columns: width } = white;
  const [p, r] = [vectors.rows, vectors.columns];
  const hasOutside = width > r;
  const inside = matrix(n, r);
  const outside = matrix(n, p);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < r; j++) inside.data[i * r + j] = white.data[i * width + j] / Math.sqrt(values[j]);
    if (!hasOutside) continue;
    for (let j = 0; j < p; j++) outside.data[i * p + j] = white.data[i * width + r + j] / Math.sqrt(rest);
  }
  if (hasOutside) {
    const along = engine.multiply(outside, vectors);
    inside.data.forEach((value, at) => (inside.data[at] = value - along.data[at]));
  }
  const result = engine.multiply(inside, vectors, { transposeB: true });
  result.data.forEach((value, at) => (result.data[at] = (value + outside.data[at]) / scale[at % p]));
  return result;
}
