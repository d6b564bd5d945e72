import { expect, test } from "vitest";
import { fourierTransform } from "../../src/numeric/fourierTransform.ts";
import { normal, stream } from "../../src/random/index.ts";

const random = stream(3);
const draw = (size: number): Float64Array => Float64Array.from({ length: size }, () => normal(random));

test.each([1, 2, 4, 8, 64])("the transform of %d numbers is the sum that defines it", (size) => {
  const x = draw(size);
  const y = draw(size);
  const real = x.slice();
  const imaginary = y.slice();
  fourierTransform(size)(real, imaginary);
  for (let f = 0; f < size; f++) {
    let cosineSum = 0;
    let sineSum = 0;
    for (let t = 0; t < size; t++) {
      const angle = (-2 * Math.PI * ((f * t) % size)) / size;
      cosineSum += x[t] * Math.cos(angle) - y[t] * Math.sin(angle);
      sineSum += x[t] * Math.sin(angle) + y[t] * Math.cos(angle);
    }
    expect(Math.abs(real[f] - cosineSum)).toBeLessThan(1e-13 * size);
    expect(Math.abs(imaginary[f] - sineSum)).toBeLessThan(1e-13 * size);
  }
});

test("with real and imaginary parts exchanged the transform is its own inverse, but for the length", () => {
  const size = 4096;
  const transform = fourierTransform(size);
  const x = draw(size);
  const y = draw(size);
  const real = x.slice();
  const imaginary = y.slice();
  transform(real, imaginary);
  transform(imaginary, real);
  const worst = x.reduce(
    (most, value, t) => Math.max(most, Math.abs(real[t] / size - value), Math.abs(imaginary[t] / size - y[t])),
    0,
  );
  expect(worst).toBeLessThan(1e-14);
});

test("a length that is no power of two, or numbers of another length, are refused", () => {
  for (const size of [0, 3, -2, 0.5, NaN, Infinity, 2 ** 31]) {
    expect(() => fourierTransform(size)).toThrow(RangeError);
  }
  expect(() => fourierTransform(4)(new Float64Array(8), new Float64Array(4))).toThrow("takes 4 numbers");
  expect(() => fourierTransform(4)(new Float64Array(4), new Float64Array(2))).toThrow("takes 4 numbers");
});
