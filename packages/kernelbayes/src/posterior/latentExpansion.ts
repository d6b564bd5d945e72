import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Kernel } from "../kernels/kernel.ts";

/**
 * The latent functions behind the probabilities of a model, as sums that can be taken apart column by column:
 *
 *     f_m(x) = constant_m + Σ_t Σᵢ A_t[i, m] k_t(x, xᵢ) + Σ_t [w_tmᵀ(x − c_t) + (x − c_t)ᵀ Q_tm (x − c_t)]
 *
 * over encoded columns. All that an explanation asks of a model beside its probabilities; a model without it is explained by
 * sampling.
 */
export interface LatentExpansion {
  /** What each function speaks for. */
  readonly functions: readonly LatentSide[];
  readonly constants: Float64Array;
  readonly sums: readonly KernelSum[];
  readonly polynomials: readonly LatentPolynomial[];
  readonly link: LatentLink;
  /**
   * The posterior variance of Σ_m g_m F(f_m) for functionals F and a contrast g of the functions. Absent where there is no covariance, or
   * none was kept; undefined where it takes what the functionals lack.
   */
  readonly variance?:
    | ((contrast: Float64Array, functionals: LatentFunctionals) => Float64Array | undefined)
    | undefined;
}

/** A function rises with the probability of one class, against another or against all others. */
export interface LatentSide {
  readonly positive: number;
  /** All other classes when absent. */
  readonly negative?: number | undefined;
}

/** Kernel columns with coefficients for some of the functions. */
export interface KernelSum {
  readonly kernel: Pick<Kernel, "evaluate" | "cross" | "terms">;
  readonly rows: Matrix;
  /** The numbers of the functions that take part. */
  readonly functions: readonly number[];
  /** A row for each row, a column for each of these functions. */
  readonly coefficients: Matrix;
}

/** What sums ask of a kernel. */
export type SummedKernel = KernelSum["kernel"];

/** Linear and quadratic functions of rows relative to a center. */
export interface LatentPolynomial {
  readonly center: Float64Array;
  /** The numbers of the functions that take part. */
  readonly functions: readonly number[];
  /** w: a row for each encoded column, a column for each of these functions. */
  readonly linear: Matrix;
  /** Q times rows that are relative to the center, for each of these functions in turn; Q is symmetric. */
  readonly quadratic?: ((rows: Matrix, place: number) => Matrix) | undefined;
}

/**
 * How functions become probabilities.
 *
 * - "logistic": of one function and two classes, log p₁/p₀ = slope · f + offset;
 * - "softmax": a function for each class, log p_c/p_k = f_c − f_k; or nearly so, where `isExact` is false and something follows;
 * - "other": in a way of the model's own.
 */
export type LatentLink =
  | { readonly kind: "logistic"; readonly slope: number; readonly offset: number }
  | { readonly kind: "softmax"; readonly isExact: boolean }
  | { readonly kind: "other" };

/** Linear functionals F(f) = Σ_t w_t f(z_t) with Σ w_t = 0, which no constant moves: known by what they make of a model's parts. */
export interface LatentFunctionals {
  readonly count: number;
  /** For each sum F(k(·, xᵢ)): a row for each of its rows, a column for each functional. */
  readonly images: readonly Matrix[];
  /**
   * For each sum F applied to both arguments of its kernel, which takes longer than the rest and is computed when asked for; absent where
   * functionals are of coefficients, not of the function.
   */
  readonly own?: (() => readonly Float64Array[]) | undefined;
  /** F(x): a row for each functional, a column for each encoded column. */
  readonly moves: Matrix;
}

/** What a model with one function for two classes gives. */
export interface OneFunction extends Partial<Pick<LatentExpansion, "sums" | "polynomials" | "link">> {
  readonly constant: number;
  /** The posterior variance of functionals of the function. */
  readonly variance?: ((functionals: LatentFunctionals) => Float64Array | undefined) | undefined;
}

/** The expansion of a model of two classes with one function, that of class 1. */
export function oneFunction({
  constant,
  sums = [],
  polynomials = [],
  link = { kind: "other" },
  variance,
}: OneFunction): LatentExpansion {
  return {
    functions: [{ positive: 1, negative: 0 }],
    constants: Float64Array.of(constant),
    sums,
    polynomials,
    link,
    variance: variance && (([g], functionals) => variance(functionals)?.map((value) => g * g * value)),
  };
}

/** Kernel columns with one coefficient each, for the only function. */
export function oneSum(kernel: SummedKernel, rows: Matrix, coefficients: Float64Array): KernelSum {
  return { kernel, rows, functions: [0], coefficients: matrix(rows.rows, 1, coefficients) };
}

/** The expansion under other class priors: log π′ − log π of each class goes to where it belongs; "other" links stay as they are. */
export function withPriorSteps(expansion: LatentExpansion, steps: Float64Array): LatentExpansion {
  const { link, constants, functions } = expansion;
  if (link.kind === "logistic") return { ...expansion, link: { ...link, offset: link.offset + steps[1] - steps[0] } };
  if (link.kind === "other") return expansion;
  return { ...expansion, constants: constants.map((value, m) => value + steps[functions[m].positive]) };
}

/**
 * Other functions that are contrasts Σ_m g_m f_m of the functions of an expansion, each with what it speaks for. How they become
 * probabilities is the caller's to know.
 */
export function contrastedExpansion(
  expansion: LatentExpansion,
  contrasts: readonly Float64Array[],
  functions: readonly LatentSide[],
  link: LatentLink,
): LatentExpansion {
  const { constants, sums, polynomials, variance } = expansion;
  const all = Array.from(contrasts.keys());
  return {
    functions,
    link,
    constants: Float64Array.from(contrasts, (g) => g.reduce((sum, each, m) => sum + each * constants[m], 0)),
    sums: sums.map((sum) => ({
      ...sum,
      functions: all,
      coefficients: mixed(sum.coefficients, sum.functions, contrasts),
    })),
    polynomials: polynomials.map((polynomial) => mixedPolynomial(polynomial, contrasts)),
    variance:
      variance &&
      ((outer, functionals) => {
        const inner = constants.map((_, m) => contrasts.reduce((sum, g, at) => sum + outer[at] * g[m], 0));
        return variance(inner, functionals);
      }),
  };
}

function mixedPolynomial(
  { center, functions, linear, quadratic }: LatentPolynomial,
  contrasts: readonly Float64Array[],
): LatentPolynomial {
  return {
    center,
    functions: Array.from(contrasts.keys()),
    linear: mixed(linear, functions, contrasts),
    quadratic:
      quadratic &&
      ((rows, place) => {
        const total = matrix(rows.rows, rows.columns);
        functions.forEach((m, own) => {
          const g = contrasts[place][m];
          if (g !== 0) quadratic(rows, own).data.forEach((value, at) => (total.data[at] += g * value));
        });
        return total;
      }),
  };
}

/** Columns that belong to some functions, as columns that belong to contrasts of all functions. */
function mixed(columns: Matrix, functions: readonly number[], contrasts: readonly Float64Array[]): Matrix {
  const result = matrix(columns.rows, contrasts.length);
  for (let i = 0; i < columns.rows; i++) {
    contrasts.forEach((g, at) => {
      let sum = 0;
      for (let own = 0; own < functions.length; own++)
        sum += g[functions[own]] * columns.data[i * functions.length + own];
      result.data[i * contrasts.length + at] = sum;
    });
  }
  return result;
}
