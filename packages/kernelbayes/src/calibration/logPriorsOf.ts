import type { Problem } from "../rows/problem.ts";

/** Logarithms of the class probabilities before a row is seen: as given, or the weighted class frequencies. */
export function logPriorsOf({ priors }: Problem, sizes: Float64Array): Float64Array {
  if (priors) return priors.map(Math.log);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => Math.log(size / total));
}
