import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelMember } from "./member.ts";
import { nestedKernels } from "./nestedKernels.ts";
import { concatenate } from "./shapes.ts";

/**
 * Sum of kernels: the latent function is a sum of independent parts.
 *
 *     k(x, z) = Σᵢ kᵢ(x, z)
 *
 * Its parameters are those of its terms, named "terms[0].lengthScale" and so on.
 *
 * @example sum(scale(gaussian()), constant(), nugget({ variance: 0.01 }))
 */
export function sum(...terms: readonly Kernel[]): Kernel {
  return {
    ...nestedKernels("sum", "terms", terms, (parts) => sum(...parts)),
    evaluate: (x, z, same) => terms.reduce((total, term) => total + term.evaluate(x, z, same), 0),

    matrix(engine, x) {
      const dense = terms.filter(({ kind }) => kind !== "nugget");
      const K = dense.length > 0 ? total(dense, (term) => term.matrix(engine, x)) : matrix(x.rows, x.rows);
      for (const term of terms) if (term.kind === "nugget") addToDiagonal(K, term.diagonal(x));
      return K;
    },

    cross: (engine, x, z) => total(terms, (term) => term.cross(engine, x, z)),

    diagonal(x) {
      const values = new Float64Array(x.rows);
      for (const term of terms) term.diagonal(x).forEach((each, a) => (values[a] += each));
      return values;
    },

    gradient: (engine, x, weights) => concatenate(terms.map((term) => term.gradient(engine, x, weights))),
  };
}

/** The sum of what each term gives, in the memory of the first, which nobody else holds. */
function total([first, ...others]: readonly Kernel[], part: (term: Kernel) => Matrix): Matrix {
  const K = part(first);
  for (const term of others) {
    const { data } = part(term);
    for (let at = 0; at < data.length; at++) K.data[at] += data[at];
  }
  return K;
}

/** A nugget has nothing but its diagonal. */
function addToDiagonal(K: Matrix, values: Float64Array): void {
  values.forEach((each, a) => (K.data[a * K.columns + a] += each));
}

export const sumMember: KernelMember = {
  description: "Sum of kernels: the latent function is a sum of independent parts.",
  parameters: [],
  options: [{ name: "terms", type: "kernels", text: "The kernels to add." }],
  create: (options) => sum(...(options["terms"] as Kernel[])),
};
