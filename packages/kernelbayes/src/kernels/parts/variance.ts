import type { ParameterDescription } from "../kernel.ts";

/** The options of the kernels constant and nugget and of the combinator scale. */
export interface VarianceOptions {
  /** v. Default 1. */
  readonly variance?: number;
  /** `["variance"]` keeps the value; otherwise it is where a search starts. */
  readonly fixed?: readonly "variance"[];
}

/** The parameter of the kernels constant and nugget and of the combinator scale. */
export const varianceDescription: ParameterDescription = {
  name: "variance",
  symbol: "v",
  default: 1,
  lower: 1e-9,
  upper: 1e9,
  text: "Prior variance of this part of the latent function.",
};
