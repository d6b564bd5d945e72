import type { IncompleteCholesky } from "../engine.ts";
import { matrix } from "../matrix.ts";
import { pivoting } from "../pivoting.ts";

/** Pivoted Cholesky by the rules of `pivoting`: each column less its share in the earlier ones. */
export function incompleteCholesky(
  diagonal: Float64Array,
  column: (index: number) => Float64Array,
  options?: { readonly tolerance?: number; readonly rank?: number },
): IncompleteCholesky {
  const n = diagonal.length;
  const rules = pivoting(diagonal, column, options);
  const columns: Float64Array[] = [];
  for (let pivot = rules.next(); pivot >= 0; pivot = rules.next()) {
    const next = rules.columnOf(pivot).slice();
    for (const earlier of columns) for (let i = 0; i < n; i++) next[i] -= earlier[i] * earlier[pivot];
    rules.take(pivot, next);
    columns.push(next);
  }
  const factor = matrix(n, columns.length);
  columns.forEach((values, j) => {
    for (let i = 0; i < n; i++) factor.data[i * columns.length + j] = values[i];
  });
  return { factor, pivots: Int32Array.from(rules.pivots), residualTrace: rules.residualTrace() };
}
