import { NumericalError } from "../../errors.ts";
import type { Engine, IncompleteCholesky } from "../engine.ts";
import { matrix } from "../matrix.ts";
import { notFinite, requireShape } from "../reference/shape.ts";
import { subtract, whole, type Address } from "./exports.ts";
import type { Instance } from "./module.ts";

const operation = "incompleteCholesky";
/** Columns of the factor that are given room at first; later stretches are as long as all before them. */
const firstStretch = 32;

/** A stretch of columns of the factor in the memory of the module, one after the other. */
interface Stretch {
  readonly address: Address;
  readonly capacity: number;
  count: number;
}

/**
 * Pivoted Cholesky, column by column (Fine & Scheinberg 2001), by the same rules as the reference engine: the next
 * pivot is the largest entry of the remaining diagonal, and what is below n · ε · max K_ii never becomes one. Earlier
 * columns stay in the memory of the module while the caller's function runs, which may use the same engine: frames
 * nest.
 */
export function incompleteCholesky({ exports, workspace }: Instance): Engine["incompleteCholesky"] {
  return (diagonal, column, { tolerance = 0, rank = diagonal.length } = {}) => {
    requireUsable(diagonal);
    const n = diagonal.length;
    const limit = Math.min(rank, n);
    const remaining = diagonal.slice();
    const traceLimit = tolerance * sum(diagonal);
    const pivotLimit = n * Number.EPSILON * diagonal.reduce((largest, value) => Math.max(largest, value), 0);
    const pivots: number[] = [];

    const nextPivot = (): number => {
      if (pivots.length >= limit || sum(remaining) <= traceLimit) return -1;
      const pivot = indexOfLargest(remaining);
      return remaining[pivot] > pivotLimit ? pivot : -1;
    };

    /**
     * Adds the column of the factor that belongs to a pivot: (k − Σ earlier columns · their entry at the pivot) / root.
     */
    const addColumn = (pivot: number, stretches: readonly Stretch[]): void => {
      const given = column(pivot);
      requireShape(
        given.length === n,
        `${operation} needs columns of length ${n}; column ${pivot} has ${given.length}.`,
      );
      const bad = given.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0) throw notFinite(given[bad], `row ${bad}, column ${pivot} (counted from 0)`, operation);
      const last = stretches[stretches.length - 1];
      const target = last.address + 8 * n * last.count;
      workspace.write(target, given);
      for (const { address, count } of stretches) {
        exports.product(n, 1, count, address, 1, n, address + 8 * pivot, n, 1, target, 1, subtract, whole);
      }
      const next = workspace.read(target, n);
      const root = Math.sqrt(remaining[pivot]);
      for (let i = 0; i < n; i++) next[i] /= root;
      for (const earlier of pivots) next[earlier] = 0;
      next[pivot] = root;
      workspace.write(target, next);
      for (let i = 0; i < n; i++) remaining[i] = Math.max(0, remaining[i] - next[i] * next[i]);
      remaining[pivot] = 0;
      pivots.push(pivot);
      last.count++;
    };

    /** Goes on with one more stretch of memory behind the earlier ones. */
    const continueFrom = (earlier: readonly Stretch[]): IncompleteCholesky => {
      const capacity = Math.min(limit - pivots.length, Math.max(firstStretch, pivots.length));
      return workspace.frame([capacity * n], (address) => {
        const stretch: Stretch = { address, capacity, count: 0 };
        const stretches = [...earlier, stretch];
        for (let pivot = nextPivot(); pivot >= 0; pivot = nextPivot()) {
          if (stretch.count === capacity) return continueFrom(stretches);
          addColumn(pivot, stretches);
        }
        return collect(stretches);
      });
    };

    const collect = (stretches: readonly Stretch[]): IncompleteCholesky => {
      const factor = matrix(n, pivots.length);
      let start = 0;
      for (const { address, count } of stretches) {
        const columns = workspace.read(address, count * n);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < count; j++) factor.data[i * pivots.length + start + j] = columns[j * n + i];
        }
        start += count;
      }
      return { factor, pivots: Int32Array.from(pivots), residualTrace: sum(remaining) };
    };

    return continueFrom([]);
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
