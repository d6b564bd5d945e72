import { lowRankFeatures, lowRankKernel } from "../../../src/rows/kernel/lowRankKernel.ts";
import { engine, kernelOf, taskOf, type FisherInput } from "./fisherSupport.ts";

/** Case `incomplete-cholesky`: the pivots, and what they leave of the diagonal. */
export function incompleteCholesky({ kind, theta, X, m }: FisherInput & { readonly m: number }): unknown {
  const kernel = kernelOf(kind, theta);
  const rows = taskOf({ X, y: X.map((_, i) => i % 2), d: 2 }).X;
  const low = lowRankKernel(engine, kernel, rows, { rank: m });
  return {
    pivots: Array.from(low.pivots),
    residualDiagonal: lowRankFeatures(engine, low, rows).extra,
    residualTrace: low.residualTrace,
  };
}
