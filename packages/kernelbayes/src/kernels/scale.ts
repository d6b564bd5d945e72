import type { Matrix } from "../engine/matrix.ts";
import { traceOfProduct } from "../matrix/traceOfProduct.ts";
import type { Kernel } from "./kernel.ts";
import { fixedOption, type KernelMember } from "./member.ts";
import { nested, parameter, requireFixed, requireValues } from "./parameter.ts";
import { concatenate, requireWeights } from "./shapes.ts";
import { varianceDescription, type VarianceOptions } from "./variance.ts";

/**
 * A kernel times a variance: how far the latent function may go from its mean.
 *
 *     v · k(x, z)
 *
 * **variance** v, in units of the squared latent function, is the prior variance where k(x, x) = 1. As v → 0 the latent
 * function tends to 0. The variance comes first among the parameters; those of the kernel follow as "kernel.lengthScale".
 *
 * @example scale(gaussian({ lengthScale: 2 }), { variance: 4 })
 */
export function scale(kernel: Kernel, { variance = 1, fixed = [] }: VarianceOptions = {}): Kernel {
  const kept = requireFixed("scale", scaleMember.parameters, fixed);
  const parameters = [parameter(varianceDescription, variance, kept), ...nested("kernel", kernel.parameters)];
  const times = (values: Float64Array): Float64Array => values.map((each) => variance * each);

  return {
    kind: "scale",
    parameters,
    withValues(values) {
      const [variance, ...rest] = requireValues("scale", parameters, values);
      return scale(kernel.withValues(rest), { variance, fixed });
    },
    forColumns: (groups) => scale(kernel.forColumns(groups), { variance, fixed }),
    evaluate: (x, z, same) => variance * kernel.evaluate(x, z, same),
    matrix: (engine, x) => timesInPlace(kernel.matrix(engine, x), variance),
    cross: (engine, x, z) => timesInPlace(kernel.cross(engine, x, z), variance),
    diagonal: (x) => times(kernel.diagonal(x)),

    gradient(engine, x, weights) {
      requireWeights(x, weights);
      const { sum, gradient } = kernel.gradientAndSum?.(engine, x, weights) ?? {
        sum: traceOfProduct(weights, kernel.matrix(engine, x)),
        gradient: kernel.gradient(engine, x, weights),
      };
      return times(concatenate([Float64Array.of(sum), gradient]));
    },
    toDocument: () => ({ kind: "scale", kernel: kernel.toDocument(), variance, fixed: [...kept] }),
  };
}

/** A matrix that nobody else holds, times a number. */
function timesInPlace(K: Matrix, factor: number): Matrix {
  for (let at = 0; at < K.data.length; at++) K.data[at] *= factor;
  return K;
}

export const scaleMember: KernelMember = {
  description: "A kernel times a variance: how far the latent function may go from its mean.",
  parameters: [varianceDescription],
  options: [{ name: "kernel", type: "kernel", text: "The kernel to scale." }, fixedOption],
  create: (options) => scale(options["kernel"] as Kernel, options),
};
