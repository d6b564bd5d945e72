import {
  columnDocument,
  columnParameter,
  impliedRelevance,
  type ColumnOptions,
  type ColumnValue,
} from "./parts/columnParameter.ts";
import type { Kernel, ParameterDescription } from "./kernel.ts";
import { columnOptions, type KernelMember } from "./parts/kernelMember.ts";
import { parameter, requireFixed, requireValues } from "./parts/parameter.ts";
import {
  inverseSquares,
  lengthScaleDescription,
  lengthScaleGradient,
  radialMatrix,
  scaledSquare,
} from "./parts/radialMatrix.ts";
import { concatenate } from "../matrix/row.ts";

export interface RationalQuadraticOptions extends ColumnOptions {
  /** ℓ, one number or one a column. Default 1. */
  readonly lengthScale?: number | ArrayLike<number>;
  /** α. Default 1. */
  readonly shape?: number;
  /** Names of the parameters that keep their values; the others are where a search starts. */
  readonly fixed?: readonly ("lengthScale" | "shape")[];
}

/**
 * Rational quadratic kernel: a mixture of gaussian kernels of many length scales.
 *
 *     k(x, z) = (1 + r²/(2α))^(−α),    r² = Σⱼ (xⱼ − zⱼ)² / ℓⱼ²
 *
 * **lengthScale** ℓ, in units of the (standardized) column, is the distance over which the latent function may change; one
 * number, or one a column. **shape** α says how alike the mixed length scales are: 1/ℓ² is gamma distributed with shape α.
 * As α → ∞ the kernel tends to the gaussian kernel, as ℓ → ∞ to the constant 1. Rasmussen & Williams, §4.2.1, eq. 4.19.
 *
 * @example rationalQuadratic({ lengthScale: 2, shape: 0.5 })
 */
export function rationalQuadratic({
  lengthScale = 1,
  relevance = impliedRelevance(lengthScale),
  groups,
  shape = 1,
  fixed = [],
}: RationalQuadraticOptions = {}): Kernel {
  const kept = requireFixed("rationalQuadratic", rationalQuadraticMember.parameters, fixed);
  const options = { value: lengthScale, relevance, groups };
  const scales = columnParameter("rationalQuadratic", lengthScaleDescription, kept, options);
  const parameters = [...scales.parameters, parameter(shapeDescription, shape, kept)];
  const rebuild = ({ value, relevance, groups }: ColumnValue, shape: number): Kernel =>
    rationalQuadratic({ lengthScale: value, relevance, groups, shape, fixed });

  const f = (squared: number): number => Math.exp(-shape * Math.log1p(squared / (2 * shape)));
  const slope = (squared: number): number => f(squared) / (1 + squared / (2 * shape));
  /** ∂k/∂log α = α k (u/(1 + u) − log(1 + u)), u = r²/(2α). */
  const shapeSlope = (squared: number): number => {
    const k = f(squared);
    const u = squared / (2 * shape);
    return k === 0 ? 0 : shape * k * (u / (1 + u) - Math.log1p(u));
  };

  return {
    kind: "rationalQuadratic",
    parameters,
    withValues(values) {
      const list = requireValues("rationalQuadratic", parameters, values);
      return rebuild(scales.withValues(list.slice(0, -1)), list[list.length - 1]);
    },
    forColumns: (groups) => rebuild(scales.forColumns(groups), shape),
    evaluate: (x, z) => f(scaledSquare(x, z, scales)),
    matrix: (engine, x) => radialMatrix(engine, x, undefined, scales, f),
    cross: (engine, x, z) => radialMatrix(engine, x, z, scales, f),
    diagonal: (x) => new Float64Array(x.rows).fill(1),
    gradient(engine, x, weights) {
      const forScales = lengthScaleGradient(engine, x, weights, scales, slope);
      const R = engine.squaredDistances(x, undefined, inverseSquares(scales, x.columns)).data;
      let forShape = 0;
      for (let index = 0; index < R.length; index++) forShape += weights.data[index] * shapeSlope(R[index]);
      return concatenate([forScales, Float64Array.of(forShape)]);
    },
    toDocument: () => ({
      kind: "rationalQuadratic",
      ...columnDocument("lengthScale", scales),
      shape,
      fixed: [...kept],
    }),
  };
}

const shapeDescription: ParameterDescription = {
  name: "shape",
  symbol: "α",
  default: 1,
  lower: 1e-3,
  upper: 1e6,
  text: "How alike the mixed length scales are; the larger, the closer to the gaussian kernel.",
};

export const rationalQuadraticMember: KernelMember = {
  description: "Rational quadratic kernel: gaussian kernels of many length scales mixed together.",
  parameters: [lengthScaleDescription, shapeDescription],
  options: columnOptions(),
  create: (options) => rationalQuadratic(options),
};
