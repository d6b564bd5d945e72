import { fourierTransform } from "../numeric/fourierTransform.ts";
import { moments, type Chains } from "./chains.ts";

/**
 * The mean over chains of their autocovariances at every lag t,
 *
 *     a_t = 1/n Σ_s (x_s − x̄)(x_{s+t} − x̄),
 *
 * by way of the power spectrum, in O(n log n). Zeros are appended so that the ends of a chain do not meet. As only the
 * mean is asked for, two chains go through one transform, as real and as imaginary part, and the powers of all go back
 * together: |Z(f)|² + |Z(−f)|² = 2 |X(f)|² + 2 |Y(f)|² for z = x + iy, and the real part of a transform sees no more.
 */
export function meanAutocovariances(chains: Chains): Float64Array {
  const n = chains[0].length;
  let size = 1;
  while (size < 2 * n) size *= 2;
  const transform = fourierTransform(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const power = new Float64Array(size);
  for (let number = 0; number < chains.length; number += 2) {
    setCentered(real, chains[number]);
    if (number + 1 < chains.length) setCentered(imaginary, chains[number + 1]);
    else imaginary.fill(0);
    transform(real, imaginary);
    for (let f = 0; f < size; f++) power[f] += real[f] * real[f] + imaginary[f] * imaginary[f];
  }
  transform(power, imaginary.fill(0));
  return power.subarray(0, n).map((sum) => sum / (size * n * chains.length));
}

/** The chain without its mean, followed by zeros. */
function setCentered(target: Float64Array, chain: Float64Array): void {
  const { mean } = moments(chain);
  for (let s = 0; s < chain.length; s++) target[s] = chain[s] - mean;
  target.fill(0, chain.length);
}
