import { dot } from "../matrix/dot.ts";
import { row } from "../matrix/row.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { requireValues } from "./parts/parameter.ts";

/**
 * Linear kernel: the inner product of two rows.
 *
 *     k(x, z) = Σⱼ xⱼ zⱼ
 *
 * It has no parameter; `scale(linear(), { variance })` is the prior of a linear function whose coefficients have that
 * variance, and adding `constant()` gives it an offset. Its matrix has at most as many positive eigenvalues as columns.
 *
 * @example sum(scale(linear(), { variance: 0.1 }), constant())
 */
export function linear(): Kernel {
  const kernel: Kernel = {
    kind: "linear",
    parameters: [],
    withValues: (values) => {
      requireValues("linear", [], values);
      return kernel;
    },
    forColumns: () => kernel,
    evaluate: dot,
    matrix: (engine, x) => engine.symmetricProduct(x),
    cross: (engine, x, z) => engine.multiply(x, z, { transposeB: true }),
    diagonal: (x) => Float64Array.from({ length: x.rows }, (_, a) => dot(row(x, a), row(x, a))),
    gradient: () => new Float64Array(0),
    terms: (columns) => [{ kind: "linear", weights: new Float64Array(columns).fill(1) }],
    toDocument: () => ({ kind: "linear" }),
  };
  return kernel;
}

export const linearMember: KernelMember = {
  description: "Linear kernel: straight boundaries.",
  parameters: [],
  options: [],
  create: () => linear(),
};
