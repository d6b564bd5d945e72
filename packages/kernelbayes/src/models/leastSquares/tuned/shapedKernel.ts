import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { l1 } from "../../../kernels/l1.ts";

/** The shapes of kernels that are tuned by their width: smooth, or following steps. */
export type KernelShape = "gaussian" | "l1";

/**
 * The kernel of a width, γ = 2^logWidth / p, with a factor sⱼ² for each of p columns:
 *
 *     gaussian   exp(−γ Σⱼ sⱼ² (xⱼ − zⱼ)²)
 *     l1         exp(−γ Σⱼ sⱼ² |xⱼ − zⱼ|)
 */
export function shapedKernel(shape: KernelShape, logWidth: number, columnFactors: Float64Array): Kernel {
  const gamma = 2 ** logWidth / Math.max(1, columnFactors.length);
  return shape === "gaussian"
    ? gaussian({ lengthScale: columnFactors.map((factor) => 1 / Math.sqrt(2 * gamma * factor)) })
    : l1({ weight: columnFactors.map((factor) => gamma * factor) });
}
