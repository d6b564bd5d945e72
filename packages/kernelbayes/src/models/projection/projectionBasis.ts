import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { ComponentProjection } from "./components/componentProjection.ts";
import type { Kernel } from "../../kernels/kernel.ts";

/** How rows become the columns that coefficients multiply: scores of kernel components, or the kernel with training rows. */
export type ProjectionBasis = BasisWith<ComponentProjection>;

/** A basis by its numbers, as documents hold it. */
export type NumericBasis = BasisWith<Omit<ComponentProjection, "project">>;

type BasisWith<Components> =
  | { readonly kind: "components"; readonly components: Components }
  | { readonly kind: "rows"; readonly kernel: Kernel; readonly rows: Matrix };

/** The columns of rows that need not be training rows, behind a column of ones where there is an intercept. */
export function designOf(engine: Engine, basis: ProjectionBasis, intercept: boolean, X: Matrix): Matrix {
  const columns = basis.kind === "components" ? basis.components.project(X) : basis.kernel.cross(engine, X, basis.rows);
  return intercept ? behindOnes(columns) : columns;
}

/** A matrix with a column of ones in front. */
export function behindOnes({ data, rows, columns }: Matrix): Matrix {
  const result = matrix(rows, columns + 1);
  for (let i = 0; i < rows; i++) {
    result.data[i * (columns + 1)] = 1;
    result.data.set(data.subarray(i * columns, (i + 1) * columns), i * (columns + 1) + 1);
  }
  return result;
}

/** The number of columns of a design. */
export function designColumns(basis: NumericBasis, intercept: boolean): number {
  const own = basis.kind === "components" ? basis.components.eigenvalues.length : basis.rows.rows;
  return own + (intercept ? 1 : 0);
}
