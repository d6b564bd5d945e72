import type { Engine, IncompleteCholesky } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { pivoting } from "../pivoting.ts";
import { subtract, whole, type Address } from "./exports.ts";
import type { Instance } from "./loadInstance.ts";
import type { Workspace } from "./workspace.ts";

/** Columns of the factor that are given room at first; later stretches are as long as all before them. */
const firstStretch = 32;

/** A stretch of columns of the factor in the memory of the module, one after the other. */
interface Stretch {
  readonly address: Address;
  readonly capacity: number;
  count: number;
}

/**
 * Pivoted Cholesky by the rules of `pivoting`. Earlier columns stay in the memory of the module while the caller's function
 * runs, which may use the same engine: frames nest.
 */
export function incompleteCholesky({ exports, workspace }: Instance): Engine["incompleteCholesky"] {
  return (diagonal, column, options) => {
    const n = diagonal.length;
    const rules = pivoting(diagonal, column, options);
    const { pivots, limit } = rules;

    /** Adds the column of the factor that belongs to a pivot. */
    const addColumn = (pivot: number, stretches: readonly Stretch[]): void => {
      const given = rules.columnOf(pivot);
      const last = stretches[stretches.length - 1];
      const target = last.address + 8 * n * last.count;
      workspace.write(target, given);
      for (const { address, count } of stretches) {
        exports.product(n, 1, count, address, 1, n, address + 8 * pivot, n, 1, target, 1, subtract, whole);
      }
      const next = workspace.read(target, n);
      rules.take(pivot, next);
      workspace.write(target, next);
      last.count++;
    };

    /** Goes on with one more stretch of memory behind the earlier ones. */
    const continueFrom = (earlier: readonly Stretch[]): IncompleteCholesky => {
      const capacity = Math.min(limit - pivots.length, Math.max(firstStretch, pivots.length));
      return workspace.frame([capacity * n], (address) => {
        const stretch: Stretch = { address, capacity, count: 0 };
        const stretches = [...earlier, stretch];
        for (let pivot = rules.next(); pivot >= 0; pivot = rules.next()) {
          if (stretch.count === capacity) return continueFrom(stretches);
          addColumn(pivot, stretches);
        }
        const factor = collect(workspace, stretches, n, pivots.length);
        return { factor, pivots: Int32Array.from(pivots), residualTrace: rules.residualTrace() };
      });
    };

    return continueFrom([]);
  };
}

/** The columns of all stretches as an n × rank matrix. */
function collect(workspace: Workspace, stretches: readonly Stretch[], n: number, rank: number): Matrix {
  const factor = matrix(n, rank);
  let start = 0;
  for (const { address, count } of stretches) {
    const columns = workspace.read(address, count * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < count; j++) factor.data[i * rank + start + j] = columns[j * n + i];
    }
    start += count;
  }
  return factor;
}
