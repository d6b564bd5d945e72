import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Kernel, MatrixWithGradient } from "./kernel.ts";
import { matrixAndGradient, matrixWithGradient } from "./parts/matrixWithGradient.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { nestedKernels } from "./parts/parameter.ts";
import { concatenate } from "../matrix/row.ts";

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
  const kernel: Kernel = {
    ...nestedKernels("sum", "terms", terms, (parts) => sum(...parts)),
    evaluate: (x, z, same) => terms.reduce((total, term) => total + term.evaluate(x, z, same), 0),

    matrix(engine, x) {
      const K = total(
        terms,
        () => matrix(x.rows, x.rows),
        (term) => term.matrix(engine, x),
      );
      for (const term of terms) if (term.kind === "nugget") addToDiagonal(K, term.diagonal(x), 1);
      return K;
    },

    cross: (engine, x, z) =>
      total(
        terms,
        () => matrix(x.rows, z.rows),
        (term) => term.cross(engine, x, z),
      ),

    diagonal(x) {
      const values = new Float64Array(x.rows);
      for (const term of terms) term.diagonal(x).forEach((each, a) => (values[a] += each));
      return values;
    },

    gradient: (engine, x, weights) => concatenate(terms.map((term) => term.gradient(engine, x, weights))),
    terms(columns) {
      const parts = terms.map((term) => term.terms?.(columns));
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    },
    matrixWithGradient(engine, x, variance = 1) {
      const [dense, ...others] = terms.filter(({ kind }) => kind !== "nugget" && kind !== "constant");
      if (dense === undefined || others.length > 0) return matrixAndGradient(engine, kernel, x, variance);
      return aroundDense(engine, terms, dense, x, variance);
    },
  };
  return kernel;
}

/**
 * Nuggets and constants are numbers, equal to their own derivatives in the logarithm; so a single other term, `dense`, can share its
 * matrix with its gradient. With several others each would have to keep a matrix of its own, which is not worth its memory.
 */
function aroundDense(
  engine: Engine,
  terms: readonly Kernel[],
  dense: Kernel,
  x: Matrix,
  variance: number,
): MatrixWithGradient {
  const { K: own, contract } = matrixWithGradient(engine, dense, x, variance);
  const level = variance * levelOf(terms);
  const K = level === 0 ? own : matrix(x.rows, x.rows, plus(own.data, level));
  for (const term of terms) if (term.kind === "nugget") addToDiagonal(K, term.diagonal(x), variance);
  return {
    K,
    contract(weights) {
      const parts = terms.map((term) => {
        if (term === dense) return contract(weights);
        const gradient = term.gradient(engine, x, weights).map((each) => variance * each);
        return { gradient, sum: gradient[0] };
      });
      return {
        gradient: concatenate(parts.map(({ gradient }) => gradient)),
        sum: parts.reduce((total, { sum }) => total + sum, 0),
      };
    },
  };
}

/**
 * The sum of what each term gives, in the memory of the first, which nobody else holds. Nuggets give nothing off the diagonal, and
 * constants a number, so that they need no matrix.
 */
function total(terms: readonly Kernel[], zero: () => Matrix, part: (term: Kernel) => Matrix): Matrix {
  const [first, ...others] = terms.filter(({ kind }) => kind !== "nugget" && kind !== "constant");
  const K = first ? part(first) : zero();
  for (const term of others) {
    const { data } = part(term);
    for (let at = 0; at < data.length; at++) K.data[at] += data[at];
  }
  const level = levelOf(terms);
  if (level !== 0) for (let at = 0; at < K.data.length; at++) K.data[at] += level;
  return K;
}

/** What the constants among the terms add to every entry. */
function levelOf(terms: readonly Kernel[]): number {
  return terms.reduce((sum, { kind, parameters }) => sum + (kind === "constant" ? parameters[0].value : 0), 0);
}

/** A nugget has nothing but its diagonal. */
function addToDiagonal(K: Matrix, values: Float64Array, factor: number): void {
  values.forEach((each, a) => (K.data[a * K.columns + a] += factor * each));
}

function plus(values: Float64Array, level: number): Float64Array {
  const raised = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) raised[at] = values[at] + level;
  return raised;
}

export const sumMember: KernelMember = {
  description: "Sum of kernels: the latent function is a sum of independent parts.",
  parameters: [],
  options: [{ name: "terms", type: "kernels", text: "The kernels to add." }],
  create: (options) => sum(...(options["terms"] as Kernel[])),
};
