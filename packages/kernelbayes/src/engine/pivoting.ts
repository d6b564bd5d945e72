import { NumericalError } from "../errors.ts";
import { notFinite, requireShape } from "./reference/requireShape.ts";

const operation = "incompleteCholesky";

/** Which columns a pivoted Cholesky factorization takes, and what they leave. */
export interface Pivoting {
  /** The pivots taken so far. */
  readonly pivots: readonly number[];
  /** The largest number of pivots. */
  readonly limit: number;
  /** The next pivot, or −1 at the end: the largest entry of the remaining diagonal, the first one among equals. */
  next(): number;
  /** A column of the matrix, checked for length and finite numbers. */
  columnOf(pivot: number): Float64Array;
  /**
   * Takes a pivot: turns what elimination by the earlier columns left of its column into a column of the factor, in place
   * (divided by the root of the remaining diagonal entry, zero at earlier pivots).
   */
  take(pivot: number, eliminated: Float64Array): void;
  residualTrace(): number;
}

/**
 * The rules of pivoted Cholesky, column by column (Fine & Scheinberg 2001), the same on every engine. By default it goes on
 * to the numerical rank; what remains below n · ε · max K_ii is rounding and never becomes a pivot, whatever the
 * tolerance (the rule of LAPACK's dpstrf).
 */
export function pivoting(
  diagonal: Float64Array,
  column: (index: number) => Float64Array,
  { tolerance = 0, rank = diagonal.length }: { readonly tolerance?: number; readonly rank?: number } = {},
): Pivoting {
  requireUsable(diagonal);
  const n = diagonal.length;
  const limit = Math.min(rank, n);
  const remaining = diagonal.slice();
  const traceLimit = tolerance * sum(diagonal);
  const pivotLimit = n * Number.EPSILON * diagonal.reduce((largest, value) => Math.max(largest, value), 0);
  const pivots: number[] = [];
  return {
    pivots,
    limit,
    next() {
      if (pivots.length >= limit || sum(remaining) <= traceLimit) return -1;
      const pivot = indexOfLargest(remaining);
      return remaining[pivot] > pivotLimit ? pivot : -1;
    },
    columnOf(pivot) {
      const given = column(pivot);
      requireShape(
        given.length === n,
        `${operation} needs columns of length ${n}; column ${pivot} has ${given.length}.`,
      );
      const bad = given.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0) throw notFinite(given[bad], `row ${bad}, column ${pivot} (counted from 0)`, operation);
      return given;
    },
    take(pivot, eliminated) {
      const root = Math.sqrt(remaining[pivot]);
      for (let i = 0; i < n; i++) eliminated[i] /= root;
      for (const earlier of pivots) eliminated[earlier] = 0;
      eliminated[pivot] = root;
      for (let i = 0; i < n; i++) remaining[i] = Math.max(0, remaining[i] - eliminated[i] * eliminated[i]);
      remaining[pivot] = 0;
      pivots.push(pivot);
    },
    residualTrace: () => sum(remaining),
  };
}

function requireUsable(diagonal: Float64Array): void {
  diagonal.forEach((value, i) => {
    if (!Number.isFinite(value)) throw notFinite(value, `row ${i} of the diagonal (counted from 0)`, operation);
    if (value < 0) {
      throw new NumericalError(
        "not-positive-definite",
        `${operation} needs a positive semidefinite matrix; entry ${i} of the diagonal (counted from 0) is ${value}.`,
      );
    }
  });
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function indexOfLargest(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}
