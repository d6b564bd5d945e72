import { logGammaVariate } from "./gamma.ts";
import type { Stream } from "./stream.ts";

/**
 * A draw from the beta distribution with density ∝ x^(a − 1) (1 − x)^(b − 1) and mean a / (a + b): X / (X + Y) with gamma
 * draws X and Y of shapes a and b, formed from their logarithms so that tiny shapes give draws next to 0 and 1, never 0/0.
 */
export function beta(stream: Stream, a: number, b: number): number {
  const x = logGammaVariate(stream, a);
  const y = logGammaVariate(stream, b);
  return 1 / (1 + Math.exp(y - x));
}
