import { InputError } from "../errors.ts";
import { columnKernel } from "./parts/columnKernel.ts";
import type { ColumnOptions } from "./parts/columnParameter.ts";
import type { Kernel } from "./kernel.ts";
import { columnOptions, type KernelMember } from "./parts/kernelMember.ts";
import { show } from "./parts/parameter.ts";
import { lengthScaleDescription, lengthScaleGradient, radialMatrix, scaledSquare } from "./parts/radialMatrix.ts";

export interface MaternOptions extends ColumnOptions {
  /** ν: 0.5, 1.5 or 2.5. Default 2.5. It is chosen, never searched. */
  readonly smoothness?: 0.5 | 1.5 | 2.5;
  /** ℓ, one number or one a column. Default 1. */
  readonly lengthScale?: number | ArrayLike<number>;
  /** `["lengthScale"]` keeps the value; otherwise it is where a search starts. */
  readonly fixed?: readonly "lengthScale"[];
}

/**
 * Matérn kernel: latent functions as rough as the smoothness ν says. With r² = Σⱼ (xⱼ − zⱼ)² / ℓⱼ²,
 *
 *     ν = ½:  k = exp(−r)                                continuous, nowhere differentiable (Ornstein–Uhlenbeck)
 *     ν = 3/2:  k = (1 + √3 r) exp(−√3 r)                one derivative
 *     ν = 5/2:  k = (1 + √5 r + 5r²/3) exp(−√5 r)        two derivatives
 *
 * **lengthScale** ℓ, in units of the (standardized) column, is the distance over which the latent function may change; one
 * number, or one a column. As ℓ → ∞ the kernel tends to the constant 1, as ℓ → 0 to 1 for equal rows and 0 for all others;
 * as ν → ∞ it would tend to the gaussian kernel. Rasmussen & Williams, *Gaussian Processes for Machine Learning*, §4.2.1.
 *
 * @example matern({ smoothness: 1.5, lengthScale: 2 })
 */
export function matern({ smoothness = 2.5, lengthScale = 1, ...others }: MaternOptions = {}): Kernel {
  if (!Object.hasOwn(profiles, smoothness)) {
    throw new InputError("invalid-option", `smoothness must be 0.5, 1.5 or 2.5; got ${show(smoothness)}.`);
  }
  const { value: f, slope } = profiles[smoothness];
  const given = { ...others, value: lengthScale };
  const { numbers: scales, shared } = columnKernel(
    "matern",
    lengthScaleDescription,
    given,
    ({ value, relevance, groups }) => matern({ ...others, smoothness, lengthScale: value, relevance, groups }),
    { smoothness },
  );

  return {
    ...shared,
    evaluate: (x, z) => f(scaledSquare(x, z, scales)),
    matrix: (engine, x) => radialMatrix(engine, x, undefined, scales, f),
    cross: (engine, x, z) => radialMatrix(engine, x, z, scales, f),
    diagonal: (x) => new Float64Array(x.rows).fill(1),
    gradient: (engine, x, weights) => lengthScaleGradient(engine, x, weights, scales, slope),
  };
}

/** k and −(dk/dr)/r as functions of r². Where the exponential has underflowed both are 0, although r may be infinite. */
const profiles = {
  0.5: {
    value: (squared: number): number => Math.exp(-Math.sqrt(squared)),
    slope: (squared: number): number => Math.exp(-Math.sqrt(squared)) / Math.sqrt(squared),
  },
  1.5: {
    value(squared: number): number {
      const t = Math.sqrt(3 * squared);
      const exponential = Math.exp(-t);
      return exponential === 0 ? 0 : (1 + t) * exponential;
    },
    slope: (squared: number): number => 3 * Math.exp(-Math.sqrt(3 * squared)),
  },
  2.5: {
    value(squared: number): number {
      const t = Math.sqrt(5 * squared);
      const exponential = Math.exp(-t);
      return exponential === 0 ? 0 : (1 + t + (t * t) / 3) * exponential;
    },
    slope(squared: number): number {
      const t = Math.sqrt(5 * squared);
      const exponential = Math.exp(-t);
      return exponential === 0 ? 0 : (5 / 3) * (1 + t) * exponential;
    },
  },
};

export const maternMember: KernelMember = {
  description: "Matérn kernel: latent functions that are rougher than those of the gaussian kernel.",
  parameters: [lengthScaleDescription],
  options: columnOptions({
    name: "smoothness",
    type: "choice",
    choices: [0.5, 1.5, 2.5],
    default: 2.5,
    text: "ν: the latent function has ν − ½ derivatives.",
  }),
  create: (options) => matern(options),
};
