import { lowRankKernel } from "../../../src/rows/kernel/lowRankKernel.ts";
import { toRows } from "../../../src/matrix/toRows.ts";
import { engine, kernelOf, taskOf, type FisherInput } from "./fisherSupport.ts";

/** Case `incomplete-cholesky`: the pivots, and what they leave of the diagonal. */
export function incompleteCholesky({ kind, theta, X, m }: FisherInput & { readonly m: number }): unknown {
  const kernel = kernelOf(kind, theta);
  const rows = taskOf({ X, y: X.map((_, i) => i % 2), d: 2 }).X;
  const { pivots, residualTrace, features } = lowRankKernel(engine, kernel, rows, { rank: m });
  const explained = toRows(features).map((row) => row.reduce((sum, value) => sum + value * value, 0));
  return {
    pivots: Array.from(pivots),
    residualDiagonal: kernel.diagonal(rows).map((value, i) => value - explained[i]),
    residualTrace,
  };
}
