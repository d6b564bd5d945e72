import type { Matrix } from "../engine/matrix.ts";
import { normal } from "./normal.ts";
import type { Stream } from "./stream.ts";

/**
 * A draw from the normal distribution with the given mean and covariance L Lᵀ: mean + L z with independent standard normal
 * z. Only the lower triangle of the factor L is read.
 */
export function multivariateNormal(stream: Stream, mean: ArrayLike<number>, factor: Matrix): Float64Array {
  const size = mean.length;
  if (factor.rows !== size || factor.columns !== size) {
    throw new RangeError(
      `A mean of length ${size} needs a ${size} × ${size} factor; got ${factor.rows} × ${factor.columns}.`,
    );
  }
  const z = Float64Array.from({ length: size }, () => normal(stream));
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = mean[i];
    for (let j = 0; j <= i; j++) sum += factor.data[i * size + j] * z[j];
    return sum;
  });
}
