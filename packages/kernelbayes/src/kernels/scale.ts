import type { Engine } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import type { Kernel, MatrixWithGradient } from "./kernel.ts";
import { matrixWithGradient } from "./parts/matrixWithGradient.ts";
import { scaledTerm } from "./parts/kernelTerms.ts";
import { fixedOption, type KernelMember } from "./parts/kernelMember.ts";
import {
  nested,
  parameter,
  requireFixed,
  requireValues,
  varianceDescription,
  type VarianceOptions,
} from "./parts/parameter.ts";
import { timesInPlace } from "../matrix/addMatrices.ts";
import { concatenate } from "../matrix/row.ts";

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

  /** The derivative in log v is the kernel itself. */
  function withGradient(engine: Engine, x: Matrix, factor = 1): MatrixWithGradient {
    const { K, contract } = matrixWithGradient(engine, kernel, x, factor * variance);
    return {
      K,
      contract(weights) {
        const { sum, gradient } = contract(weights);
        return { sum, gradient: concatenate([Float64Array.of(sum), gradient]) };
      },
    };
  }

  return {
    kind: "scale",
    parameters,
    withValues(values) {
      const [variance, ...rest] = requireValues("scale", parameters, values);
      return scale(kernel.withValues(rest), { variance, fixed });
    },
    forColumns: (groups) => scale(kernel.forColumns(groups), { variance, fixed }),
    evaluate: (x, z, same) => variance * kernel.evaluate(x, z, same),
    matrix: (engine, x) => times(kernel.matrix(engine, x), variance),
    cross: (engine, x, z) => times(kernel.cross(engine, x, z), variance),
    diagonal: (x) => kernel.diagonal(x).map((each) => variance * each),
    gradient: (engine, x, weights) => withGradient(engine, x).contract(weights).gradient,
    matrixWithGradient: withGradient,
    terms: (columns) => kernel.terms?.(columns)?.map((term) => scaledTerm(term, variance)),
    toDocument: () => ({ kind: "scale", kernel: kernel.toDocument(), variance, fixed: [...kept] }),
  };
}

function times(K: Matrix, factor: number): Matrix {
  timesInPlace(K.data, factor);
  return K;
}

export const scaleMember: KernelMember = {
  description: "A kernel times a variance: how far the latent function may go from its mean.",
  parameters: [varianceDescription],
  options: [{ name: "kernel", type: "kernel", text: "The kernel to scale." }, fixedOption],
  create: (options) => scale(options["kernel"] as Kernel, options),
};
