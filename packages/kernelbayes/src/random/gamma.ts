import { normal } from "./normal.ts";
import type { Stream } from "./stream.ts";

/**
 * A draw from the gamma distribution with density ∝ x^(shape − 1) e^(−rate·x) and mean shape / rate.
 *
 * For shapes below about 0.01 many draws are smaller than the smallest double and come out as 0; where that matters use
 * `logGammaVariate`.
 */
export function gamma(stream: Stream, shape: number, rate = 1): number {
  checkParameters(shape, rate);
  if (shape >= 1) return atLeastOne(stream, shape) / rate;
  return Math.exp(logBelowOne(stream, shape)) / rate;
}

/** The logarithm of a gamma draw: finite for every shape, however small, whose reciprocal is. */
export function logGammaVariate(stream: Stream, shape: number, rate = 1): number {
  checkParameters(shape, rate);
  return (shape >= 1 ? Math.log(atLeastOne(stream, shape)) : logBelowOne(stream, shape)) - Math.log(rate);
}

/** If X ~ gamma(shape + 1) and U is uniform, X U^(1/shape) ~ gamma(shape). */
function logBelowOne(stream: Stream, shape: number): number {
  return Math.log(atLeastOne(stream, shape + 1)) + Math.log(stream.uniform()) / shape;
}

/** Marsaglia & Tsang (2000): d (1 + c z)³ with normal z, d = shape − ⅓, c = 1/√(9d), accepted in more than 95 of 100 cases. */
function atLeastOne(stream: Stream, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const z = normal(stream);
    const root = 1 + c * z;
    if (root <= 0) continue;
    const v = root * root * root;
    const u = stream.uniform();
    // The first bound implies the second, and spares the logarithms in more than nine of ten cases.
    if (u < 1 - 0.0331 * z * z * z * z) return d * v;
    if (Math.log(u) < 0.5 * z * z + d - d * v + d * Math.log(v)) return d * v;
  }
}

function checkParameters(shape: number, rate: number): void {
  if (!(shape > 0 && shape < Infinity && rate > 0 && rate < Infinity)) {
    throw new RangeError(`A gamma draw needs a positive shape and rate; got ${shape} and ${rate}.`);
  }
}

/**
 * A draw from the inverse gamma distribution with density ∝ x^(−shape − 1) e^(−scale / x): the reciprocal of a gamma draw
 * with this shape and with rate = scale. Its mean is scale / (shape − 1) for shapes above 1.
 */
export function inverseGamma(stream: Stream, shape: number, scale: number): number {
  return Math.exp(-logGammaVariate(stream, shape, scale));
}

/**
 * A draw from the beta distribution with density ∝ x^(a − 1) (1 − x)^(b − 1) and mean a / (a + b): X / (X + Y) with gamma
 * draws X and Y of shapes a and b, formed from their logarithms so that tiny shapes give draws next to 0 and 1, never 0/0.
 */
export function beta(stream: Stream, a: number, b: number): number {
  const x = logGammaVariate(stream, a);
  const y = logGammaVariate(stream, b);
  return 1 / (1 + Math.exp(y - x));
}

/** A draw from the exponential distribution with mean 1: −log U. Always positive. */
export function exponential(stream: Stream): number {
  return -Math.log(stream.uniform());
}
