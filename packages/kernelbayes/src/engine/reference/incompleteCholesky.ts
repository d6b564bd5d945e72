import { NumericalError } from "../../errors.ts";
import type { IncompleteCholesky } from "../engine.ts";
import { matrix } from "../matrix.ts";
import { notFinite, requireShape } from "./shape.ts";

const operation = "incompleteCholesky";

/**
 * Pivoted Cholesky, column by column (Fine & Scheinberg 2001): the next pivot is the largest entry of the remaining
 * diagonal, the first one among equals. By default it goes on to the numerical rank; what remains below n · ε · max K_ii is
 * rounding and never becomes a pivot, whatever the tolerance (the rule of LAPACK's dpstrf).
 */
export function incompleteCholesky(
  diagonal: Float64Array,
  column: (index: number) => Float64Array,
  { tolerance = 0, rank = diagonal.length }: { readonly tolerance?: number; readonly rank?: number } = {},
): IncompleteCholesky {
  const n = diagonal.length;
  requireUsable(diagonal);
  const remaining = diagonal.slice();
  const traceLimit = tolerance * sum(diagonal);
  const pivotLimit = n * Number.EPSILON * diagonal.reduce((largest, value) => Math.max(largest, value), 0);
  const pivots: number[] = [];
  const columns: Float64Array[] = [];
  while (pivots.length < Math.min(rank, n) && sum(remaining) > traceLimit) {
    const pivot = indexOfLargest(remaining);
    if (remaining[pivot] <= pivotLimit) break;
    const given = column(pivot);
    requireShape(given.length === n, `${operation} needs columns of length ${n}; column ${pivot} has ${given.length}.`);
    const next = eliminated(given, columns, pivots, pivot, Math.sqrt(remaining[pivot]));
    for (let i = 0; i < n; i++) remaining[i] = Math.max(0, remaining[i] - next[i] * next[i]);
    remaining[pivot] = 0;
    pivots.push(pivot);
    columns.push(next);
  }
  const factor = matrix(n, columns.length);
  columns.forEach((values, j) => {
    for (let i = 0; i < n; i++) factor.data[i * columns.length + j] = values[i];
  });
  return { factor, pivots: Int32Array.from(pivots), residualTrace: sum(remaining) };
}

/** The next column of the factor: (k − Σ earlier columns · their entry at the pivot) / root; zero at earlier pivots. */
function eliminated(
  given: Float64Array,
  columns: readonly Float64Array[],
  pivots: readonly number[],
  pivot: number,
  root: number,
): Float64Array {
  const result = given.slice();
  const bad = result.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw notFinite(result[bad], `row ${bad}, column ${pivot} (counted from 0)`, operation);
  for (const earlier of columns) {
    for (let i = 0; i < result.length; i++) result[i] -= earlier[i] * earlier[pivot];
  }
  for (let i = 0; i < result.length; i++) result[i] /= root;
  for (const earlier of pivots) result[earlier] = 0;
  result[pivot] = root;
  return result;
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
