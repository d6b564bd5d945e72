import { matrix } from "../../../engine/matrix.ts";
import type { TuningProblem } from "./tuneExpansion.ts";

/** The problem of the first rows alone, as views; the problem itself if it has no more. */
export function firstRows(problem: TuningProblem, rows: number): TuningProblem {
  const { X, signs, targets, weights, groups } = problem;
  if (rows >= X.rows) return problem;
  const first = (values: Float64Array): Float64Array => values.subarray(0, rows);
  return {
    X: matrix(rows, X.columns, X.data.subarray(0, rows * X.columns)),
    signs: signs.map(first),
    targets: targets?.map(first),
    weights: first(weights),
    groups: groups?.map((members) => members.filter((row) => row < rows)).filter((members) => members.length > 0),
  };
}
