/** A term of a kernel that comes apart column by column. */
export type KernelTerm = ProductTerm | LinearTerm;

/** variance · Πⱼ factor(j, xⱼ, zⱼ) over `columns`; every other column has the factor 1. Without columns it is a constant. */
export interface ProductTerm {
  readonly kind: "product";
  readonly variance: number;
  readonly columns: readonly number[];
  factor(column: number, x: number, z: number): number;
}

/** Σⱼ weightⱼ xⱼ zⱼ, with a weight for each column. */
export interface LinearTerm {
  readonly kind: "linear";
  readonly weights: Float64Array;
}

/** What a term gives for two rows. */
export function termValue(term: KernelTerm, x: ArrayLike<number>, z: ArrayLike<number>): number {
  if (term.kind === "linear") return term.weights.reduce((sum, weight, j) => sum + weight * x[j] * z[j], 0);
  return term.columns.reduce((value, j) => value * term.factor(j, x[j], z[j]), term.variance);
}

/** The product of the factors of the columns with a weight that is not 0, as the only term of a kernel. */
export function weightedProduct(
  weights: Float64Array,
  factor: (weight: number, x: number, z: number) => number,
): readonly KernelTerm[] {
  const columns = Array.from(weights.keys()).filter((j) => weights[j] !== 0);
  return [{ kind: "product", variance: 1, columns, factor: (j, x, z) => factor(weights[j], x, z) }];
}

/** A constant as a term. */
export function constantTerm(variance: number): KernelTerm {
  return { kind: "product", variance, columns: [], factor: () => 1 };
}

/** v times a term. */
export function scaledTerm(term: KernelTerm, variance: number): KernelTerm {
  return term.kind === "product"
    ? { ...term, variance: variance * term.variance }
    : { kind: "linear", weights: term.weights.map((weight) => variance * weight) };
}

/**
 * The terms of a product of two kernels: each term of the one times each of the other. A linear term times anything but a
 * constant does not come apart: undefined.
 */
export function timesTerms(
  one: readonly KernelTerm[],
  other: readonly KernelTerm[],
): readonly KernelTerm[] | undefined {
  const products: KernelTerm[] = [];
  for (const a of one) {
    for (const b of other) {
      const both = timesTerm(a, b);
      if (!both) return undefined;
      products.push(both);
    }
  }
  return products;
}

function timesTerm(a: KernelTerm, b: KernelTerm): KernelTerm | undefined {
  if (a.kind === "product" && a.columns.length === 0) return scaledTerm(b, a.variance);
  if (b.kind === "product" && b.columns.length === 0) return scaledTerm(a, b.variance);
  if (a.kind !== "product" || b.kind !== "product") return undefined;
  const [ofA, ofB] = [new Set(a.columns), new Set(b.columns)];
  return {
    kind: "product",
    variance: a.variance * b.variance,
    columns: [...new Set([...a.columns, ...b.columns])].toSorted((i, j) => i - j),
    factor: (j, x, z) => (ofA.has(j) ? a.factor(j, x, z) : 1) * (ofB.has(j) ? b.factor(j, x, z) : 1),
  };
}

/** A term that saw chosen columns only, as a term of all columns. */
export function placedTerm(term: KernelTerm, chosen: readonly number[], columns: number): KernelTerm {
  if (term.kind === "linear") {
    const weights = new Float64Array(columns);
    chosen.forEach((column, at) => (weights[column] = term.weights[at]));
    return { kind: "linear", weights };
  }
  const placeOf = new Map(chosen.map((column, at) => [column, at]));
  return {
    ...term,
    columns: term.columns.map((at) => chosen[at]),
    factor: (column, x, z) => term.factor(placeOf.get(column)!, x, z),
  };
}
