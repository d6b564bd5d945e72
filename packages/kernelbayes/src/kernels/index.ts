import { columnsMember } from "./columns.ts";
import { compositeMember } from "./composite.ts";
import { constantMember } from "./constant.ts";
import { gaussianMember } from "./gaussian.ts";
import { hammingMember } from "./hamming.ts";
import type { Kernel } from "./kernel.ts";
import { l1Member } from "./l1.ts";
import { linearMember } from "./linear.ts";
import { maternMember } from "./matern.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { nuggetMember } from "./nugget.ts";
import { polynomialMember } from "./polynomial.ts";
import { precomputedMember } from "./precomputed.ts";
import { productMember } from "./product.ts";
import { rationalQuadraticMember } from "./rationalQuadratic.ts";
import { kernelReader } from "./parts/kernelReader.ts";
import { scaleMember } from "./scale.ts";
import { splineMember } from "./spline.ts";
import { sumMember } from "./sum.ts";

export type { ColumnOptions, Relevance } from "./parts/columnParameter.ts";
export { columns } from "./columns.ts";
export { composite, type CompositeOptions } from "./composite.ts";
export { constant } from "./constant.ts";
export { gaussian, type GaussianOptions } from "./gaussian.ts";
export { hamming, type HammingOptions } from "./hamming.ts";
export type { Kernel, KernelDocument, KernelParameter, MatrixWithGradient, ParameterDescription } from "./kernel.ts";
export { l1, type L1Options } from "./l1.ts";
export { linear } from "./linear.ts";
export { matern, type MaternOptions } from "./matern.ts";
export type { KernelMember, KernelOptions, KernelOptionDescription, KernelOptionType } from "./parts/kernelMember.ts";
export { nugget } from "./nugget.ts";
export { polynomial, type PolynomialOptions } from "./polynomial.ts";
export { precomputed, type PrecomputedOptions } from "./precomputed.ts";
export { product } from "./product.ts";
export { rationalQuadratic, type RationalQuadraticOptions } from "./rationalQuadratic.ts";
export { kernelReader } from "./parts/kernelReader.ts";
export { scale } from "./scale.ts";
export { spline } from "./spline.ts";
export { sum } from "./sum.ts";
export type { VarianceOptions } from "./parts/parameter.ts";

/** The names in the catalogue. */
export type KernelName =
  | "gaussian"
  | "matern"
  | "l1"
  | "rationalQuadratic"
  | "linear"
  | "polynomial"
  | "spline"
  | "constant"
  | "hamming"
  | "nugget"
  | "precomputed"
  | "composite"
  | "sum"
  | "product"
  | "scale"
  | "columns";

/** The kernels that need no arguments, so that a model takes their names. */
export type PlainKernelName = Exclude<KernelName, "precomputed" | "sum" | "product" | "scale" | "columns">;

/** The catalogue of kernels. Documents, help texts and forms take it from here. */
export const kernels: Readonly<Record<KernelName, KernelMember>> = {
  gaussian: gaussianMember,
  matern: maternMember,
  l1: l1Member,
  rationalQuadratic: rationalQuadraticMember,
  linear: linearMember,
  polynomial: polynomialMember,
  spline: splineMember,
  constant: constantMember,
  hamming: hammingMember,
  nugget: nuggetMember,
  precomputed: precomputedMember,
  composite: compositeMember,
  sum: sumMember,
  product: productMember,
  scale: scaleMember,
  columns: columnsMember,
};

/** The kernel that a document describes. Anything that is not a valid document gives an `InputError`, "invalid-document". */
export const kernelFromDocument: (document: unknown) => Kernel = /* @__PURE__ */ kernelReader(kernels);
