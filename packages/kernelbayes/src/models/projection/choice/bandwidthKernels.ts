import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { linear } from "../../../kernels/linear.ts";
import { largestSquaredDistance, lengthScaleOf } from "../components/bandwidth.ts";

/** θ times the largest squared distance of two rows, from wide to narrow. */
const factors = [0.3, 1, 3, 10, 30, 100];

/**
 * Kernels from the simplest: the linear one, and gaussian kernels exp(−θ|x − z|²) from nearly straight to narrow, θ being 0.3, 1,
 * 3, 10, 30 and 100 over the largest squared distance of two rows. The paper's heuristic is the one of 10.
 */
export function bandwidthKernels(engine: Engine, X: Matrix): Kernel[] {
  const largest = largestSquaredDistance(engine, X);
  return [linear(), ...factors.map((factor) => gaussian({ lengthScale: lengthScaleOf(factor / largest) }))];
}
