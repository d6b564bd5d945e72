import { logGammaVariate } from "./gamma.ts";
import type { Stream } from "./stream.ts";

/**
 * A draw from the inverse gamma distribution with density ∝ x^(−shape − 1) e^(−scale / x): the reciprocal of a gamma draw
 * with this shape and with rate = scale. Its mean is scale / (shape − 1) for shapes above 1.
 */
export function inverseGamma(stream: Stream, shape: number, scale: number): number {
  return Math.exp(-logGammaVariate(stream, shape, scale));
}
