import { InputError } from "../errors.ts";
import { mapMatrix, type Matrix } from "../engine/matrix.ts";
import { dot } from "../matrix/dot.ts";
import { row } from "../matrix/row.ts";
import type { Kernel, ParameterDescription } from "./kernel.ts";
import { fixedOption, type KernelMember } from "./parts/kernelMember.ts";
import { parameter, requireFixed, requireValues, show } from "./parts/parameter.ts";
import { requireWeights } from "./parts/requireWeights.ts";

export interface PolynomialOptions {
  /** d, a whole number from 1 to 20. Default 2. It is chosen, never searched. */
  readonly degree?: number;
  /** c. Default 1. Given as 0 the polynomial is homogeneous and the offset is not searched. */
  readonly offset?: number;
  /** s. Default 1. */
  readonly scale?: number;
  /** Names of the parameters that keep their values; the others are where a search starts. */
  readonly fixed?: readonly ("offset" | "scale")[];
}

/**
 * Polynomial kernel: all products of up to d columns.
 *
 *     k(x, z) = (s Σⱼ xⱼ zⱼ + c)^d
 *
 * **degree** d is a whole number. **scale** s, in units of one over the squared (standardized) column, weighs products of
 * many columns against those of few; **offset** c, without unit, does the opposite, and c = 0 leaves only products of exactly
 * d columns. With d = 1, s = 1 and c = 0 it is the linear kernel; as s → 0 it tends to the constant c^d.
 *
 * @example polynomial({ degree: 3, scale: 0.1 })
 */
export function polynomial({ degree = 2, offset = 1, scale = 1, fixed = [] }: PolynomialOptions = {}): Kernel {
  if (!Number.isInteger(degree) || degree < 1 || degree > 20) {
    throw new InputError("invalid-option", `degree must be a whole number from 1 to 20; got ${show(degree)}.`);
  }
  const kept = requireFixed("polynomial", polynomialMember.parameters, fixed);
  const scaleParameter = parameter(scaleDescription, scale, kept);
  const offsetParameter = parameter(offsetDescription, offset, kept);
  const parameters = offset === 0 ? [scaleParameter] : [scaleParameter, offsetParameter];
  const power = (product: number): number => (scale * product + offset) ** degree;
  const powers = (P: Matrix): Matrix => mapMatrix(P, power);

  const kernel: Kernel = {
    kind: "polynomial",
    parameters,
    withValues(values) {
      const [scale, given] = requireValues("polynomial", parameters, values);
      // An offset that is searched stays one: 0 would change the number of parameters.
      if (given !== undefined && !(given > 0)) {
        throw new InputError("invalid-parameter", `offset must be greater than 0; got ${given}.`);
      }
      return polynomial({ degree, offset: given ?? 0, scale, fixed });
    },
    forColumns: () => kernel,
    evaluate: (x, z) => power(dot(x, z)),
    matrix: (engine, x) => powers(engine.symmetricProduct(x)),
    cross: (engine, x, z) => powers(engine.multiply(x, z, { transposeB: true })),
    diagonal: (x) => Float64Array.from({ length: x.rows }, (_, a) => power(dot(row(x, a), row(x, a)))),

    /** ∂k/∂log s = d (s p + c)^(d−1) s p and ∂k/∂log c = d (s p + c)^(d−1) c, with p = Σⱼ xⱼ zⱼ. */
    gradient(engine, x, weights) {
      requireWeights(x, weights);
      const products = engine.symmetricProduct(x).data;
      let forScale = 0;
      let forOffset = 0;
      for (let index = 0; index < products.length; index++) {
        const scaled = scale * products[index];
        const factor = weights.data[index] * degree * (scaled + offset) ** (degree - 1);
        forScale += factor * scaled;
        forOffset += factor * offset;
      }
      return offset === 0 ? Float64Array.of(forScale) : Float64Array.of(forScale, forOffset);
    },
    toDocument: () => ({ kind: "polynomial", degree, scale, offset, fixed: [...kept] }),
  };
  return kernel;
}

const scaleDescription: ParameterDescription = {
  name: "scale",
  symbol: "s",
  default: 1,
  lower: 1e-9,
  upper: 1e9,
  text: "Weighs products of many columns against those of few; in units of one over the squared column.",
};

const offsetDescription: ParameterDescription = {
  name: "offset",
  symbol: "c",
  default: 1,
  lower: 1e-9,
  upper: 1e9,
  text: "Weighs products of few columns against those of many; 0 leaves only products of exactly as many columns as the degree says.",
  mayBeZero: true,
};

export const polynomialMember: KernelMember = {
  description: "Polynomial kernel: all products of up to a given number of columns.",
  parameters: [scaleDescription, offsetDescription],
  options: [
    { name: "degree", type: "whole number", default: 2, text: "The degree of the polynomial, from 1 to 20." },
    fixedOption,
  ],
  create: (options) => polynomial(options),
};
