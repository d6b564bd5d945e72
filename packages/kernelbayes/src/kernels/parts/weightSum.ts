import type { Matrix } from "../../engine/matrix.ts";

/** Σ_ab W_ab of symmetric weights, from their lower triangle. */
export function weightSum({ data, rows: n }: Matrix): number {
  let below = 0;
  let trace = 0;
  for (let a = 0; a < n; a++) {
    let sum = 0;
    for (let at = a * n; at < a * n + a; at++) sum += data[at];
    below += sum;
    trace += data[a * n + a];
  }
  return 2 * below + trace;
}
