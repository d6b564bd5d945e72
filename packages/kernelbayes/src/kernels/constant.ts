import { matrix } from "../engine/matrix.ts";
import type { Kernel } from "./kernel.ts";
import { constantTerm } from "./parts/kernelTerms.ts";
import { fixedOption, type KernelMember } from "./parts/kernelMember.ts";
import { varianceDescription, type VarianceOptions } from "./parts/parameter.ts";
import { varianceKernel } from "./parts/varianceKernel.ts";
import { requireWeights, weightSum } from "./parts/requireWeights.ts";

/**
 * Constant kernel: the prior of an unknown offset of the latent function.
 *
 *     k(x, z) = v
 *
 * **variance** v, in units of the squared latent function, is the variance of the offset. Added to a gaussian kernel it lets
 * predictions far from all rows return to the offset instead of to one half. As v → 0 there is no offset.
 *
 * @example sum(gaussian(), constant({ variance: 100 }))
 */
export function constant({ variance = 1, fixed = [] }: VarianceOptions = {}): Kernel {
  const kernel: Kernel = {
    ...varianceKernel("constant", { variance, fixed }, constant),
    forColumns: () => kernel,
    evaluate: () => variance,
    matrix: (_engine, x) => matrix(x.rows, x.rows, new Float64Array(x.rows * x.rows).fill(variance)),
    cross: (_engine, x, z) => matrix(x.rows, z.rows, new Float64Array(x.rows * z.rows).fill(variance)),

    terms: () => [constantTerm(variance)],
    gradient(_engine, x, weights) {
      requireWeights(x, weights);
      return Float64Array.of(variance * weightSum(weights));
    },
  };
  return kernel;
}

export const constantMember: KernelMember = {
  description: "Constant kernel: an unknown offset of the latent function.",
  parameters: [varianceDescription],
  options: [fixedOption],
  create: (options) => constant(options),
};
