import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { classNumbers, countClasses } from "./classNumbers.ts";
import { rowWeights } from "./rowWeights.ts";

export interface MarginalRelevanceOptions {
  /** Row weights: a row of weight w counts as w rows. Default 1. */
  readonly weights?: ArrayLike<number>;
  /**
   * The source of each column, a number: the sums of squares of one source's columns, such as the indicators of a category,
   * are added before they are divided. Default: every column is a source of its own.
   */
  readonly groups?: ArrayLike<number>;
}

/** A sum of squares up to this share of the total is rounding. */
const rounding = 1e-14;

/**
 * How far apart the classes lie in each column, against their spread within:
 *
 *     MRⱼ = Σ_q n_q (x̄_qj − x̄ⱼ)² / Σᵢ (xᵢⱼ − x̄_{yᵢ j})²
 *
 * which is F (C − 1)/(n − C), F the statistic of the analysis of variance. It is 0 where the class means agree or the column is
 * constant, and infinite where every class has a value of its own. It looks at one column at a time, so that columns which
 * tell the classes apart only together have none. Of a category with indicators x it is τ/(1 − τ), τ the measure of association
 * of Goodman and Kruskal.
 *
 * S. Dudoit, J. Fridlyand & T. P. Speed, *Comparison of discrimination methods for the classification of tumors using gene
 * expression data*, 2002.
 *
 * @example marginalRelevance(X, classes) // a number for each column, or for each source in order of first appearance
 */
export function marginalRelevance(
  X: Matrix,
  classes: ArrayLike<number>,
  { weights, groups }: MarginalRelevanceOptions = {},
): Float64Array {
  const p = X.columns;
  if (groups !== undefined && groups.length !== p) {
    throw new RangeError(`There are ${p} columns but ${groups.length} groups; give one to each column.`);
  }
  const { between, within } = sumsOfSquares(X, classes, rowWeights(X.rows, weights));
  const numbers = groups ? [...new Set(Array.from(groups))] : Array.from(between.keys());
  const places = new Map(numbers.map((number, place) => [number, place]));
  const sums = { between: new Float64Array(numbers.length), within: new Float64Array(numbers.length) };
  for (let j = 0; j < p; j++) {
    const place = groups ? (places.get(groups[j]) as number) : j;
    sums.between[place] += between[j];
    sums.within[place] += within[j];
  }
  return sums.between.map((ofMeans, place) => ratio(ofMeans, sums.within[place]));
}

/** The places of the `count` largest values, ascending; of equals the first. */
export function mostRelevant(relevance: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: relevance.length }, (_, place) => place)
    .toSorted((a, b) => (relevance[a] === relevance[b] ? a - b : relevance[b] > relevance[a] ? 1 : -1))
    .slice(0, count)
    .toSorted((a, b) => a - b);
}

function ratio(between: number, within: number): number {
  const total = between + within;
  if (between <= rounding * total) return 0;
  return within <= rounding * total ? Infinity : between / within;
}

/** In two passes, of differences from the first row: a constant column has exact zeros, however far from 0 it lies. */
function sumsOfSquares(
  { data, rows: n, columns: p }: Matrix,
  classes: ArrayLike<number>,
  weights: Float64Array,
): { readonly between: Float64Array; readonly within: Float64Array } {
  const C = countClasses(classes);
  const numbers = classNumbers(classes, n, C);
  const masses = new Float64Array(C);
  const means = new Float64Array(C * p);
  for (let i = 0; i < n; i++) {
    masses[numbers[i]] += weights[i];
    for (let j = 0; j < p; j++) means[numbers[i] * p + j] += weights[i] * (data[i * p + j] - data[j]);
  }
  const mass = masses.reduce((sum, value) => sum + value, 0);
  const grand = new Float64Array(p);
  for (let q = 0; q < C; q++) {
    for (let j = 0; j < p; j++) {
      grand[j] += means[q * p + j] / mass;
      if (masses[q] > 0) means[q * p + j] /= masses[q];
    }
  }
  const between = new Float64Array(p);
  const within = new Float64Array(p);
  for (let q = 0; q < C; q++) {
    for (let j = 0; j < p; j++) between[j] += masses[q] * (means[q * p + j] - grand[j]) ** 2;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) {
      within[j] += weights[i] * (data[i * p + j] - data[j] - means[numbers[i] * p + j]) ** 2;
    }
  }
  for (let j = 0; j < p; j++) {
    if (Number.isFinite(between[j]) && Number.isFinite(within[j])) continue;
    throw new InputError("not-finite", `Column ${j + 1} holds values that are not finite, or whose squares are not.`);
  }
  return { between, within };
}
