import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { constantTerm, timesTerms, type KernelTerm } from "./parts/kernelTerms.ts";
import { nestedKernels } from "./parts/parameter.ts";
import { requireWeights } from "./parts/requireWeights.ts";
import { concatenate } from "../matrix/row.ts";

/**
 * Product of kernels: two rows are alike only if every factor finds them alike (Schur: the product is positive semidefinite).
 *
 *     k(x, z) = Πᵢ kᵢ(x, z)
 *
 * Its parameters are those of its factors, named "factors[0].lengthScale" and so on.
 *
 * @example product(columns([0, 1], gaussian()), columns([2], hamming()))
 */
export function product(...factors: readonly Kernel[]): Kernel {
  return {
    ...nestedKernels("product", "factors", factors, (parts) => product(...parts)),
    evaluate: (x, z, same) => factors.reduce((total, factor) => total * factor.evaluate(x, z, same), 1),
    matrix: (engine, x) => times(ones(x.rows, x.rows), factors, (factor) => factor.matrix(engine, x)),
    cross: (engine, x, z) => times(ones(x.rows, z.rows), factors, (factor) => factor.cross(engine, x, z)),

    diagonal(x) {
      const values = new Float64Array(x.rows).fill(1);
      for (const factor of factors) factor.diagonal(x).forEach((each, a) => (values[a] *= each));
      return values;
    },

    terms: (columns) =>
      factors.reduce<readonly KernelTerm[] | undefined>(
        (terms, factor) => {
          const own = factor.terms?.(columns);
          return terms && own && timesTerms(terms, own);
        },
        [constantTerm(1)],
      ),

    /**
     * ∂K/∂θ of a parameter of factor i is ∂Kᵢ/∂θ ∘ Π_{l≠i} K_l, so factor i is asked for its gradient with the weights
     * W ∘ Π_{l≠i} K_l. Nothing is divided, since a factor may be 0; the factors after i are built anew for each i, so that
     * two scratch matrices are enough for any number of factors.
     */
    gradient(engine, x, weights) {
      requireWeights(x, weights);
      let before = weights; // W ∘ Π_{l<i} K_l
      return concatenate(
        factors.map((factor, i) => {
          const gradient = factor.gradient(engine, x, withFactors(engine, x, before, factors.slice(i + 1)));
          before = withFactors(engine, x, before, [factor]);
          return gradient;
        }),
      );
    },
  };
}

function withFactors(engine: Engine, x: Matrix, weights: Matrix, factors: readonly Kernel[]): Matrix {
  return times(weights, factors, (factor) => factor.matrix(engine, x));
}

/** The entrywise product of a matrix (which stays as it is) and those of the factors. */
function times(first: Matrix, factors: readonly Kernel[], part: (factor: Kernel) => Matrix): Matrix {
  const K = matrix(first.rows, first.columns, first.data.slice());
  for (const factor of factors) {
    const { data } = part(factor);
    for (let index = 0; index < data.length; index++) K.data[index] *= data[index];
  }
  return K;
}

function ones(rows: number, columns: number): Matrix {
  return matrix(rows, columns, new Float64Array(rows * columns).fill(1));
}

export const productMember: KernelMember = {
  description: "Product of kernels: two rows are alike only if every factor finds them alike.",
  parameters: [],
  options: [{ name: "factors", type: "kernels", text: "The kernels to multiply." }],
  create: (options) => product(...(options["factors"] as Kernel[])),
};
