import type { Engine } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import { columnKernel } from "./parts/columnKernel.ts";
import type { ColumnOptions } from "./parts/columnParameter.ts";
import { gaussianTerms } from "./parts/squaredDifferences.ts";
import type { Kernel, MatrixWithGradient } from "./kernel.ts";
import { columnOptions, type KernelMember } from "./parts/kernelMember.ts";
import { weightedProduct } from "./parts/kernelTerms.ts";
import { inverseSquares, lengthScaleDescription, scaledSquare } from "./parts/radialMatrix.ts";
import { timesInPlace } from "../matrix/addMatrices.ts";

export interface GaussianOptions extends ColumnOptions {
  /** ℓ, one number or one a column. Default 1. */
  readonly lengthScale?: number | ArrayLike<number>;
  /** `["lengthScale"]` keeps the value; otherwise it is where a search starts. */
  readonly fixed?: readonly "lengthScale"[];
}

/**
 * Gaussian kernel, also called squared exponential or radial basis function.
 *
 *     k(x, z) = exp(−½ Σⱼ (xⱼ − zⱼ)² / ℓⱼ²)
 *
 * **lengthScale** ℓ, in units of the (standardized) column, is the distance over which the latent function may change. One
 * number serves all columns; an array, or `relevance: "each"`, gives each column its own, and a column whose ℓ grows large
 * has ceased to matter (automatic relevance determination; Chu, Keerthi & Ong, eq. 34). As ℓ → ∞ the kernel tends to the
 * constant 1, as ℓ → 0 to 1 for equal rows and 0 for all others.
 *
 * @example gaussian({ lengthScale: [1, 10] })
 */
export function gaussian({ lengthScale = 1, ...others }: GaussianOptions = {}): Kernel {
  const given = { ...others, value: lengthScale };
  const { numbers: scales, shared } = columnKernel(
    "gaussian",
    lengthScaleDescription,
    given,
    ({ value, relevance, groups }) => gaussian({ ...others, lengthScale: value, relevance, groups }),
  );

  // The slope of this kernel is the kernel itself, so that the matrix is all that its gradient needs.
  function matrixWithGradient(engine: Engine, x: Matrix, variance = 1): MatrixWithGradient {
    const weights = inverseSquares(scales, x.columns);
    const K = engine.gaussianMatrix(x, undefined, weights);
    timesInPlace(K.data, variance);
    return {
      K,
      contract(W) {
        const { columns, sum } = gaussianTerms(engine, x, W, { K, variance, weights });
        return { gradient: scales.gather(columns), sum };
      },
    };
  }

  return {
    ...shared,
    evaluate: (x, z) => Math.exp(-0.5 * scaledSquare(x, z, scales)),
    matrix: (engine, x) => engine.gaussianMatrix(x, undefined, inverseSquares(scales, x.columns)),
    cross: (engine, x, z, options) => engine.gaussianMatrix(x, z, inverseSquares(scales, x.columns), options),
    diagonal: (x) => new Float64Array(x.rows).fill(1),
    gradient: (engine, x, weights) => matrixWithGradient(engine, x).contract(weights).gradient,
    matrixWithGradient,
    terms: (columns) =>
      weightedProduct(inverseSquares(scales, columns), (weight, x, z) => Math.exp(-0.5 * weight * (x - z) ** 2)),
  };
}

export const gaussianMember: KernelMember = {
  description: "Gaussian kernel (squared exponential, radial basis function): very smooth latent functions.",
  parameters: [lengthScaleDescription],
  options: columnOptions(),
  create: (options) => gaussian(options),
};
