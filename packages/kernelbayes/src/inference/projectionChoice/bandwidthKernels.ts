import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { linear } from "../../kernels/linear.ts";
import { largestSquaredDistance, lengthScaleOf } from "../kernelComponents/bandwidth.ts";

/** θ times the largest squared distance of two rows, from wide to narrow. */
const factors = [0.3, 1, 3, 10, 30, 100];

/**
 * Gaussian kernels exp(−θ|x − z|²) from nearly straight to narrow, θ being 0.3, 1, 3, 10, 30 and 100 over the largest squared
 * distance of two rows, and the linear kernel. The paper's heuristic is the fourth.
 */
export function bandwidthKernels(engine: Engine, X: Matrix): Kernel[] {
  const largest = largestSquaredDistance(engine, X);
  return [...factors.map((factor) => gaussian({ lengthScale: lengthScaleOf(factor / largest) })), linear()];
}
