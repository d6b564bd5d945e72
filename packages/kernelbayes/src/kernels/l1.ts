import { additiveDistance, weightDescription, type ColumnDistance } from "./parts/additiveDistance.ts";
import { columnKernel } from "./parts/columnKernel.ts";
import type { ColumnOptions } from "./parts/columnParameter.ts";
import type { Kernel } from "./kernel.ts";
import { columnOptions, type KernelMember } from "./parts/kernelMember.ts";

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
export function l1({ weight = 1, ...others }: L1Options = {}): Kernel {
  const given = { ...others, value: weight };
  const { numbers, shared } = columnKernel("l1", weightDescription, given, ({ value, relevance, groups }) =>
    l1({ ...others, weight: value, relevance, groups }),
  );
  return { ...shared, ...additiveDistance(numbers, absoluteDifference) };
}

const absoluteDifference: ColumnDistance = {
  totals: (engine, x, z, w) => engine.absoluteDistances?.(x, z, w),
  single: (x, z) => Math.abs(x - z),
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
  options: columnOptions(),
  create: (options) => l1(options),
};
