import { normal, stream } from "../../src/random/index.ts";

/** Autoregressive chains x_t = φ x_{t−1} + √(1 − φ²) ε with normal ε, which begin in their standard normal distribution. */
export function autoregressive(seed: number, chains: number, draws: number, phi = 0): Float64Array[] {
  return Array.from({ length: chains }, (_, chain) => {
    const random = stream(seed, chain);
    let x = normal(random);
    return Float64Array.from({ length: draws }, () => {
      const value = x;
      x = phi * x + Math.sqrt(1 - phi * phi) * normal(random);
      return value;
    });
  });
}
