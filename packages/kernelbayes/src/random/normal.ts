import type { Stream } from "./stream.ts";
import type { Matrix } from "../engine/matrix.ts";

const layers = 256;
// The last edge, x₁ = r, for which 256 layers of equal area v = r f(r) + ∫ᵣ^∞ f close exactly at x₂₅₆ = 0; f(x) = exp(−½x²).
const lastEdge = 3.6541528853610088;
const area = 0.004928673233974655;
const edges = layerEdges();

/**
 * A draw from the standard normal distribution by the ziggurat method (Marsaglia & Tsang 2000), in the form of Doornik
 * (2005), which takes layer and position from separate random bits. The position has the full 53 bits.
 */
export function normal(stream: Stream): number {
  for (;;) {
    const layer = stream.integer(layers);
    const outer = edges[layer];
    const inner = edges[layer + 1];
    const x = (2 * stream.uniform() - 1) * outer;
    if (Math.abs(x) < inner) return x;
    if (layer === 0) return x < 0 ? -tail(stream) : tail(stream);
    const low = Math.exp(0.5 * (x - outer) * (x + outer));
    const high = Math.exp(0.5 * (x - inner) * (x + inner));
    if (low + stream.uniform() * (high - low) < 1) return x;
  }
}

/** A normal draw beyond the last edge: r + E₁/r is kept when 2 E₂ > (E₁/r)², with exponential E₁ and E₂ (Marsaglia 1964). */
function tail(stream: Stream): number {
  for (;;) {
    const excess = -Math.log(stream.uniform()) / lastEdge;
    if (-2 * Math.log(stream.uniform()) > excess * excess) return lastEdge + excess;
  }
}

/** x₀ > x₁ > … > x₂₅₆ = 0, where layer i spans |x| < xᵢ and heights f(xᵢ) to f(xᵢ₊₁); x₀ = v / f(r) stands for the tail. */
function layerEdges(): Float64Array {
  const x = new Float64Array(layers + 1);
  x[0] = area / Math.exp(-0.5 * lastEdge * lastEdge);
  x[1] = lastEdge;
  for (let i = 2; i < layers; i++) {
    x[i] = Math.sqrt(-2 * Math.log(area / x[i - 1] + Math.exp(-0.5 * x[i - 1] * x[i - 1])));
  }
  return x;
}

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
