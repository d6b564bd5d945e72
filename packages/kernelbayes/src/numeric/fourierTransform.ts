/**
 * The discrete Fourier transform of a length that is a power of two, as a function that transforms complex numbers in place:
 *
 *     X_f = Σ_t x_t exp(−2πi f t / size).
 *
 * The tables of angles are made once for all transforms of that length. Radix 2, decimation in time (Cooley & Tukey 1965):
 * O(size log size). The inverse is the same with real and imaginary parts exchanged, divided by the length.
 */
export function fourierTransform(size: number): (real: Float64Array, imaginary: Float64Array) => void {
  const bits = Math.log2(size);
  if (!Number.isInteger(bits) || bits < 0 || bits > 30) {
    throw new RangeError(`The length of a Fourier transform must be a power of two; got ${size}.`);
  }
  const cosines = new Float64Array(size / 2);
  const sines = new Float64Array(size / 2);
  for (let k = 0; k < size / 2; k++) {
    cosines[k] = Math.cos((2 * Math.PI * k) / size);
    sines[k] = -Math.sin((2 * Math.PI * k) / size);
  }
  const reversed = new Int32Array(size); // the bits of each position in the opposite order
  for (let i = 1; i < size; i++) reversed[i] = (reversed[i >> 1] >> 1) | ((i & 1) << (bits - 1));

  return (real, imaginary) => {
    if (real.length !== size || imaginary.length !== size) {
      throw new RangeError(`The transform takes ${size} numbers; got ${real.length} and ${imaginary.length}.`);
    }
    for (let i = 0; i < size; i++) {
      const j = reversed[i];
      if (j > i) {
        exchange(real, i, j);
        exchange(imaginary, i, j);
      }
    }
    for (let half = 1, stride = size / 2; half < size; half *= 2, stride /= 2) {
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const even = start + k;
          const odd = even + half;
          const c = cosines[k * stride];
          const s = sines[k * stride];
          const x = c * real[odd] - s * imaginary[odd];
          const y = c * imaginary[odd] + s * real[odd];
          real[odd] = real[even] - x;
          imaginary[odd] = imaginary[even] - y;
          real[even] += x;
          imaginary[even] += y;
        }
      }
    }
  };
}

function exchange(values: Float64Array, i: number, j: number): void {
  const held = values[i];
  values[i] = values[j];
  values[j] = held;
}
