import type { Kernel } from "../kernels/kernel.ts";

/** Logarithms of parameters beyond these add nothing to what these say. */
export const widest = 20;

/** The numbers of the parameters that a search may change. */
export function freeParameters(kernel: Kernel): readonly number[] {
  return kernel.parameters.flatMap(({ fixed, value }, j) => (fixed || value === 0 ? [] : [j]));
}

/** The kernel with its free parameters at the exponentials of the first coordinates. */
export function withFreeValues(kernel: Kernel, free: readonly number[], point: ArrayLike<number>): Kernel {
  const values = kernel.parameters.map(({ value }) => value);
  free.forEach((j, at) => (values[j] = Math.exp(point[at])));
  return kernel.withValues(values);
}

/** The bounds of the logarithms of the free parameters: their own, within ±20. */
export function boundsOf(
  kernel: Kernel,
  free: readonly number[],
): { readonly lower: readonly number[]; readonly upper: readonly number[] } {
  const within = (value: number): number => Math.min(widest, Math.max(-widest, Math.log(value)));
  return {
    lower: free.map((j) => within(kernel.parameters[j].lower)),
    upper: free.map((j) => within(kernel.parameters[j].upper)),
  };
}
