import { type Matrix } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";

/** log P_q − max_{r≠q} log P_r for each row: positive where class q is the most probable. */
export function marginOf(logProbabilities: Matrix, q: number): Float64Array {
  return fieldOf(logProbabilities, q, (others) => Math.max(...others));
}

/** log P_q/(1 − P_q) for each row, 1 − P_q being the sum of the others, which keeps its digits where P_q is nearly 1. */
export function logOddsOf(logProbabilities: Matrix, q: number): Float64Array {
  return fieldOf(logProbabilities, q, numeric.logSumExp);
}

function fieldOf({ data, rows, columns }: Matrix, q: number, together: (others: Float64Array) => number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    const logs = data.subarray(row * columns, (row + 1) * columns);
    return logs[q] - together(logs.filter((_, r) => r !== q));
  });
}
