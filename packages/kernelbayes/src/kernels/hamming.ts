import { additiveDistance, weightDescription, type ColumnDistance } from "./parts/additiveDistance.ts";
import { columnKernel } from "./parts/columnKernel.ts";
import type { ColumnOptions } from "./parts/columnParameter.ts";
import type { Kernel } from "./kernel.ts";
import { columnOptions, type KernelMember } from "./parts/kernelMember.ts";

export interface HammingOptions extends ColumnOptions {
  /** w, one number or one a column. Default 1. */
  readonly weight?: number | ArrayLike<number>;
  /** `["weight"]` keeps the value; otherwise it is where a search starts. */
  readonly fixed?: readonly "weight"[];
}

/**
 * Hamming kernel, for columns of category codes: only whether two codes differ counts, not by how much.
 *
 *     k(x, z) = exp(−Σⱼ wⱼ [xⱼ ≠ zⱼ])
 *
 * **weight** w, without unit, is what a difference in a column counts; one number, or one a column. As w → 0 the kernel
 * tends to the constant 1, as w → ∞ to 1 for equal rows and 0 for all others. Each factor is e^(−w) + (1 − e^(−w))[xⱼ = zⱼ],
 * a constant plus an indicator kernel, hence positive semidefinite.
 *
 * @example columns([2, 5], hamming({ weight: 0.5 }))
 */
export function hamming({ weight = 1, ...others }: HammingOptions = {}): Kernel {
  const given = { ...others, value: weight };
  const { numbers, shared } = columnKernel("hamming", weightDescription, given, ({ value, relevance, groups }) =>
    hamming({ ...others, weight: value, relevance, groups }),
  );
  return { ...shared, ...additiveDistance(numbers, inequality) };
}

const inequality: ColumnDistance = {
  single: (x, z) => (x === z ? 0 : 1),
  total(x, i, z, k, w) {
    const p = w.length;
    let sum = 0;
    for (let j = 0, a = i * p, b = k * p; j < p; j++, a++, b++) sum += w[j] * (x[a] === z[b] ? 0 : 1);
    return sum;
  },
  addInPlace(sums, factor, x, i, k) {
    const p = sums.length;
    for (let j = 0, a = i * p, b = k * p; j < p; j++, a++, b++) sums[j] += factor * (x[a] === x[b] ? 0 : 1);
  },
};

export const hammingMember: KernelMember = {
  description: "Hamming kernel: counts the columns of category codes in which two rows differ.",
  parameters: [weightDescription],
  options: columnOptions(),
  create: (options) => hamming(options),
};
