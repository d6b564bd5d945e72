import { additiveDistance, weightDescription, type ColumnDistance } from "./parts/additiveDistance.ts";
import {
  columnDocument,
  columnParameter,
  impliedRelevance,
  type ColumnOptions,
  type ColumnValue,
} from "./parts/columnParameter.ts";
import type { Kernel } from "./kernel.ts";
import { columnOptions, fixedOption, type KernelMember } from "./parts/kernelMember.ts";
import { requireFixed, requireValues } from "./parts/parameter.ts";

export interface L1Options extends ColumnOptions {
  /** w, one number or one a column. Default 1. */
  readonly weight?: number | ArrayLike<number>;
  /** `["weight"]` keeps the value; otherwise it is where a search starts. */
  readonly fixed?: readonly "weight"[];
}

/**
 * L1 kernel, also called Laplace kernel: it follows steps and ignores smoothness.
 *
 *     k(x, z) = exp(−Σⱼ wⱼ |xⱼ − zⱼ|)
 *
 * **weight** w, in units of one over the (standardized) column, says how much a difference counts; one number, or one a
 * column. As w → 0 the kernel tends to the constant 1, as w → ∞ to 1 for equal rows and 0 for all others. It is the
 * product of one-dimensional Matérn kernels of smoothness ½, and the limit of a forest of random cuts that never see a label.
 *
 * @example l1({ weight: 0.2, relevance: "each" })
 */
export function l1({ weight = 1, relevance = impliedRelevance(weight), groups, fixed = [] }: L1Options = {}): Kernel {
  const kept = requireFixed("l1", l1Member.parameters, fixed);
  const weights = columnParameter("l1", weightDescription, kept, { value: weight, relevance, groups });
  const rebuild = ({ value, relevance, groups }: ColumnValue): Kernel =>
    l1({ weight: value, relevance, groups, fixed });

  return {
    kind: "l1",
    parameters: weights.parameters,
    withValues: (values) => rebuild(weights.withValues(requireValues("l1", weights.parameters, values))),
    forColumns: (groups) => rebuild(weights.forColumns(groups)),
    ...additiveDistance(weights, absoluteDifference),
    toDocument: () => ({ kind: "l1", ...columnDocument("weight", weights), fixed: [...kept] }),
  };
}

const absoluteDifference: ColumnDistance = {
  total(x, i, z, k, w) {
    const p = w.length;
    let sum = 0;
    for (let j = 0, a = i * p, b = k * p; j < p; j++, a++, b++) sum += w[j] * Math.abs(x[a] - z[b]);
    return sum;
  },
  addInPlace(sums, factor, x, i, k) {
    const p = sums.length;
    for (let j = 0, a = i * p, b = k * p; j < p; j++, a++, b++) sums[j] += factor * Math.abs(x[a] - x[b]);
  },
};

export const l1Member: KernelMember = {
  description: "L1 kernel (Laplace kernel): latent functions that follow steps.",
  parameters: [weightDescription],
  options: [...columnOptions, fixedOption],
  create: (options) => l1(options),
};
