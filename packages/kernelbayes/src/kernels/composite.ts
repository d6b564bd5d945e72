import { InputError } from "../errors.ts";
import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { row, concatenate } from "../matrix/row.ts";
import { columnParameter, type ColumnParameter, type ColumnValue } from "./parts/columnParameter.ts";
import { gaussianTerms } from "./parts/squaredDifferences.ts";
import type { Kernel, MatrixWithGradient, ParameterDescription } from "./kernel.ts";
import { constantTerm, scaledTerm, weightedProduct, type KernelTerm } from "./parts/kernelTerms.ts";
import { fixedOption, type KernelMember } from "./parts/kernelMember.ts";
import { parameter, requireFixed, requireValues } from "./parts/parameter.ts";
import { plusInnerProducts } from "./parts/plusInnerProducts.ts";
import { requireSameColumns, requireWeights, weightSum } from "./parts/requireWeights.ts";
import { sumOf } from "../matrix/dot.ts";

/** The numbers of the composite kernel that do not belong to a column, in their order. */
const names = ["variance", "inverseSquaredLength", "linear", "bias", "nugget"] as const;
type Name = (typeof names)[number];
type Numbers = Readonly<Record<Name, number>>;

export interface CompositeOptions {
  /** θ₁. Default 1. */
  readonly variance?: number;
  /** θ₂, one over a squared length. Default 1. */
  readonly inverseSquaredLength?: number;
  /** θ₃. Default 1. */
  readonly linear?: number;
  /** θ₄. Default 1. */
  readonly bias?: number;
  /** θ₅. Default 1. */
  readonly nugget?: number;
  /** wⱼ: one number is where every column starts, an array gives each column its own. Default 1. */
  readonly relevance?: number | ArrayLike<number>;
  /** The group of each column: columns of one group share a weight. Usually set by `forColumns`. */
  readonly groups?: ArrayLike<number> | undefined;
  /** Names of the parameters that keep their values; the others are where a search starts. */
  readonly fixed?: readonly (Name | "relevance")[];
}

/**
 * Composite kernel with automatic relevance determination: gaussian, linear, constant and nugget with one weight a column,
 * which the gaussian and the linear part share (Peña Centeno & Lawrence, eq. 33).
 *
 *     k(x, z) = θ₁ exp(−½ θ₂ Σⱼ wⱼ (xⱼ − zⱼ)²) + θ₃ Σⱼ wⱼ xⱼ zⱼ + θ₄ + θ₅ [same row]
 *
 * **variance** θ₁, **linear** θ₃, **bias** θ₄ and **nugget** θ₅ are the prior variances of the parts, **inverseSquaredLength**
 * θ₂ is one over the squared length scale, and **relevance** wⱼ says how much column j matters: one whose weight is small
 * against the others has ceased to matter. A number given as 0 switches its part (or column) off and is not searched; without
 * gaussian part θ₂ is not searched either. With θ₃ = θ₄ = 0 and fixed w = 1 it is `sum(scale(gaussian()), nugget())`.
 * Only θ₂w and θ₃w matter: (θ₂/c, θ₃/c, c·w) is the same kernel for every c, so the derivatives in the logarithms obey
 * Σⱼ ∂wⱼ = ∂θ₂ + ∂θ₃.
 *
 * @example composite({ inverseSquaredLength: 0.1, linear: 0 })
 */
export function composite({
  variance = 1,
  inverseSquaredLength = 1,
  linear = 1,
  bias = 1,
  nugget = 1,
  relevance = 1,
  groups,
  fixed = [],
}: CompositeOptions = {}): Kernel {
  const kept = requireFixed("composite", compositeMember.parameters, fixed);
  const theta: Numbers = { variance, inverseSquaredLength, linear, bias, nugget };
  const weights = columnParameter("composite", relevanceDescription, kept, {
    value: relevance,
    relevance: "each",
    groups,
  });
  const all = names.map((name, at) => parameter(descriptions[at], theta[name], kept));
  const searched = names.filter((name) => theta[name] !== 0 && !(name === "inverseSquaredLength" && variance === 0));
  const parameters = [...all.filter((_, index) => searched.includes(names[index])), ...weights.parameters];
  const rebuild = (theta: Numbers, { value, groups }: ColumnValue): Kernel =>
    composite({ ...theta, relevance: value, groups, fixed });
  const numbers: Composite = { theta, weights, searched };
  return {
    kind: "composite",
    parameters,
    withValues(values) {
      const list = requireValues("composite", parameters, values);
      return rebuild(withSearched(numbers, list), weights.withValues(list.slice(searched.length)));
    },
    forColumns: (groups) => rebuild(theta, weights.forColumns(groups)),
    evaluate: (x, z, same) => evaluate(numbers, x, z, same),
    matrix: (engine, x) => matrixWithGradient(numbers, engine, x).K,
    cross: (engine, x, z) => cross(numbers, engine, x, z),
    diagonal: (x) => Float64Array.from({ length: x.rows }, (_, a) => evaluate(numbers, row(x, a), row(x, a), true)),
    gradient: (engine, x, W) => contract(numbers, engine, x, W, gaussianPart(numbers, engine, x), 1).gradient,
    matrixWithGradient: (engine, x, factor) => matrixWithGradient(numbers, engine, x, factor),
    terms: (columns) => termsOf(numbers, columns),
    toDocument: () => ({
      kind: "composite",
      ...theta,
      relevance: typeof weights.value === "number" ? weights.value : [...weights.value],
      ...(weights.groups === undefined ? {} : { groups: [...weights.groups] }),
      fixed: [...kept],
    }),
  };
}

/** The numbers of a composite kernel, and which of them are searched. */
interface Composite {
  readonly theta: Numbers;
  readonly weights: ColumnParameter;
  readonly searched: readonly Name[];
}

/** θ with the searched numbers replaced by the first of a list. */
function withSearched({ theta, searched }: Composite, list: readonly number[]): Numbers {
  const next: Record<Name, number> = { ...theta };
  searched.forEach((name, index) => {
    // A number that is searched stays one: 0 would change the number of parameters.
    if (!(list[index] > 0)) {
      throw new InputError("invalid-parameter", `${name} must be greater than 0; got ${list[index]}.`);
    }
    next[name] = list[index];
  });
  return next;
}

function evaluate(
  { theta: { variance, inverseSquaredLength, linear, bias, nugget }, weights }: Composite,
  x: ArrayLike<number>,
  z: ArrayLike<number>,
  same = false,
): number {
  const w = weights.perColumn(x.length);
  let squared = 0;
  let inner = 0;
  for (let j = 0; j < w.length; j++) {
    squared += inverseSquaredLength * w[j] * (x[j] - z[j]) ** 2;
    inner += w[j] * x[j] * z[j];
  }
  return variance * Math.exp(-0.5 * squared) + linear * inner + bias + (same ? nugget : 0);
}

/** All parts but the nugget. */
function termsOf(numbers: Composite, columns: number): readonly KernelTerm[] {
  const { variance, linear, bias } = numbers.theta;
  const near = (weight: number, x: number, z: number): number => Math.exp(-0.5 * weight * (x - z) ** 2);
  const gaussian = weightedProduct(lengthWeights(numbers, columns), near);
  const weights = numbers.weights.perColumn(columns).map((each) => linear * each);
  return [
    ...(variance === 0 ? [] : gaussian.map((term) => scaledTerm(term, variance))),
    ...(linear === 0 ? [] : [{ kind: "linear" as const, weights }]),
    ...(bias === 0 ? [] : [constantTerm(bias)]),
  ];
}

/** θ₂wⱼ, the weights of the squared differences. */
function lengthWeights({ theta, weights }: Composite, columns: number): Float64Array {
  return weights.perColumn(columns).map((each) => theta.inverseSquaredLength * each);
}

/** The gaussian part, without its variance: exp(−½ θ₂ r²). A part that is switched off costs nothing and is 0. */
function gaussianPart(numbers: Composite, engine: Engine, x: Matrix, z?: Matrix): Matrix {
  if (numbers.theta.variance === 0) return matrix(x.rows, (z ?? x).rows);
  return engine.gaussianMatrix(x, z, lengthWeights(numbers, x.columns));
}

/** Rows whose inner products with others are the linear part, θ₃ Σⱼ wⱼ xⱼ zⱼ, times a factor; without columns if it is switched off. */
function linearRows({ theta: { linear }, weights }: Composite, x: Matrix, factor: number): Matrix {
  if (linear === 0) return matrix(x.rows, 0);
  return timesColumns(
    x,
    weights.perColumn(x.columns).map((each) => factor * linear * each),
  );
}

/** The gaussian part is kept: with it come all derivatives. */
function matrixWithGradient(numbers: Composite, engine: Engine, x: Matrix, factor = 1): MatrixWithGradient {
  const { variance, linear, bias, nugget } = numbers.theta;
  const n = x.rows;
  const G = gaussianPart(numbers, engine, x);
  const left = linearRows(numbers, x, factor);
  const K = plusInnerProducts(engine, G, {
    factor: factor * variance,
    left,
    right: linear === 0 ? left : x,
    level: factor * bias,
  });
  for (let a = 0; a < n; a++) K.data[a * n + a] += factor * nugget;
  return { K, contract: (W) => contract(numbers, engine, x, W, G, factor) };
}

/** All parts but the nugget, in the memory of the gaussian one. */
function cross(numbers: Composite, engine: Engine, x: Matrix, z: Matrix): Matrix {
  requireSameColumns(x, z);
  const { variance, linear, bias } = numbers.theta;
  const K = gaussianPart(numbers, engine, x, z);
  const right = linear === 0 ? matrix(z.rows, 0) : z;
  const inner = engine.multiply(linearRows(numbers, x, 1), right, { transposeB: true }).data;
  const { data } = K;
  for (let at = 0; at < data.length; at++) data[at] = variance * data[at] + inner[at] + bias;
  return K;
}

/**
 * With V = W ∘ θ₁exp(−½θ₂r²), Dⱼ = Σ_ab V_ab (x_aj − x_bj)² and qⱼ = xⱼᵀ W xⱼ, in the logarithms:
 *
 *     ∂θ₁ = ΣV,  ∂θ₂ = −½θ₂ Σⱼ wⱼDⱼ,  ∂θ₃ = θ₃ Σⱼ wⱼqⱼ,  ∂θ₄ = θ₄ ΣW,  ∂θ₅ = θ₅ tr W,  ∂wⱼ = −½θ₂wⱼDⱼ + θ₃wⱼqⱼ.
 *
 * All parts but θ₂ and w are their own derivatives, so that these add up to Σ_ab W_ab K_ab.
 */
function contract(
  numbers: Composite,
  engine: Engine,
  x: Matrix,
  W: Matrix,
  G: Matrix,
  factor: number,
): ReturnType<MatrixWithGradient["contract"]> {
  requireWeights(x, W);
  const { variance, linear, bias, nugget } = numbers.theta;
  const n = x.rows;
  const { columns, sum } =
    variance === 0
      ? { columns: new Float64Array(x.columns), sum: 0 }
      : gaussianTerms(engine, x, W, { K: G, variance: 1, weights: lengthWeights(numbers, x.columns) });
  const gaussianColumns = columns.map((each) => -0.5 * factor * variance * each);
  const q = linear === 0 ? new Float64Array(x.columns) : quadraticForms(engine, x, W);
  const linearColumns = numbers.weights.perColumn(x.columns).map((each, j) => factor * linear * each * q[j]);
  let trace = 0;
  for (let a = 0; a < n; a++) trace += W.data[a * n + a];
  const gradients: Numbers = {
    variance: factor * variance * sum,
    inverseSquaredLength: sumOf(gaussianColumns),
    linear: sumOf(linearColumns),
    bias: bias === 0 ? 0 : factor * bias * weightSum(W),
    nugget: factor * nugget * trace,
  };
  return {
    gradient: concatenate([
      Float64Array.from(numbers.searched, (name) => gradients[name]),
      numbers.weights.gather(gaussianColumns.map((each, j) => each + linearColumns[j])),
    ]),
    sum: gradients.variance + gradients.linear + gradients.bias + gradients.nugget,
  };
}

function timesColumns(x: Matrix, factors: Float64Array): Matrix {
  const result = matrix(x.rows, x.columns, x.data.slice());
  const { data } = result;
  for (let a = 0, at = 0; a < x.rows; a++) for (let j = 0; j < x.columns; j++, at++) data[at] *= factors[j];
  return result;
}

/** xⱼᵀ W xⱼ for each column j. */
function quadraticForms(engine: Engine, x: Matrix, W: Matrix): Float64Array {
  const product = engine.multiply(W, x).data;
  const { data } = x;
  const sums = new Float64Array(x.columns);
  for (let a = 0, at = 0; a < x.rows; a++) {
    for (let j = 0; j < x.columns; j++, at++) sums[j] += data[at] * product[at];
  }
  return sums;
}

/* @__NO_SIDE_EFFECTS__ */
function component(name: Name, symbol: string, text: string): ParameterDescription {
  return { name, symbol, default: 1, lower: 1e-9, upper: 1e9, text, mayBeZero: true };
}

const relevanceDescription: ParameterDescription = {
  name: "relevance",
  symbol: "w",
  default: 1,
  lower: 1e-9,
  upper: 1e9,
  text: "How much a column matters, in the gaussian and in the linear part; 0 switches the column off.",
  perColumn: true,
  mayBeZero: true,
};

/** Of the numbers in their order, and of the weights of the columns. */
const descriptions: readonly ParameterDescription[] = [
  component("variance", "θ₁", "Prior variance of the gaussian part; 0 switches it off."),
  component("inverseSquaredLength", "θ₂", "One over the squared length scale of the gaussian part."),
  component("linear", "θ₃", "Prior variance of the coefficients of the linear part; 0 switches it off."),
  component("bias", "θ₄", "Prior variance of the offset; 0 switches it off."),
  component("nugget", "θ₅", "Variance that a row shares with no other row; 0 switches it off."),
  relevanceDescription,
];

export const compositeMember: KernelMember = {
  description: "Composite kernel: gaussian, linear, constant and nugget with one shared weight a column.",
  parameters: descriptions,
  options: [
    {
      name: "groups",
      type: "whole numbers",
      optional: true,
      text: "The group of each column; the columns of one group share one weight. Usually set by forColumns.",
    },
    fixedOption,
  ],
  create: (options) => composite(options),
};
