import { matrix } from "../engine/matrix.ts";
import type { Kernel } from "./kernel.ts";
import { fixedOption, type KernelMember } from "./parts/kernelMember.ts";
import { varianceDescription, type VarianceOptions } from "./parts/parameter.ts";
import { varianceKernel } from "./parts/varianceKernel.ts";
import { requireWeights } from "./parts/requireWeights.ts";

/**
 * Nugget, also called white noise or jitter: what a row has for itself and shares with no other.
 *
 *     k(x, z) = v if x and z are the same training row, else 0
 *
 * Equal inputs in two rows are two rows: a nugget stands on the diagonal of the training matrix and in the prior variance
 * `diagonal`, never in `cross`. **variance** v is in units of the squared latent function. As v → 0 it vanishes.
 *
 * @example sum(scale(gaussian()), nugget({ variance: 0.01 }))
 */
export function nugget({ variance = 1, fixed = [] }: VarianceOptions = {}): Kernel {
  const kernel: Kernel = {
    ...varianceKernel("nugget", { variance, fixed }, nugget),
    forColumns: () => kernel,
    evaluate: (_x, _z, same = false) => (same ? variance : 0),

    matrix(_engine, x) {
      const K = matrix(x.rows, x.rows);
      for (let a = 0; a < x.rows; a++) K.data[a * x.rows + a] = variance;
      return K;
    },

    cross: (_engine, x, z) => matrix(x.rows, z.rows),

    terms: () => [],
    gradient(_engine, x, weights) {
      requireWeights(x, weights);
      let trace = 0;
      for (let a = 0; a < x.rows; a++) trace += weights.data[a * x.rows + a];
      return Float64Array.of(variance * trace);
    },
  };
  return kernel;
}

export const nuggetMember: KernelMember = {
  description: "Nugget (white noise): variance that a row shares with no other row.",
  parameters: [varianceDescription],
  options: [fixedOption],
  create: (options) => nugget(options),
};
